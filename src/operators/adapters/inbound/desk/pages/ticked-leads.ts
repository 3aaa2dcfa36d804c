import type {
  AssignedLead,
  MovedLead,
  RefusedLead,
} from '#operators/application/ports/inbound/lead-change-use-cases.ts';
import type { SeenOwner } from '#operators/domain/work/assign-deal.ts';
import type { SeenStatus } from '#operators/domain/work/move-deal.ts';
import { type NamedPerson, personWith } from '#operators/domain/work/person.ts';
import { type LeadStatus, leadStatuses } from '../../../../../domain/lead-status.ts';
import { InvalidValue } from '../../presentation/invalid-value.ts';
import { countOf, sentences } from '../../presentation/lead-words.ts';
import { statusSince } from '../../presentation/values.ts';
import { isAnswer, planIn, showOver } from '../ask.ts';
import type { DeskContext, DeskPages } from '../desk-state.ts';
import { type Html, html } from '../html.ts';
import { type DoneMeanwhile, whileWaiting } from '../long-work.ts';
import { goTo } from '../page.ts';
import { isChanged, offerUndo } from '../undo.ts';
import { asksFirst, endedIn, listOf, movedText, statusOf, tell, toldOf, whoseLead } from './change-leads.ts';
import { isMe } from './follow-up.ts';
import { assignFields, moveButtons, noDefaultButton } from './lead-list.ts';

/** Changes leads that were ticked in a list. */
export const tickedLeadPages: DeskPages = (routes) => {
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

/** The actions for ticked leads. */
export const bulkForm = (
  staff: readonly NamedPerson[],
): Html => html`<fieldset class="bulk"><legend class="unseen">With the selected leads</legend>
${noDefaultButton}
<p class="line"><strong data-selected>Selected leads</strong> <span>move to</span> ${moveButtons(leadStatuses)}
<input name="reason" aria-label="Reason for the move" placeholder="Reason (needed to reopen)"
 maxlength="500" autocomplete="off"></p>
<p class="line"><span>or give</span> ${assignFields(staff)}</p></fieldset>`;

/** A ticked lead, as its row showed it. */
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
  const plan = rows.map(({ id, status }): PlannedRow => [id, status?.since?.getTime() ?? null]);
  if (await asksFirst(ctx, { moves, isSure, back: listOf(ctx), plan })) return;
  const done = await whileWaiting(await operator.moveLeads({ moves, endFollowUp: isSure }));
  const people = await operator.namePeople();
  const owners = done.results.flatMap((each) => ('was' in each && isChanged(each) ? [each.was.owner] : []));
  const told = sentences(
    movedText(done.results, ` to ${to}`),
    ofColleagues(ctx, owners, people),
    endedIn(ctx, done.results, people),
  );
  tellRows(ctx, rows.length, done, told, whoseLead);
}

async function assignRows(ctx: DeskContext, rows: readonly Row[], owner: Chosen): Promise<void> {
  const { operator } = ctx.state;
  const leads = rows.map(({ id, owner: seen }) => ({ id, seen }));
  const done = await whileWaiting(await operator.assignLeads({ leads, to: owner.id }));
  const assigned = done.results.filter((each) => !('refused' in each));
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  const nameOf = ({ id }: AssignedLead): string => names.get(id) ?? id;
  const owners = assigned.flatMap((each) => ('from' in each ? [each.from] : []));
  const told = sentences(
    toldOf(assigned.map(nameOf), ` assigned to ${owner.name}`),
    ofColleagues(ctx, owners, await operator.namePeople(), 'before'),
  );
  tellRows(ctx, rows.length, done, told, nameOf);
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

function tellRows<R extends MovedLead | AssignedLead>(
  ctx: DeskContext,
  all: number,
  { results }: DoneMeanwhile<R | RefusedLead>,
  told: string,
  nameOf: (result: R | RefusedLead) => string,
): void {
  offerUndo(ctx, results, nameOf);
  const rest = all - results.length;
  tell(ctx, {
    title: 'Not all were changed',
    all,
    rest,
    told: rest > 0 ? `${told} For ${countOf(rest)} there was no time: tick them again.` : told,
    refused: results.flatMap((each) => ('refused' in each ? [[each, nameOf(each)] as const] : [])),
    back: { path: listOf(ctx), name: 'Back to the list' },
  });
}

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

/** Reads the ticked rows. Throws InvalidValue. */
function tickedIn(form: URLSearchParams): readonly Row[] {
  const rows = form.getAll('seen').map(seenRow);
  const seen = new Map(rows.map((row) => [row.id, row]));
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
