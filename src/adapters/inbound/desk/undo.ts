import type { AssignedLead, MovedLead } from '../../../application/ports/inbound/operator.ts';
import { countOf } from '../operators/leads.ts';
import type { DeskContext } from './desk-state.ts';
import { type Html, html } from './html.ts';

/** Milliseconds for which a page offers to take moves back. */
const OFFERED = 10 * 60_000;

/** Moves that were made together, as of one time. An order that takes long has several parts, which are taken back together. */
interface Part {
  readonly at: Date;
  readonly count: number;
}

/** The next pages offer to take these moves back, and with them those that began the order. Returns all parts of it. */
export function offerUndo(
  ctx: DeskContext,
  results: readonly (MovedLead | AssignedLead)[],
  begun: readonly Part[] = [],
): readonly Part[] {
  const moved = results.flatMap((each) => ('since' in each && each.from !== each.status ? [each] : []));
  const [first] = moved;
  const parts = first ? [...begun, { at: first.since, count: moved.length }] : begun;
  if (first) setCookie(ctx, partsText(parts));
  return parts;
}

export const offerNoUndo = (ctx: DeskContext): void => setCookie(ctx, null);

function setCookie(ctx: DeskContext, text: string | null): void {
  ctx.cookies.set('undo', text, { maxAge: OFFERED, sameSite: 'strict' });
}

/** `TIME.COUNT` of each, with hyphens between them. */
export const partsText = (parts: readonly Part[]): string =>
  parts.map(({ at, count }) => `${at.getTime()}.${count}`).join('-');

/** What cannot be read of it is left out. */
export const partsIn = (text: string): readonly Part[] =>
  [...text.matchAll(/(\d{1,14})\.(\d{1,6})/g)].map(([, at, count]) => ({
    at: new Date(Number(at)),
    count: Number(count),
  }));

/** What was moved last, and the way back. */
export const undoForm = (parts: readonly Part[]): Html =>
  html`<form method="post" action="/leads/undo" class="undo"><button name="parts" value="${partsText(parts)}"
 data-undo>Undo: ${countOf(parts.reduce((sum, { count }) => sum + count, 0))}</button></form>`;
