import type {
  AssignedLead,
  MovedLead,
} from '../../../application/operators/ports/inbound/lead-change-use-cases.ts';
import { type LeadStatus, leadStatuses } from '../../../domain/intake/lead-status.ts';
import { countOf } from '../operators/lead-words.ts';
import type { DeskContext, MovedTogether, UndoOffer } from './desk-state.ts';
import { FEW, fewNames } from './few-names.ts';
import { type Html, html } from './html.ts';

/** Milliseconds until the page that answers a change is there. */
const SOON = 60_000;

type Result = MovedLead | AssignedLead;

interface Moved {
  readonly from: LeadStatus;
  readonly status: LeadStatus;
  readonly since: Date;
}

/**
 * The page that answers this change offers to take these moves back, and with them those that began the order. Returns all
 * parts of it.
 */
export function offerUndo<M extends Moved | Result>(
  ctx: DeskContext,
  results: readonly M[],
  nameOf: (result: M) => string,
  begun: readonly MovedTogether[] = [],
): readonly MovedTogether[] {
  const moved = results.filter(
    (each): each is Extract<M, Moved> => 'since' in each && each.from !== each.status,
  );
  const [first] = moved;
  if (!first) return begun;
  const parts = [...begun, { at: first.since, count: moved.length }];
  const isOne = begun.length === 0 && moved.every(({ from }) => from === first.from);
  ctx.state.undo = { parts, names: moved.slice(0, FEW).map(nameOf), from: isOne ? first.from : undefined };
  return parts;
}

/** For the page to which an answer leads. */
export function keepUndo({ cookies, state: { undo } }: DeskContext): void {
  if (!undo) return;
  const fields = new URLSearchParams({ parts: partsText(undo.parts), from: undo.from ?? '' });
  for (const name of undo.names) fields.append('name', fewNames([name]));
  cookies.set('undo', `${fields}`, { maxAge: SOON, sameSite: 'strict' });
}

/** What the change before this page offered: once. */
export function undoOffer({
  cookies,
  method,
}: Pick<DeskContext, 'cookies' | 'method'>): UndoOffer | undefined {
  const text = cookies.get('undo');
  if (text === undefined) return undefined;
  cookies.set('undo', null);
  const fields = new URLSearchParams(text);
  const parts = partsIn(fields.get('parts') ?? '');
  if (method !== 'GET' || parts.length === 0) return undefined;
  return {
    parts,
    names: fields.getAll('name'),
    from: leadStatuses.find((each) => each === fields.get('from')),
  };
}

/** `TIME.COUNT` of each, with hyphens between them. */
export const partsText = (parts: readonly MovedTogether[]): string =>
  parts.map(({ at, count }) => `${at.getTime()}.${count}`).join('-');

/** What cannot be read of it is left out. */
export const partsIn = (text: string): readonly MovedTogether[] =>
  [...text.matchAll(/(\d{1,14})\.(\d{1,6})/g)].map(([, at, count]) => ({
    at: new Date(Number(at)),
    count: Number(count),
  }));

/** Whose leads were moved, and the way back; then somebody is on the page `back`. */
export function undoForm({ parts, names, from }: UndoOffer, back: string): Html {
  const count = parts.reduce((sum, part) => sum + part.count, 0);
  const whose = fewNames(names, count);
  const backTo = from === undefined ? '' : ` back to ${from}`;
  return html`<form method="post" action="/leads/undo" class="undo"><input type="hidden" name="back" value="${back}">
<button name="parts" value="${partsText(parts)}">Undo: ${
    count === 1 ? `${whose}${backTo}` : `${countOf(count)}${backTo}: ${whose}`
  }</button></form>`;
}
