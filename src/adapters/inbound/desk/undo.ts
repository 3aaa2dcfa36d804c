import type { AssignedLead, MovedLead } from '../../../application/ports/inbound/operator.ts';
import { countOf } from '../operators/leads.ts';
import type { DeskContext } from './desk-state.ts';
import { type Html, html } from './html.ts';

/** Milliseconds for which a page offers to take moves back. */
const OFFERED = 10 * 60_000;

/** Moves of one order, which can be taken back together: as of when they were made, and how many they are. */
interface Undoable {
  readonly at: Date;
  readonly count: number;
}

/** The next pages offer to take these moves back. */
export function offerUndo(ctx: DeskContext, results: readonly (MovedLead | AssignedLead)[]): void {
  const moved = results.flatMap((each) => ('since' in each && each.from !== each.status ? [each] : []));
  const [first] = moved;
  if (first) setCookie(ctx, `${first.since.getTime()}.${moved.length}`);
}

export const offerNoUndo = (ctx: DeskContext): void => setCookie(ctx, null);

function setCookie(ctx: DeskContext, text: string | null): void {
  ctx.cookies.set('undo', text, { maxAge: OFFERED, sameSite: 'strict' });
}

export function undoableIn(text: string | undefined): Undoable | undefined {
  const [, at, count] = /^(\d{1,14})\.(\d{1,6})$/.exec(text ?? '') ?? [];
  return at === undefined ? undefined : { at: new Date(Number(at)), count: Number(count) };
}

/** What was moved last, and the way back. */
export const undoForm = ({ at, count }: Undoable): Html =>
  html`<form method="post" action="/leads/undo" class="undo"><button name="at" value="${at.getTime()}"
 data-undo>Undo: ${countOf(count)}</button></form>`;
