import type {
  AssignedLead,
  MovedLead,
  RefusedLead,
} from '#operators/application/ports/inbound/lead-change-use-cases.ts';
import type { FollowUp } from '#operators/domain/work/activity.ts';
import type { SeenOwner } from '#operators/domain/work/assign-deal.ts';
import type { SeenStatus } from '#operators/domain/work/move-deal.ts';
import { isSamePerson, type NamedPerson, personWith } from '#operators/domain/work/person.ts';
import { isFinal, type LeadStatus, leadStatuses } from '../../../../../domain/lead-status.ts';
import { listPath } from '../../presentation/desk-paths.ts';
import { InvalidValue } from '../../presentation/invalid-value.ts';
import { countOf, endedText, sentences } from '../../presentation/lead-words.ts';
import { statusSince } from '../../presentation/values.ts';
import { isAnswer, planIn, showOver } from '../ask.ts';
import { wordsOf } from '../change.ts';
import type { DeskContext, DeskPages } from '../desk-state.ts';
import { fewNames } from '../few-names.ts';
import { type Html, html } from '../html.ts';
import { goTo, timeOf } from '../page.ts';
import { apart } from '../reach.ts';
import { offerUndo } from '../undo.ts';
import { type DoneMeanwhile, whileWaiting } from '../while-waiting.ts';
import { askFirst } from './ask-first.ts';
import { isMe } from './follow-up.ts';
import { listBehind } from './move-sheet.ts';
import { whoseLead } from './move-words.ts';
import { showNotAll } from './not-all.ts';

/** Changes several leads that were selected in a list. */
export const leadChangePages: DeskPages = (routes) => {
  routes.post('/leads/change', 'moveLeads', async (ctx) => {
    const { form } = ctx.state;
    const to = statusOf(form);
    const seen = await planIn<readonly PlannedRow[]>(ctx);
    if (!seen && isAnswer(ctx)) return showOver(ctx, { path: listOf(ctx), name: 'Tick the leads again' });
    const rows = seen?.map(rowOf) ?? tickedIn(form);
    const owner = to ? undefined : await ownerOf(ctx);
    if (rows.length > 0 && to) return moveRows(ctx, rows, to, seen !== undefined);
    if (rows.length > 0 && owner) return assignRows(ctx, rows, owner);
    goTo(ctx, listOf(ctx), 'Nothing was changed: tick the leads first, then choose.');
  });
};

const listOf = (ctx: DeskContext): string => listPath('/', listBehind(ctx));

/** A selected lead, as its row showed it. */
interface Row {
  readonly id: string;
  readonly name: string;
  readonly status?: SeenStatus;
  readonly owner?: SeenOwner;
}

/** A row in a plan: its lead, and the time of its status in milliseconds. */
type PlannedRow = readonly [id: string, since: number | null];

const rowOf = ([id, since]: PlannedRow): Row => ({
  id,
  name: id,
  ...(since !== null && { status: { since: new Date(since) } }),
});

/**
 * Moves leads. Asks first if several become Won or Lost, if follow-ups of colleagues end, or if a reason is
 * missing.
 */
async function moveRows(
  ctx: DeskContext,
  rows: readonly Row[],
  to: LeadStatus,
  isSure: boolean,
): Promise<void> {
  const { form, operator } = ctx.state;
  const reason = form.get('reason') ?? undefined;
  const lostReason = (to === 'Lost' && form.get('lostReason')) || undefined;
  const moves = rows.map(({ id, status: seen }) => ({ id, to, reason, lostReason, seen }));
  const lostReasons = to === 'Lost' ? await operator.nameLostReasons() : [];
  const asksWhy = lostReasons.length > 0 && !lostReason;
  if (asksWhy || (isFinal(to) && !isSure)) {
    const { names, ends } = await foreseen(ctx, moves);
    const plan = rows.map(({ id, status }): PlannedRow => [id, status?.since?.getTime() ?? null]);
    if (asksWhy || rows.length > 1 || ends.length > 0)
      return askFirst(ctx, { to, back: listOf(ctx), lostReasons, ends, names, plan });
  }
  const done = await whileWaiting(await operator.moveLeads({ moves, endFollowUp: isSure }));
  const moved = movedText(done.results, ` to ${to}`, whoseLead);
  const people = await operator.namePeople();
  const owners = done.results.flatMap((each) =>
    'was' in each && each.from !== each.status ? [each.was.owner] : [],
  );
  const told = sentences(moved, ofColleagues(ctx, owners, people), endedIn(ctx, done.results, people));
  tell(ctx, rows.length, done, told, whoseLead);
}

async function assignRows(ctx: DeskContext, rows: readonly Row[], owner: Chosen): Promise<void> {
  const leads = rows.map(({ id, owner: seen }) => ({ id, seen }));
  const done = await whileWaiting(await ctx.state.operator.assignLeads({ leads, to: owner.id }));
  const assigned = done.results.filter((each) => !('refused' in each));
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  const nameOf = ({ id }: AssignedLead): string => names.get(id) ?? id;
  const owners = assigned.flatMap((each) => ('from' in each ? [each.from] : []));
  const told = toldOf(assigned, ` assigned to ${owner.name}`, nameOf);
  const whose = ofColleagues(ctx, owners, await ctx.state.operator.namePeople(), 'before');
  tell(ctx, rows.length, done, sentences(told, whose), nameOf);
}

/** A sentence on how many of the changed leads are colleagues', or were before; empty if none is. */
function ofColleagues(
  { state: { session } }: DeskContext,
  owners: readonly (string | undefined)[],
  people: readonly NamedPerson[],
  when?: 'before',
): string {
  const looking = { me: session.person, people };
  const { length } = owners.filter((owner) => owner !== undefined && !isMe([owner], looking));
  if (length === 0) return '';
  const [one, more] = when ? ['was', 'were'] : ['is', 'are'];
  return length === 1 ? `1 ${one} a colleague’s.` : `${length} ${more} colleagues’.`;
}

function tell<R extends Result>(
  ctx: DeskContext,
  all: number,
  { results, why }: DoneMeanwhile<R | RefusedLead>,
  told: string,
  nameOf: (result: R | RefusedLead) => string,
): void {
  offerUndo(ctx, results, nameOf);
  const refused = results.flatMap((each) =>
    'refused' in each ? [[each, apart(nameOf(each))] as const] : [],
  );
  const rest = all - results.length;
  if (refused.length === 0 && why === undefined) goTo(ctx, listOf(ctx), told);
  else
    showNotAll(ctx, 'Not all were changed', {
      all,
      rest,
      refused,
      back: { path: listOf(ctx), name: 'Back to the list' },
      told: rest > 0 ? `${told} For ${countOf(rest)} there was no time: tick them again.` : told,
    });
}

/** Resolves to the names of the leads to move, and to the follow-ups of colleagues that the moves would end. */
export async function foreseen(
  { state: { operator } }: DeskContext,
  moves: Parameters<DeskContext['state']['operator']['moveLeads']>[0]['moves'],
): Promise<{ readonly names: readonly string[]; readonly ends: readonly Html[] }> {
  const order = { moves: moves.map((move) => ({ ...move, reason: 'reopens' })), dryRun: true };
  const results: MovedLead[] = [];
  for await (const group of await operator.moveLeads(order)) results.push(...group);
  const ends = results.flatMap((each) => {
    if (!('refused' in each && each.followUp)) return [];
    const { at, by = 'the owner' } = each.followUp;
    return [html`<li>${by}: ${apart(whoseLead(each))}, ${timeOf(at)}</li>`];
  });
  return { names: results.map(whoseLead), ends };
}

/** The status of the pressed button. */
export const statusOf = (form: URLSearchParams): LeadStatus | undefined =>
  leadStatuses.find((status) => status === form.get('move'));

/** A new owner; without an id: nobody. */
interface Chosen {
  readonly id?: string;
  readonly name: string;
}

/** Resolves to the owner of the pressed button; `undefined` if none was chosen. */
async function ownerOf({ state: { form, session, operator } }: DeskContext): Promise<Chosen | undefined> {
  const chosen = form.get('assign');
  if (chosen === 'nobody') return { name: 'nobody' };
  const id = chosen === 'me' ? session.person : chosen === 'person' && form.get('owner');
  return id ? personWith(id, await operator.namePeople()) : undefined;
}

type Result = MovedLead | AssignedLead;

/** A sentence on leads that were moved and that stay as they are, with the first few names. */
export function movedText<R extends Result>(
  results: readonly R[],
  where = '',
  nameOf?: (result: R) => string,
): string {
  const done = results.filter((each): each is Extract<R, { status: LeadStatus }> => 'status' in each);
  const same = done.filter(({ from, status }) => from === status);
  const moved = done.filter(({ from, status }) => from !== status);
  return sentences(
    toldOf(moved, ` moved${where}`, nameOf),
    same.length > 0 && toldOf(same, same.length === 1 ? ' stays as it is' : ' stay as they are', nameOf),
  );
}

/** A sentence on others' follow-ups that these moves ended. */
export function endedIn(
  ctx: DeskContext,
  results: readonly Result[],
  people: readonly NamedPerson[],
): string {
  const { session } = ctx.state;
  const ended = results.flatMap((each) => ('was' in each && each.was.ended) || []);
  const isOwn = ({ by = '', byId }: FollowUp) =>
    isSamePerson({ by, byId }, { by: session.name, byId: session.person }, people);
  return endedText(
    ended.filter((each) => !isOwn(each)),
    wordsOf(ctx).time,
  );
}

/** A sentence such as `2 leads moved: Ada, Bob.` */
function toldOf<R extends Result>(
  results: readonly R[],
  what: string,
  nameOf?: (result: R) => string,
): string {
  const names = nameOf && results.length > 0 ? `: ${fewNames(results.map(nameOf))}` : '';
  return `${countOf(results.length)}${what}${names}.`;
}

/** Reads the selected rows. Throws InvalidValue. */
function tickedIn(form: URLSearchParams): readonly Row[] {
  const seen = new Map(
    form
      .getAll('seen')
      .map(seenRow)
      .map((row) => [row.id, row]),
  );
  return [...new Set(form.getAll('lead'))].map((id) => seen.get(id) ?? { id, name: id });
}

function seenRow(text: string): Row {
  try {
    const { id, name = id, statusSince: since, owner } = JSON.parse(text);
    const seen = { status: { since: statusSince(`${since}`) }, owner: { owner: owner ? `${owner}` : null } };
    return { id: `${id}`, name: `${name}`, ...seen };
  } catch {
    throw new InvalidValue('This form cannot be read: open the list again.');
  }
}
