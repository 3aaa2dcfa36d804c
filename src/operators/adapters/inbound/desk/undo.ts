import type { AssignedLead, MovedLead } from '#operators/application/ports/inbound/lead-change-use-cases.ts';
import { countOf } from '../presentation/lead-words.ts';
import type { ChangedTogether, DeskContext, UndoOffer } from './desk-state.ts';
import { FEW, fewNames } from './few-names.ts';
import { type Html, html } from './html.ts';

/** Milliseconds until the page after a change is loaded. */
const SOON = 60_000;

type Result = MovedLead | AssignedLead;
type Done = Exclude<Result, { readonly refused: string }>;

/** Whether a change changed anything: a lead that is as it was before does not count. */
export const isChanged = <M extends Result>(each: M): each is Extract<M, Done> =>
  !('refused' in each) && each.from !== ('status' in each ? each.status : each.owner);

/** The time of the order that made a change. */
const orderedAt = (each: Done): Date => ('status' in each ? each.at : each.since);

/** Makes the page after this change offer to undo it, together with earlier parts of the order. Returns all parts. */
export function offerUndo<M extends Result>(
  ctx: DeskContext,
  results: readonly M[],
  nameOf: (result: M) => string,
  begun: readonly ChangedTogether[] = [],
): readonly ChangedTogether[] {
  const changed = results.filter(isChanged);
  const [first] = changed;
  if (!first) return begun;
  const byTime = Map.groupBy(changed, (each) => orderedAt(each).getTime());
  const parts = [...begun, ...[...byTime].map(([at, { length: count }]) => ({ at: new Date(at), count }))];
  const isOne = begun.length === 0 && 'status' in first && changed.every(({ from }) => from === first.from);
  ctx.state.undo = { parts, names: changed.slice(0, FEW).map(nameOf), from: isOne ? first.from : undefined };
  return parts;
}

/** Makes the page after a change of one lead offer to undo all that was done with it at this time. */
export function offerUndoOfOne(ctx: DeskContext, name: string, at: Date | undefined, from?: string): void {
  if (at) ctx.state.undo = { parts: [{ at, count: 1 }], names: [name], from };
}

/** Keeps the offer for the page to which an answer redirects. */
export function keepUndo({ cookies, state: { undo } }: DeskContext): void {
  if (!undo) return;
  const fields = new URLSearchParams({ parts: partsText(undo.parts), from: undo.from ?? '' });
  for (const name of undo.names) fields.append('name', fewNames([name]));
  cookies.set('undo', `${fields}`, { maxAge: SOON, sameSite: 'strict' });
}

/** Takes the offer that the change before this page has kept: once. */
export function undoOffer({
  cookies,
  method,
}: Pick<DeskContext, 'cookies' | 'method'>): UndoOffer | undefined {
  const text = cookies.get('undo');
  if (text === undefined || method === 'HEAD') return undefined;
  cookies.set('undo', null);
  const fields = new URLSearchParams(text);
  const parts = partsIn(fields.get('parts') ?? '');
  if (method !== 'GET' || parts.length === 0) return undefined;
  return {
    parts,
    names: fields.getAll('name'),
    from: fields.get('from') || undefined,
  };
}

/** Writes parts as `TIME.COUNT`, with hyphens between. */
export const partsText = (parts: readonly ChangedTogether[]): string =>
  parts.map(({ at, count }) => `${at.getTime()}.${count}`).join('-');

/** Reads parts. Text that is none is left out. */
export const partsIn = (text: string): readonly ChangedTogether[] =>
  [...text.matchAll(/(\d{1,14})\.(\d{1,6})/g)].map(([, at, count]) => ({
    at: new Date(Number(at)),
    count: Number(count),
  }));

/** A button that names the changed leads and undoes the change. Afterwards the page `back` is shown. */
export function undoForm({ parts, names, from }: UndoOffer, back: string): Html {
  const count = parts.reduce((sum, part) => sum + part.count, 0);
  const backTo = from === undefined ? '' : ` back to ${from}`;
  const whose = names.length > 0 && fewNames(names, count);
  const what =
    count === 1 && whose ? `${whose}${backTo}` : `${countOf(count)}${backTo}${whose ? `: ${whose}` : ''}`;
  return html`<form method="post" action="/leads/undo" class="undo"><input type="hidden" name="back" value="${back}">
<button name="parts" value="${partsText(parts)}" aria-label="Undo: ${what}"><span id="undo">Undo</span><span class="unseen">: ${what}</span></button></form>`;
}
