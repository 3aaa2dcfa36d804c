import type { MovedLead, RefusedLead } from '#operators/application/ports/inbound/lead-change-use-cases.ts';
import { type LostReason, lostReasonNamed } from '#operators/domain/work/lost-reason.ts';
import { type Author, isSamePerson, type NamedPerson } from '#operators/domain/work/person.ts';
import { isFinal, leadStatuses } from '../../../../../domain/lead-status.ts';
import { leadPath } from '../../presentation/desk-paths.ts';
import { countOf, leadName, sentences } from '../../presentation/lead-words.ts';
import { mayBeRewritten } from '../../spreadsheet/doubtful-ids.ts';
import { type MoveRows, readMoveRows } from '../../spreadsheet/move-rows.ts';
import { planIn } from '../ask.ts';
import { refusedPart } from '../change.ts';
import type { DeskContext, DeskPages } from '../desk-state.ts';
import { type Html, html } from '../html.ts';
import { type DoneMeanwhile, whileWaiting } from '../long-work.ts';
import { goTo } from '../page.ts';
import { apart } from '../reach.ts';
import { offerUndo, partsIn, partsText } from '../undo.ts';
import { endedIn, listOf, movedText, whoseLead } from './change-leads.ts';
import {
  counted,
  digestOf,
  type Line,
  type Moved,
  type Problem,
  type Sheet,
  type SheetPlan,
  showSheet,
} from './move-sheet.ts';

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
    if (typeof left === 'string') goTo(ctx, listOf(ctx), left);
    else await showSheet(ctx, left);
  });
};

/** The most rows that are moved at once. */
const MAX_ROWS = 10_000;

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
  const whole = moves.map((row, at) => ({
    ...row,
    ...(isLostWithoutWhy(row, lostReasons) && { lostReason }),
    seen: row.seen ?? (isSure ? { since: timeIn(plan.seen?.[at]) } : undefined),
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
  const me = { by: session.name, byId: session.person };
  const people = await operator.namePeople();
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
  const seen = moves.map((_, at) => shown[at]?.getTime() ?? null);
  const moved = planned.results.filter(showsIds ? isKnown : isMoved);
  return {
    is: 'asked',
    told,
    problems,
    left,
    asksWhyLost,
    moved,
    showsIds,
    plan: { seen, lostReason, parts },
  };
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
  const moved = sentences(movedText(results), endedIn(ctx, results, await operator.namePeople()));
  if (problems.length === 0 && done.length > 0 && remaining.length === 0) return moved;
  const told = sentences(
    moved,
    why && remaining.length > 0 && remainingText(why, remaining.length),
    problems.length > 0 && wrongRows(problems),
    moves.length + problems.length === 0 && 'There was no row to read.',
  );
  const left = withoutRecords(rows, done, [...problems, ...remaining]);
  const sheet = { told, problems, left, anyMoved: results.some(isMoved) };
  if (why && remaining.length > 0) {
    const seen = moves.filter((row) => !done.includes(row)).map((row) => row.seen?.since?.getTime() ?? null);
    return { ...sheet, is: 'stopped', plan: { seen, lostReason, parts } };
  }
  const perhapsTheirs = done.length === 0 && moves.length > 0 && !vendor;
  return { ...sheet, is: 'refused', perhapsTheirs, plan: parts === '' ? undefined : { parts } };
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

/** Whether the row's id means a lead, and the row is not refused. */
const isKnown = (each: MovedLead): each is Moved => 'from' in each;

const isMoved = (each: MovedLead): each is Moved => isKnown(each) && each.from !== each.status;

/** A sentence on what would happen to the rows. */
function plannedText({ results, why }: DoneMeanwhile<MovedLead>, malformed: number, rows: number): string {
  const moved = results.filter(isMoved).map(({ status }) => status);
  const each = leadStatuses.flatMap((status) => {
    const count = moved.filter((to) => to === status).length;
    return count > 0 ? [`${counted(count)} to ${status}`] : [];
  });
  const refused = results.filter((result) => 'refused' in result).length;
  const same = results.length - moved.length - refused;
  return sentences(
    why && `Of the first ${counted(results.length)} of ${counted(rows)} rows:`,
    `This moves ${countOf(moved.length)}: ${each.join(', ')}.`,
    same > 0 && `${countOf(same)} ${same === 1 ? 'stays as it is' : 'stay as they are'}.`,
    refused + malformed > 0 && `Rows that are refused, which are below: ${counted(refused + malformed)}.`,
  );
}

const remainingText = (why: NonNullable<DoneMeanwhile<MovedLead>['why']>, count: number): string =>
  why === 'it takes long'
    ? `This takes long. Rows that remain, which are below: ${counted(count)}. Nothing goes on until you say so.`
    : `Then the store did not answer. Of the rows below, ${counted(count)} remain; the first of them may have been moved, which does no harm if you go on.`;

const IDS_ARE_NUMBERS =
  'These ids are numbers, and a spreadsheet may have made 42 of 00042: see which lead each means, or paste the column leadId, too.';

const TOO_MANY = `Nothing was moved. At most ${counted(MAX_ROWS)} rows can be moved at once: send the others afterwards.`;

const wrongRows = ({ length }: readonly Problem[]): string =>
  `Rows that are wrong, which are below to be mended: ${length}.`;

/**
 * For each row, since when its lead has had the status that is shown, if one is. A lead counts in its first row: further
 * rows build on that.
 */
function seenIn(results: readonly MovedLead[]): readonly (Date | undefined)[] {
  const leads = results.map((each) =>
    'was' in each
      ? { id: each.leadId, since: each.was.since }
      : each.lead && { id: each.lead.id, since: each.lead.statusSince },
  );
  const first = new Map(leads.map((lead, row) => [lead?.id, row] as const).toReversed());
  return leads.map((lead, row) => (first.get(lead?.id) === row ? lead?.since : undefined));
}

/** Removes records from a pasted text. `others` tell where each record ends. */
function withoutRecords(text: string, records: readonly Line[], others: readonly Line[]): string {
  const gone = new Map(others.map(({ line }) => [line, false]));
  for (const { line } of records) gone.set(line, true);
  let isGone = false;
  const isKept = (_: string, at: number) => {
    isGone = gone.get(at + 1) ?? isGone;
    return !isGone;
  };
  return text
    .split(/\r\n?|\n/)
    .filter(isKept)
    .join('\n');
}
