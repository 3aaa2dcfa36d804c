import type { AssignedLead, MovedLead, RefusedLead } from '../../../../application/ports/inbound/operator.ts';
import { isFinal, type LeadStatus, leadStatuses } from '../../../../domain/lead-status.ts';
import { nameOf } from '../../../../domain/name.ts';
import { leadPath, listPath } from '../../operators/desk-paths.ts';
import { InvalidValue } from '../../operators/invalid-value.ts';
import { filterIn } from '../../operators/lead-filter.ts';
import { countOf } from '../../operators/leads.ts';
import { statusSince } from '../../operators/values.ts';
import { ONCE } from '../answered-once.ts';
import type { DeskContext, DeskPages } from '../desk-state.ts';
import { type Html, html } from '../html.ts';
import { goTo, showPage } from '../page.ts';
import { apart } from '../people.ts';
import { offerNoUndo, offerUndo, partsIn } from '../undo.ts';
import { whileWaiting } from '../while-waiting.ts';
import { refusedPart } from '../why-not.ts';

/** The changes of several leads that were selected in a list. */
export const leadChangePages: DeskPages = (routes) => {
  routes.post('/leads/change', 'moveLeads', async (ctx) => {
    const { form } = ctx.state;
    const list = listPath('/', filterIn(new URLSearchParams(ctx.querystring)));
    const ids = [...new Set(form.getAll('lead'))];
    const to = statusOf(form);
    const owner = await ownerOf(ctx);
    if (ids.length === 0 || (!to && !owner))
      return goTo(ctx, list, 'Nothing was changed: tick the leads first, then choose.');
    if (to && isFinal(to) && ids.length > 1 && !form.has('sure')) return askFirst(ctx, ids, to, list);
    const { results, why } = await (to ? moveAll(ctx, ids, to) : assignAll(ctx, ids, owner?.id));
    const refused = results.filter((result) => 'refused' in result);
    const done = to
      ? movedText(results, ` to ${to}`)
      : `${countOf(results.length - refused.length)} assigned to ${owner?.name}.`;
    offerUndo(ctx, results);
    if (refused.length === 0 && why === undefined) return goTo(ctx, list, done);
    const rest = ids.length - results.length;
    const names = await Promise.all(refused.map(({ id }) => whoseLead(ctx, id)));
    showPage(
      ctx,
      'Not all were changed',
      html`<div class="head"><h1>${refused.length + rest} of ${ids.length} leads stay as they are</h1></div>
<p>${done} ${rest > 0 && html`For ${countOf(rest)} there was no time: tick them again.`}
<a href="${list}">Back to the list</a></p>
${refusals(refused, names)}`,
    );
  });

  routes.post('/leads/undo', 'undoMoves', undo);
};

/** Each name that is looked up is a look at a customer. */
const MOST_NAMED = 50;

/** Moves are taken back where they still stand. */
async function undo(ctx: DeskContext): Promise<void> {
  const { form, operator } = ctx.state;
  const moves = await operator.undoMoves({ at: partsIn(form.get('parts') ?? '').map(({ at }) => at) });
  const { results, why } = await whileWaiting(moves);
  if (!why) offerNoUndo(ctx);
  const refused = results.filter((result) => 'refused' in result);
  const done = [
    movedText(results, ' back'),
    why && `Then ${why}: press Undo again for the others.`,
    refused.length > MOST_NAMED && `Of those that stay as they are, the first ${MOST_NAMED} are below.`,
  ]
    .filter(Boolean)
    .join(' ');
  if (refused.length === 0) return goTo(ctx, '/', done);
  const named = refused.slice(0, MOST_NAMED);
  const names = await Promise.all(named.map(({ id }) => whoseLead(ctx, id)));
  showPage(
    ctx,
    'Not all were moved back',
    html`<div class="head"><h1>${refused.length} of ${results.length} leads stay as they are</h1></div>
<p>${done} <a href="/">To the inbox</a></p>
${refusals(named, names)}`,
  );
}

const refusals = (refused: readonly RefusedLead[], names: readonly Html[]): Html =>
  html`<ul class="panel refusals">${refused.map(
    (each, at) => html`<li><a href="${leadPath(each.id)}">${names[at]}</a>: ${refusedPart(each)}</li>`,
  )}</ul>`;

/** Won and Lost end leads, and their vendors are told: for several, that is asked first. */
function askFirst(ctx: DeskContext, ids: readonly string[], to: LeadStatus, list: string): void {
  const { form } = ctx.state;
  const fields = [...form].filter(([name]) => name !== 'move' && name !== ONCE);
  showPage(
    ctx,
    `${countOf(ids.length)} to ${to}?`,
    html`<div class="head"><h1>Move ${countOf(ids.length)} to ${to}?</h1></div>
<form method="post" action="${ctx.url}" class="panel ask">
${fields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<input type="hidden" name="sure" value="1">
<p class="line"><button class="primary" name="move" value="${to}">Move ${countOf(ids.length)} to ${to}</button>
<a class="button" href="${list}">Leave them as they are</a></p></form>`,
  );
}

/** The status that the pressed button names. */
export const statusOf = (form: URLSearchParams): LeadStatus | undefined =>
  leadStatuses.find((status) => status === form.get('move'));

/** An owner to be; without an id: nobody. */
interface Chosen {
  readonly id?: string;
  readonly name: string;
}

/** Whom the pressed button means; `undefined` if nobody was chosen. */
export async function ownerOf({
  state: { form, session, operator },
}: DeskContext): Promise<Chosen | undefined> {
  const chosen = form.get('assign');
  if (chosen === 'nobody') return { name: 'nobody' };
  const id = chosen === 'me' ? session.person : chosen === 'person' && form.get('owner');
  return id ? (await operator.namePeople()).find((person) => person.id === id) : undefined;
}

/** How many were moved, and how many had to stay what they were. */
export function movedText(results: readonly Result[], where = ''): string {
  const done = results.flatMap((result) => ('status' in result ? result : []));
  const same = done.filter(({ from, status }) => from === status).length;
  const moved = `${countOf(done.length - same)} moved${where}.`;
  return same > 0 ? `${moved} ${countOf(same)} had this status already.` : moved;
}

type Result = MovedLead | AssignedLead;

async function moveAll({ state }: DeskContext, ids: readonly string[], to: LeadStatus) {
  const reason = state.form.get('reason') ?? undefined;
  const seen = seenIn(state.form);
  const moves = ids.map((id) => ({ id, to, reason, seen: seen.get(id)?.status }));
  return whileWaiting<Result>(await state.operator.moveLeads({ moves }));
}

async function assignAll({ state }: DeskContext, ids: readonly string[], to: string | undefined) {
  const seen = seenIn(state.form);
  const leads = ids.map((id) => ({ id, seen: seen.get(id)?.owner }));
  return whileWaiting<Result>(await state.operator.assignLeads({ leads, to }));
}

/** What the rows of the list showed, by the id of the lead. Throws InvalidValue. */
function seenIn(form: URLSearchParams) {
  return new Map(
    form.getAll('seen').map((text) => {
      const { id, statusSince: since, owner } = seenRow(text);
      const seen = { status: { since: statusSince(String(since)) }, owner: { owner: owner ?? null } };
      return [id, seen] as const;
    }),
  );
}

function seenRow(text: string): {
  readonly id: string;
  readonly statusSince: string;
  readonly owner?: string;
} {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidValue('This form cannot be read: open the list again.');
  }
}

async function whoseLead({ state }: DeskContext, leadId: string): Promise<Html> {
  try {
    const { deal } = await state.operator.showLead({ leadId });
    return apart(deal.customer ? nameOf(deal.customer) : leadId);
  } catch {
    return apart(leadId);
  }
}
