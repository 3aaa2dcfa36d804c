import type { MovedLead, RefusedLead } from '#operators/application/ports/inbound/lead-change-use-cases.ts';
import { type LostReason, lostReasonNamed } from '#operators/domain/work/lost-reason.ts';
import { type Author, isSamePerson, type NamedPerson } from '#operators/domain/work/person.ts';
import { isFinal } from '../../../../../domain/lead-status.ts';
import { leadPath, listPath } from '../../presentation/desk-paths.ts';
import { leadName, sentences } from '../../presentation/lead-words.ts';
import { mayBeRewritten } from '../../spreadsheet/doubtful-ids.ts';
import { type MoveRows, readMoveRows } from '../../spreadsheet/move-rows.ts';
import { planIn } from '../ask.ts';
import type { DeskContext, DeskPages } from '../desk-state.ts';
import { type Html, html } from '../html.ts';
import { goTo } from '../page.ts';
import { apart } from '../reach.ts';
import { offerUndo, partsIn, partsText } from '../undo.ts';
import { whileWaiting } from '../while-waiting.ts';
import { refusedPart } from '../why-not.ts';
import { endedIn, movedText } from './change-leads.ts';
import {
  digestOf,
  listBehind,
  type Moved,
  type Problem,
  type Sheet,
  type SheetPlan,
  showSheet,
} from './move-sheet.ts';
import {
  IDS_ARE_NUMBERS,
  isKnown,
  isMoved,
  MAX_ROWS,
  plannedText,
  remainingText,
  TOO_MANY,
  whoseLead,
  wrongRows,
} from './move-words.ts';
import { seenIn, withoutRecords } from './seen-rows.ts';

/** Moves many leads at once, by rows pasted from a spreadsheet. */
export const movePages: DeskPages = (routes) => {
  routes.get('/leads/move', 'moveLeads', (ctx) => showSheet(ctx, { is: 'new' }));

  routes.post('/leads/move', 'moveLeads', async (ctx) => {
    const { operator } = ctx.state;
    const order = orderIn(ctx, await planIn(ctx), await operator.nameLostReasons());
    if (order.tooMany)
      return showSheet(ctx, {
        is: 'refused',
        told: TOO_MANY,
        problems: [],
        left: order.rows,
        anyMoved: false,
      });
    const question = order.isSure ? undefined : await toAsk(ctx, order);
    if (question) return showSheet(ctx, question);
    const left = await moveAll(ctx, order);
    if (typeof left === 'string') goTo(ctx, listPath('/', listBehind(ctx)), left);
    else await showSheet(ctx, left);
  });
};

type Row = MoveRows['moves'][number];

interface Order extends Pick<MoveRows, 'moves' | 'malformed' | 'tooMany'> {
  readonly rows: string;
  readonly vendor: string | undefined;
  /** The reason for rows that become Lost without one. */
  readonly lostReason: string | undefined;
  readonly lostReasons: readonly LostReason[];
  /** Whether these rows were seen and confirmed. */
  readonly isSure: boolean;
  /** What the order has moved so far. */
  readonly parts: string;
}

function orderIn(ctx: DeskContext, plan: SheetPlan | undefined, lostReasons: readonly LostReason[]): Order {
  const { form } = ctx.state;
  const rows = form.get('rows') ?? '';
  const vendor = form.get('vendor') || undefined;
  const isSure = plan?.seen !== undefined && plan.of === digestOf(ctx, vendor ?? '', rows);
  const lostReason = form.get('lostReason') || (isSure && plan.lostReason) || undefined;
  const idsAre = vendor ? 'the vendor’s' : 'ours';
  const { moves, ...read } = readMoveRows(rows, { idsAre, most: MAX_ROWS });
  const seen = isSure ? (plan.seen ?? []) : [];
  const whole = moves.map((row, at) => ({
    ...row,
    ...(isLostWithoutWhy(row, lostReasons) && { lostReason }),
    seen: row.seen ?? (isSure ? { since: timeIn(seen[at]) } : undefined),
  }));
  return { ...read, rows, vendor, lostReason, lostReasons, isSure, moves: whole, parts: plan?.parts ?? '' };
}

const timeIn = (ms: number | null | undefined) => (typeof ms === 'number' ? new Date(ms) : undefined);

/** Resolves to the plan for the rows if it has to be confirmed first. */
async function toAsk(
  { state: { operator, session } }: DeskContext,
  order: Order,
): Promise<Sheet | undefined> {
  const { moves, vendor, rows: left, parts, lostReason, lostReasons, malformed } = order;
  const plan = { moves, vendor, imported: true, dryRun: true, endFollowUp: true };
  const planned = await whileWaiting(await operator.moveLeads(plan));
  const [me, people] = [{ by: session.name, byId: session.person }, await operator.namePeople()];
  const overrules = planned.results.some(
    (result, at) => isMoved(result) && isOverruled(result, moves[at], me, people),
  );
  const asksWhyLost =
    lostReason === undefined &&
    lostReasons.length > 0 &&
    planned.results.some((result, at) => isMoved(result) && isLostWithoutWhy(moves[at], lostReasons));
  const showsIds = vendor !== undefined && moves.some(mayBeRewritten);
  if (!asksWhyLost && !overrules && !showsIds && !isMuch(planned.results)) return undefined;
  const told = sentences(plannedText(planned, malformed.length, moves.length), showsIds && IDS_ARE_NUMBERS);
  const problems = problemsOf(planned.results, order);
  const shown = seenIn(planned.results);
  const seen = moves.map((_, at) => shown[at]);
  const moved = planned.results.filter(showsIds ? isKnown : isMoved);
  return { is: 'asked', told, problems, left, parts, asksWhyLost, seen, lostReason, moved, showsIds };
}

/** Moves the rows that can be moved. Resolves to a sentence on all, or to the rows that are left. */
async function moveAll(ctx: DeskContext, order: Order): Promise<string | Sheet> {
  const { operator } = ctx.state;
  const { moves, vendor, rows, isSure, lostReason } = order;
  const { results, why } = await whileWaiting(
    await operator.moveLeads({ moves, vendor, imported: true, endFollowUp: isSure }),
  );
  const parts = partsText(offerUndo(ctx, results, whoseLead, partsIn(order.parts)));
  const problems = problemsOf(results, order);
  const done = moves.filter((_, at) => results[at] && !('refused' in results[at]));
  const remaining = moves.slice(results.length);
  const moved = sentences(
    movedText(results, '', whoseLead),
    endedIn(ctx, results, await operator.namePeople()),
  );
  if (problems.length === 0 && done.length > 0 && remaining.length === 0) return moved;
  const told = sentences(
    moved,
    why && remaining.length > 0 && remainingText(why, remaining.length),
    problems.length > 0 && wrongRows(problems),
    moves.length + problems.length === 0 && 'There was no row to read.',
  );
  const left = withoutRecords(rows, done, [...problems, ...remaining]);
  const of = { told, problems, left, anyMoved: results.some(isMoved), parts };
  if (why && remaining.length > 0) {
    const seen = moves.filter((row) => !done.includes(row)).map((row) => row.seen?.since);
    return { ...of, is: 'stopped', seen, lostReason };
  }
  return { ...of, is: 'refused', perhapsTheirs: done.length === 0 && moves.length > 0 && !vendor };
}

/** Whether a row without its author's view would undo a colleague's move, or end somebody else's follow-up. */
const isOverruled = (
  { was }: Moved,
  row: Row | undefined,
  me: Author,
  people: readonly NamedPerson[],
): boolean =>
  (row?.seen === undefined && was.last !== undefined && !isSamePerson(was.last, me, people)) ||
  (was.ended?.by !== undefined && !isSamePerson({ by: was.ended.by, byId: was.ended.byId }, me, people));

const problemsOf = (results: readonly MovedLead[], { moves, malformed }: Order): readonly Problem[] =>
  [
    ...malformed.map(({ line, problem }) => ({ line, why: problem })),
    ...results.flatMap((result, at) =>
      'refused' in result
        ? [{ line: moves[at]?.line ?? 0, of: refusedLead(result), why: refusedPart(result) }]
        : [],
    ),
  ].toSorted((one, other) => one.line - other.line);

/** A refused lead by its name; by the typed id, if that means no lead. */
const refusedLead = ({ id, lead }: RefusedLead): Html =>
  lead ? html`<a href="${leadPath(lead.id)}">${apart(leadName(lead))}</a>` : apart(id);

const isLostWithoutWhy = (row: Row | undefined, lostReasons: readonly LostReason[]): boolean =>
  row?.to === 'Lost' &&
  row.lostReason === undefined &&
  lostReasonNamed(row.reason, lostReasons) === undefined;

/** The most moves that need no confirmation. */
const MANY = 20;

/** Whether the moves must be confirmed first. */
const isMuch = (planned: readonly MovedLead[]): boolean => {
  const moved = planned.filter(isMoved);
  return moved.length > MANY || moved.filter(({ status }) => isFinal(status)).length > 1;
};
