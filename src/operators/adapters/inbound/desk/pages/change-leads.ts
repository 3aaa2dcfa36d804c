import type { AssignedLead } from '#operators/application/leads/assign-lead.ts';
import type { RefusedLead } from '#operators/application/leads/change-leads.ts';
import type { MovedLead } from '#operators/application/leads/move-leads.ts';
import type { WordsBack } from '#operators/application/leads/undo-changes.ts';
import type { FollowUp } from '#operators/domain/work/activity.ts';
import type { LostReason } from '#operators/domain/work/lost-reason.ts';
import { isSamePerson, type NamedPerson } from '#operators/domain/work/person.ts';
import { isFinal, type LeadStatus, leadStatuses } from '../../../../../domain/lead-status.ts';
import { isBlank } from '../../../../../domain/text.ts';
import { leadPath, listPath } from '../../presentation/desk-paths.ts';
import { filterIn } from '../../presentation/lead-filter.ts';
import { countOf, endedText, leadName, sentences } from '../../presentation/lead-words.ts';
import { ask } from '../ask.ts';
import { refusedPart, wordsOf } from '../change.ts';
import type { DeskContext, DeskPages } from '../desk-state.ts';
import { fewNames } from '../few-names.ts';
import { type Html, html, required } from '../html.ts';
import { localPath } from '../local-path.ts';
import { whileWaiting } from '../long-work.ts';
import { options } from '../options.ts';
import { answerHead, goTo, showPage, timeOf } from '../page.ts';
import { apart } from '../reach.ts';
import { isChanged, partsIn } from '../undo.ts';

// How leads are changed, one as many: it is asked first where it must be, done, told and undone. A lead's own page,
// ticked leads and a sheet each say what to do.

/** The address of the list that somebody looked at before, and returns to. */
export const listOf = ({ state }: DeskContext): string => listPath('/', filterIn(state.query));

/** The status of the pressed button. */
export const statusOf = (form: URLSearchParams): LeadStatus | undefined =>
  leadStatuses.find((status) => status === form.get('move'));

type Moves = Parameters<DeskContext['state']['operator']['moveLeads']>[0]['moves'];

interface Intended {
  /** Moves to one status. */
  readonly moves: Moves;
  /** Whether the moves themselves were confirmed, or need not be. */
  readonly isSure: boolean;
  /** The address to go back to. */
  readonly back: string;
  readonly plan: unknown;
}

/**
 * Asks first if several leads become Won or Lost, which ends them and is told to vendors, if follow-ups of colleagues
 * end, or if the reason of lost ones is missing. Resolves to whether it asked.
 */
export async function asksFirst(ctx: DeskContext, { moves, isSure, back, plan }: Intended): Promise<boolean> {
  const { form, operator } = ctx.state;
  const to = moves[0]?.to;
  const lostReasons = to === 'Lost' ? await operator.nameLostReasons() : [];
  const asksWhy = lostReasons.length > 0 && !form.get('lostReason');
  if (to === undefined || !(asksWhy || (isFinal(to) && !isSure))) return false;
  const { names, ends } = await foreseen(ctx, moves);
  if (!asksWhy && moves.length === 1 && ends.length === 0) return false;
  const [one] = names;
  const whose = names.length === 1 && one ? one : countOf(names.length);
  const words = Object.entries(typed).filter(([name]) => !isBlank(form.get(name) ?? ''));
  await ask(ctx, {
    title: `${whose} to ${to}?`,
    asks: `Move ${whose} to ${to}?`,
    says: html`${names.length > 1 && html`<p>${fewNames(names)}</p>`}
${ends.length > 0 && html`<div class="warning"><p>This also ends what colleagues have promised:</p><ul>${ends}</ul></div>`}
${lostReasonField(lostReasons, { chosen: form.get('lostReason'), none: 'Choose why', isNeeded: true })}
${form.has('name') && html`<input type="hidden" name="name" value="${form.get('name') ?? ''}">`}
${words.map(([name, label]) => html`<label>${label} <textarea name="${name}" rows="2">\n${form.get(name) ?? ''}</textarea></label>`)}`,
    button: html`<button class="primary" name="move" value="${to}">Move ${whose} to ${to}</button>`,
    leave: { path: back, name: `Leave ${names.length === 1 ? 'it as it is' : 'them as they are'}` },
    plan,
  });
  return true;
}

/** Fields with words that somebody typed: they stay in the page. */
const typed = { text: 'What was said or done', reason: 'Reason' } as const;

/** Resolves to the names of the leads to move, and to the follow-ups of colleagues that the moves would end. */
async function foreseen({ state: { operator } }: DeskContext, moves: Moves) {
  // With any reason, so that none is refused for the lack of one.
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

interface LostReasonField {
  readonly chosen: string | null;
  /** The text while nothing is chosen. */
  readonly none: string;
  readonly isNeeded: boolean;
}

/** A field for why a lead is lost; `false` if there are no reasons to choose from. */
export const lostReasonField = (
  reasons: readonly LostReason[],
  { chosen, none, isNeeded }: LostReasonField,
): Html | false =>
  reasons.length > 0 &&
  html`<label>Why lost
<select name="lostReason" ${isNeeded && required}>${options(
    [['', none], ...reasons.map(({ code, words }) => [code, words] as const)],
    chosen,
  )}</select></label>`;

/** A lead's name for people; a sheet knows it by its id. */
export const whoseLead = (each: MovedLead): string => leadName('was' in each ? each.was : each.lead);

type Result = MovedLead | AssignedLead;

/** A sentence such as `2 leads moved: Ada, Bob.` */
export const toldOf = (names: readonly string[], what: string): string =>
  `${countOf(names.length)}${what}${names.length > 0 ? `: ${fewNames(names)}` : ''}.`;

/** A sentence on leads that were moved and that stay as they are, with the first few names. */
export function movedText(results: readonly MovedLead[], where = ''): string {
  const done = results.filter((each) => !('refused' in each));
  const same = done.filter((each) => !isChanged(each)).map(whoseLead);
  const moved = done.filter(isChanged).map(whoseLead);
  return sentences(
    toldOf(moved, ` moved${where}`),
    same.length > 0 && toldOf(same, same.length === 1 ? ' stays as it is' : ' stay as they are'),
  );
}

/** A sentence on others' follow-ups that these moves ended. */
export function endedIn(
  ctx: DeskContext,
  results: readonly MovedLead[],
  people: readonly NamedPerson[],
): string {
  const { session } = ctx.state;
  const me = { by: session.name, byId: session.person };
  const isOthers = ({ by = '', byId }: FollowUp) => !isSamePerson({ by, byId }, me, people);
  const ended = results.flatMap((each) => ('was' in each && each.was.ended) || []);
  return endedText(ended.filter(isOthers), wordsOf(ctx).time);
}

interface NotAll {
  readonly title: string;
  readonly all: number;
  /** The number of unchanged leads beside the refused ones. */
  readonly rest: number;
  readonly told: string;
  readonly refused: readonly (readonly [RefusedLead, name: string])[];
  readonly back: { readonly path: string; readonly name: string };
}

/** Tells what was done; on a page of its own, which leads stay as they are, and why. */
export function tell(ctx: DeskContext, { title, all, rest, told, refused, back }: NotAll): void {
  const stay = refused.length + rest;
  if (stay === 0) {
    goTo(ctx, back.path, told);
    return;
  }
  const which = `${stay} of ${all} leads ${stay === 1 ? 'stays as it is' : 'stay as they are'}`;
  showPage(
    ctx,
    title,
    html`${answerHead(all === 1 ? 'The lead stays as it is' : which)}
<p>${told} <a href="${back.path}">${back.name}</a></p>
<ul class="panel refusals">${refused.map(
      ([each, name]) =>
        html`<li><a href="${leadPath(each.id)}">${apart(name)}</a>: ${refusedPart(each)}</li>`,
    )}</ul>`,
  );
}

/** Undoes changes where leads still stand as they were changed. */
export const undoPages: DeskPages = (routes) => routes.post('/leads/undo', 'undoChanges', undo);

const MOST_SHOWN = 50;

async function undo(ctx: DeskContext): Promise<void> {
  const { form, operator } = ctx.state;
  const parts = partsIn(form.get('parts') ?? '');
  const { results, why } = await whileWaiting(await operator.undoChanges({ at: parts.map(({ at }) => at) }));
  const back = { path: localPath(form.get('back')), name: 'Back to where you were' };
  if (why) ctx.state.undo = { parts, names: [], from: undefined };
  if (results.length === 0) return goTo(ctx, back.path, 'Nothing was taken back: none of it is yours.');
  const refused = results.filter((result) => 'refused' in result);
  const shown = refused.slice(0, MOST_SHOWN);
  tell(ctx, {
    title: 'Not all were taken back',
    all: results.length,
    rest: refused.length - shown.length,
    told: sentences(
      undoneText(results),
      why && `Then ${why}: press Undo again for the others.`,
      refused.length > MOST_SHOWN && `Of those that stay as they are, the first ${MOST_SHOWN} are below.`,
    ),
    refused: shown.map((each) => [each, leadName(each.lead)]),
    back,
  });
}

/** A sentence on what was undone: moves, then owners, then words. */
function undoneText(results: readonly (Result | WordsBack)[]): string {
  const moved = results.filter((each): each is MovedLead => 'status' in each);
  const owners = results.filter((each) => 'owner' in each).filter(isChanged);
  const nobodys = owners.filter(({ owner }) => owner === undefined).length;
  const given = owners.length - nobodys;
  const words = results.filter((each) => 'wordsBack' in each).length;
  const promises = results.filter((each) => 'promiseBack' in each).length;
  return (
    sentences(
      moved.length > 0 && movedText(moved, ' back'),
      given > 0 && `${countOf(given)} assigned back.`,
      nobodys > 0 && `${countOf(nobodys)} ${nobodys === 1 ? 'is' : 'are'} nobody’s now.`,
      words > 0 && `Struck: what you wrote down${words === 1 ? '' : ` of ${countOf(words)}`}.`,
      promises > 0 && `When next is as it was before${promises === 1 ? '' : ` for ${countOf(promises)}`}.`,
    ) || 'Nothing was taken back.'
  );
}
