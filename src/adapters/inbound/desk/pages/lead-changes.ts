import type {
  AssignedLead,
  MovedLead,
  RefusedLead,
} from '../../../../application/operators/ports/inbound/lead-changes.ts';
import { isFinal, type LeadStatus, leadStatuses } from '../../../../domain/intake/lead-status.ts';
import { nameOf } from '../../../../domain/intake/name.ts';
import { presentCustomer } from '../../../../domain/work/deal.ts';
import type { LostReason } from '../../../../domain/work/lost-reason.ts';
import { personWith } from '../../../../domain/work/person.ts';
import { leadPath, listPath } from '../../operators/desk-paths.ts';
import { InvalidValue } from '../../operators/invalid-value.ts';
import { filterIn } from '../../operators/lead-filter.ts';
import { countOf } from '../../operators/lead-words.ts';
import { statusSince } from '../../operators/values.ts';
import { ONCE } from '../answered-once.ts';
import type { DeskContext, DeskPages } from '../desk-state.ts';
import { fewNames } from '../few-names.ts';
import { type Html, html } from '../html.ts';
import { localPath } from '../local-path.ts';
import { goTo, showPage } from '../page.ts';
import { apart } from '../people.ts';
import { offerNoUndo, offerUndo, partsIn } from '../undo.ts';
import { whileWaiting } from '../while-waiting.ts';
import { refusedPart } from '../why-not.ts';
import { lostReasonField } from './lost-reason-field.ts';

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
    const lostReasons = to === 'Lost' ? await ctx.state.operator.nameLostReasons() : [];
    const isAsked = !form.has('sure') && ids.length > 1;
    const asksWhy = lostReasons.length > 0 && !form.get('lostReason');
    if (to && isFinal(to) && (isAsked || asksWhy)) return askFirst(ctx, { ids, to, list, lostReasons });
    const { results, why } = await (to ? moveAll(ctx, ids, to) : assignAll(ctx, ids, owner?.id));
    const refused = results.filter((result) => 'refused' in result);
    const seen = seenIn(form);
    const nameOf = ({ id }: Result): string => seen.get(id)?.name ?? id;
    const done = to
      ? movedText(results, ` to ${to}`, nameOf)
      : toldOf(results.filter(isDone), ` assigned to ${owner?.name}`, nameOf);
    offerUndo(ctx, results, nameOf);
    if (refused.length === 0 && why === undefined) return goTo(ctx, list, done);
    const rest = ids.length - results.length;
    showPage(
      ctx,
      'Not all were changed',
      html`<div class="head"><h1>${staysText(refused.length + rest, ids.length)}</h1></div>
<p>${done} ${rest > 0 && html`For ${countOf(rest)} there was no time: tick them again.`}
<a href="${list}">Back to the list</a></p>
${refusals(
  refused,
  refused.map((each) => apart(nameOf(each))),
)}`,
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
  const back = localPath(form.get('back'));
  if (!why) offerNoUndo(ctx);
  const refused = results.filter((result) => 'refused' in result);
  const done = [
    movedText(results, ' back'),
    why && `Then ${why}: press Undo again for the others.`,
    refused.length > MOST_NAMED && `Of those that stay as they are, the first ${MOST_NAMED} are below.`,
  ]
    .filter(Boolean)
    .join(' ');
  if (results.length === 0) return goTo(ctx, back, 'Nothing was moved back: none of these moves is yours.');
  if (refused.length === 0) return goTo(ctx, back, done);
  const named = refused.slice(0, MOST_NAMED);
  const names = await Promise.all(named.map(({ id }) => whoseLead(ctx, id)));
  showPage(
    ctx,
    'Not all were moved back',
    html`<div class="head"><h1>${staysText(refused.length, results.length)}</h1></div>
<p>${done} <a href="${back}">Back to where you were</a></p>
${refusals(named, names)}`,
  );
}

/** `1 of 3 leads stays as it is`. */
function staysText(count: number, all: number): string {
  if (all === 1) return 'The lead stays as it is';
  return `${count} of ${all} leads ${count === 1 ? 'stays as it is' : 'stay as they are'}`;
}

const refusals = (refused: readonly RefusedLead[], names: readonly Html[]): Html =>
  html`<ul class="panel refusals">${refused.map(
    (each, at) => html`<li><a href="${leadPath(each.id)}">${names[at]}</a>: ${refusedPart(each)}</li>`,
  )}</ul>`;

interface Ending {
  readonly ids: readonly string[];
  readonly to: LeadStatus;
  /** The way back. */
  readonly list: string;
  /** Why they may be lost; none if that is not asked. */
  readonly lostReasons: readonly LostReason[];
}

/** What the page that asks first says anew. */
const askedAnew: readonly string[] = ['move', 'lostReason', 'sure', ONCE];

/** Won and Lost end leads, and their vendors are told: for several, that is asked first; and why a lead is lost. */
function askFirst(ctx: DeskContext, { ids, to, list, lostReasons }: Ending): void {
  const { form } = ctx.state;
  const fields = [...form].filter(([name]) => !askedAnew.includes(name));
  const chosen = form.get('lostReason');
  const seen = seenIn(form);
  showPage(
    ctx,
    `${countOf(ids.length)} to ${to}?`,
    html`<div class="head"><h1>Move ${countOf(ids.length)} to ${to}?</h1></div>
<p>${fewNames(ids.map((id) => seen.get(id)?.name ?? id))}</p>
<form method="post" action="${ctx.url}" class="panel ask">
${fields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<input type="hidden" name="sure" value="1">
${lostReasonField(lostReasons, { chosen, none: 'Choose why', required: true })}
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
  return id ? personWith(id, await operator.namePeople()) : undefined;
}

type Result = MovedLead | AssignedLead;

const isDone = (result: Result): boolean => !('refused' in result);

/** Which were moved, and which had this status already: the first few by their names, if there are some. */
export function movedText(
  results: readonly Result[],
  where = '',
  nameOf?: (result: Result) => string,
): string {
  const done = results.flatMap((result) => ('status' in result ? [result] : []));
  const same = done.filter(({ from, status }) => from === status);
  const moved = done.filter(({ from, status }) => from !== status);
  return [
    toldOf(moved, ` moved${where}`, nameOf),
    same.length > 0 && toldOf(same, ' had this status already', nameOf),
  ]
    .filter(Boolean)
    .join(' ');
}

/** `2 leads moved: Ada, Bob.` */
function toldOf(results: readonly Result[], what: string, nameOf?: (result: Result) => string): string {
  const names = nameOf && results.length > 0 ? `: ${fewNames(results.map(nameOf))}` : '';
  return `${countOf(results.length)}${what}${names}.`;
}

async function moveAll({ state }: DeskContext, ids: readonly string[], to: LeadStatus) {
  const reason = state.form.get('reason') ?? undefined;
  const seen = seenIn(state.form);
  const lostReason = (to === 'Lost' && state.form.get('lostReason')) || undefined;
  const moves = ids.map((id) => ({ id, to, reason, lostReason, seen: seen.get(id)?.status }));
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
      const { id, name = id, statusSince: since, owner } = seenRow(text);
      const seen = {
        name: String(name),
        status: { since: statusSince(String(since)) },
        owner: { owner: owner ?? null },
      };
      return [id, seen] as const;
    }),
  );
}

function seenRow(text: string): {
  readonly id: string;
  readonly name?: string;
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
    const customer = presentCustomer(deal);
    return apart(customer ? nameOf(customer) : leadId);
  } catch {
    return apart(leadId);
  }
}
