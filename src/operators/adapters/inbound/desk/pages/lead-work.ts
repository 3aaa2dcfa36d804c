import { dayAfter, type TimeZone } from '#operators/domain/time-zone.ts';
import type { ActivityKind, FollowUp } from '#operators/domain/work/activity.ts';
import { isTheirs } from '#operators/domain/work/follow-up.ts';
import type { LostReason } from '#operators/domain/work/lost-reason.ts';
import { authorName, type NamedPerson, personWith } from '#operators/domain/work/person.ts';
import { presentCustomer, statusSince, type WorkedDeal } from '#operators/domain/work/worked-deal.ts';
import { isFinal, type LeadStatus, leadStatuses, nextStatuses } from '../../../../../domain/lead-status.ts';
import { nameOf } from '../../../../../domain/name.ts';
import { leadPath } from '../../presentation/desk-paths.ts';
import { followUpTime } from '../../presentation/follow-up-time.ts';
import { dayWords } from '../../presentation/said-day.ts';
import { confirmedText, hourText, weekdayText } from '../../presentation/time-words.ts';
import { notDone } from '../change.ts';
import type { DeskContext } from '../desk-state.ts';
import { type Html, html } from '../html.ts';
import { options } from '../options.ts';
import { apart } from '../reach.ts';
import { followUpText, type Looking } from './follow-up.ts';
import { lookingAt } from './inbox-views.ts';

interface WorkOptions {
  readonly people: readonly NamedPerson[];
  readonly lostReasons: readonly LostReason[];
  readonly times: TimesToPress;
  /** The button that calls, beside *Log* on telephones. */
  readonly call: Html | undefined;
}

/** Times for a follow-up that can be pressed, all when somebody is there. */
interface TimesToPress {
  /** Nine o'clock tomorrow, or when somebody next is there. */
  readonly next: Date;
  /** The same in three days. */
  readonly threeDays: Date;
  /** When somebody is there next, from the time that is promised now. */
  readonly promised: Date | undefined;
}

const readTime = (now: Date, timeZone: TimeZone) => followUpTime({ clock: () => now, timeZone });

/** Resolves to the times to press on the page of a lead. */
export async function timesToPress(
  { state: { operator, now, zone } }: DeskContext,
  { followUp }: Pick<WorkedDeal, 'followUp'>,
): Promise<TimesToPress> {
  const read = readTime(now, zone);
  const open = (times: readonly Date[]) => operator.findOpenTimes({ times });
  const days = await open([read('tomorrow'), read('3d')]);
  // A day on which somebody is there only later, or again, begins at nine, too, if somebody is there then.
  const nines = days.map((at) => new Date(Math.max(at.getTime(), read(zone.dayOf(at)).getTime())));
  const [next = now, threeDays = now, promised] = await open([...nines, ...(followUp ? [followUp.at] : [])]);
  return { next, threeDays, promised };
}

/** The form for everything after a call: what was said, how it went, when next, where to. */
export const nextPart = (ctx: DeskContext, deal: WorkedDeal, options: WorkOptions): Html =>
  html`<section class="sheet doing" aria-label="After the call">${notDone(ctx, 'moveLead', 'noteLead')}
${workForm(ctx, deal, options)}</section>`;

/** The kinds of activity to choose from, with their meaning. */
const kinds: readonly (readonly [ActivityKind, name: string, hint: string])[] = [
  ['no-answer', 'No answer', 'You called, and nobody answered: a promise stays'],
  ['reached', 'Spoke', 'You spoke with the customer: that is an answer, and your promise is kept'],
  ['wrote', 'Wrote', 'You wrote to the customer: that is an answer, and your promise is kept'],
  ['note', 'Note', 'For colleagues and for later; no vendor sees it'],
];

function workForm(
  ctx: DeskContext,
  deal: WorkedDeal,
  { people, lostReasons, times, call }: WorkOptions,
): Html {
  const { form } = ctx.state;
  const customer = presentCustomer(deal);
  const isReopening = isFinal(deal.status);
  const isPromised = customer !== undefined && !isReopening;
  const looking = { ...lookingAt(ctx.state), people, times };
  return html`<form method="post" action="${leadPath(deal.id)}/log" class="work" id="work" data-drafts autocomplete="off">
<input type="hidden" name="statusSince" value="${statusSince(deal).toISOString()}">
<input type="hidden" name="name" value="${customer && nameOf(customer)}"><input type="hidden" name="then">
${isReopening && html`<input type="hidden" name="reopens" value="1">`}
${(customer || isReopening) && wordsField(form, isReopening ? whyAgain(customer) : WHAT_WAS_SAID)}
${isPromised && deal.followUp && html`<p class="promised">${promiseText(deal, looking)}${closedNote(deal.followUp, looking)}</p>`}
<div class="one-row">
${customer && outcomeFields(form.get('kind') ?? 'note')}
${isPromised && whenFields(form, deal, looking)}
${whereField(deal.status, nextStatuses(deal.status), form.get('move'))}
${whyField(lostReasons, form.get('lostReason'))}
<div class="thumb">${call} <button class="primary log" formnovalidate>Log</button></div></div>
</form>`;
}

const WHAT_WAS_SAID = 'What was said, what the customer wants…';
const whyAgain = (customer: object | undefined): string =>
  `Why it is opened again${customer ? ', or a note' : ''}…`;

const wordsField = (form: URLSearchParams, placeholder: string): Html =>
  html`<textarea name="text" id="text" rows="3" aria-label="What was said or done" aria-keyshortcuts="n"
 placeholder="${placeholder}">\n${form.get('text') ?? ''}</textarea>`;

const outcomeFields = (chosen: string): Html =>
  html`<fieldset class="seg"><legend>Outcome</legend><div class="one">${kinds.map(
    ([kind, name]) =>
      html`<label><input type="radio" name="kind" value="${kind}" aria-describedby="${kind}" ${
        kind === chosen && html`checked`
      }> ${name}</label>`,
  )}</div></fieldset>
<p class="hints aside">${kinds.map(([kind, , hint]) => html`<span id="${kind}">${hint}.</span> `)}</p>`;

/** The person who looks, and the times to press. */
type LookingAhead = Looking & { readonly zone: TimeZone; readonly times: TimesToPress };

/** The field's value for no follow-up. */
const NEVER = 'none';

/** The choice of the next follow-up. A colleague's follow-up offers two choices: it stays, or ends. */
function whenFields(form: URLSearchParams, deal: WorkedDeal, looking: LookingAhead): Html {
  const { followUp } = deal;
  const { me, now, people } = looking;
  const ids = personWith(me, people)?.ids;
  const isOthers = followUp !== undefined && !isTheirs(deal, { by: '', byId: me, ids, at: now });
  const chosen = form.get('next') ?? '';
  return html`<fieldset class="seg when"><legend>When next</legend><input type="hidden" name="nextFrom" value="${followUp?.at.toISOString()}">
<div>${
    isOthers
      ? html`${nextChoices(othersChoices, chosen === NEVER ? NEVER : '')}
<input type="hidden" name="ofOther" value="1">`
      : html`${nextChoices(ownChoices(followUp, looking), chosen)}
<input name="at" aria-label="Or when next" aria-keyshortcuts="f" value="${form.get('at') ?? ''}" list="days" autocomplete="off" placeholder="fri 3pm">
<datalist id="days">${dayWords.map((word) => html`<option value="${word}">`)}</datalist>`
  }</div></fieldset>`;
}

type Choice = readonly [value: string, name: string];

const nextChoices = (choices: readonly Choice[], chosen: string): Html =>
  html`<div class="one">${choices.map(
    ([value, name]) =>
      html`<label><input type="radio" name="next" value="${value}" ${value === chosen && html`checked`}> ${name}</label>`,
  )}</div>`;

const othersChoices: readonly Choice[] = [
  ['', 'Stays'],
  [NEVER, 'Ends now'],
];

function ownChoices(followUp: FollowUp | undefined, { now, zone, times }: LookingAhead): readonly Choice[] {
  const { next, threeDays } = times;
  const tomorrow = dayAfter(zone.dayOf(now), 1);
  const timeText = (at: Date) =>
    `${zone.dayOf(at) === tomorrow ? 'Tomorrow' : weekdayText(at, now, zone)} ${hourText(at, zone)}`;
  const choices: Choice[] = [
    ['', followUp ? 'Stays' : 'Not set'],
    [next.toISOString(), timeText(next)],
  ];
  const isUsual = threeDays.getTime() === readTime(now, zone)('3d').getTime();
  if (threeDays > next) choices.push([threeDays.toISOString(), isUsual ? '3 days' : timeText(threeDays)]);
  if (followUp) choices.push([NEVER, 'None']);
  return choices;
}

const whose = ({ by, byId }: FollowUp, people: readonly NamedPerson[]): string =>
  by === undefined ? 'the owner' : authorName({ by, byId }, people);

/** Says that nobody is there at the promised time, with the next time to press. */
const closedNote = (
  { at }: FollowUp,
  { now, zone, times: { promised: open } }: LookingAhead,
): Html | undefined =>
  open && open > at
    ? html`. Nobody is there then. <button name="next" value="${open.toISOString()}" formnovalidate>${confirmedText(open, now, zone)}</button>`
    : undefined;

/** The follow-up in words: when, by whom, and what for. */
export const promiseText = ({ followUp }: WorkedDeal, looking: Looking): Html | undefined =>
  followUp &&
  html`Promised for ${followUpText(followUp, looking)}${
    followUp.by !== undefined && html`, by ${apart(whose(followUp, looking.people))}`
  }${followUp.text && html`: <q dir="auto">${followUp.text}</q>`}`;

/** The choice of the lead's next status, each with the digit that is its key. */
const whereField = (status: LeadStatus, next: readonly LeadStatus[], chosen: string | null): Html =>
  html`<div class="field to"><label for="to">Where to</label>
<select id="to" name="move" aria-keyshortcuts="m">${options(
    [
      ['', `Stays ${status}`],
      ...next.map((each) => [each, `${leadStatuses.indexOf(each) + 1} ${each}`] as const),
    ],
    chosen,
  )}</select></div>`;

/** The choice of a reason, shown as soon as Lost is chosen, each with the digit that is its key. */
const whyField = (reasons: readonly LostReason[], chosen: string | null): Html | false =>
  reasons.length > 0 &&
  html`<fieldset class="seg why"><legend>Why it is lost</legend><div>${reasons.map(
    ({ code, words }, at) =>
      html`<label><input type="radio" name="lostReason" value="${code}" ${code === chosen && html`checked`}><kbd
 aria-hidden="true">${at + 1}</kbd> ${words}</label>`,
  )}</div></fieldset>`;

/** The activity and the next follow-up in a form: a typed time, or a chosen one. */
export function workIn(form: URLSearchParams) {
  const ends = form.has('endFollowUp') || form.has('sure');
  const next = form.get('at')?.trim() || form.get('next') || (form.has('endFollowUp') ? NEVER : undefined);
  return {
    kind: form.get('kind') ?? 'note',
    text: form.get('text') ?? '',
    ...(next !== undefined && { next: next === NEVER ? null : next }),
    ...(form.has('nextFrom') && { nextFrom: form.get('nextFrom') || null }),
    ...((ends || (form.has('ofOther') && next === NEVER)) && { endFollowUp: true }),
  };
}
