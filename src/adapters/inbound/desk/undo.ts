import type {
  AssignedLead,
  MovedLead,
} from '../../../application/operators/ports/inbound/lead-change-use-cases.ts';
import { leadStatuses } from '../../../domain/intake/lead-status.ts';
import { countOf } from '../operators/lead-words.ts';
import type { DeskContext, MovedTogether, UndoOffer } from './desk-state.ts';
import { FEW, fewNames } from './few-names.ts';
import { type Html, html } from './html.ts';

/** Milliseconds for which a page offers to take moves back. */
const OFFERED = 10 * 60_000;

type Result = MovedLead | AssignedLead;

/**
 * From now on, the pages of whoever acts offer to take these moves back, and with them those that began the order. Returns
 * all parts of it.
 */
export function offerUndo(
  ctx: DeskContext,
  results: readonly Result[],
  nameOf: (result: Result) => string,
  begun: readonly MovedTogether[] = [],
): readonly MovedTogether[] {
  const moved = results.flatMap((each) => ('since' in each && each.from !== each.status ? [each] : []));
  const [first] = moved;
  if (!first) return begun;
  const { undo, session } = ctx.state;
  const before = undo && partsText(undo.parts) === partsText(begun) ? undo : undefined;
  const froms = new Set([...(before ? [before.from] : []), ...moved.map(({ from }) => from)]);
  const parts = [...begun, { at: first.since, count: moved.length }];
  const names = [...(before?.names ?? []), ...moved.slice(0, FEW).map(nameOf)].slice(0, FEW);
  ctx.state.undo = { parts, names, from: froms.size === 1 ? first.from : undefined };
  const fields = new URLSearchParams({ person: session.person, parts: partsText(parts) });
  if (froms.size === 1) fields.set('from', first.from);
  for (const name of names) fields.append('name', fewNames([name]));
  setCookie(ctx, `${fields}`);
  return parts;
}

/** Once they are taken back, or nobody may be named any more. */
export function offerNoUndo(ctx: DeskContext): void {
  ctx.state.undo = undefined;
  setCookie(ctx, null);
}

function setCookie(ctx: DeskContext, text: string | null): void {
  ctx.cookies.set('undo', text, { maxAge: OFFERED, sameSite: 'strict' });
}

/** What was offered to this person in this browser. */
export function undoOffer({ cookies }: Pick<DeskContext, 'cookies'>, person: string): UndoOffer | undefined {
  const fields = new URLSearchParams(cookies.get('undo') ?? '');
  const parts = partsIn(fields.get('parts') ?? '');
  if (fields.get('person') !== person || parts.length === 0) return undefined;
  const from = leadStatuses.find((status) => status === fields.get('from'));
  return { parts, names: fields.getAll('name'), from };
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

/** Whose leads were moved last, and the way back; then somebody is on the page `back`. */
export function undoForm({ parts, names, from }: UndoOffer, back: string): Html {
  const count = parts.reduce((sum, part) => sum + part.count, 0);
  const whose = fewNames(names, count);
  const backTo = from === undefined ? '' : ` back to ${from}`;
  return html`<form method="post" action="/leads/undo" class="undo"><input type="hidden" name="back" value="${back}">
<button name="parts" value="${partsText(parts)}">Undo: ${
    count === 1 ? `${whose}${backTo}` : `${countOf(count)}${backTo}: ${whose}`
  }</button></form>`;
}
