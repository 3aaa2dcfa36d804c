import type { OwnerChange, ShownLead } from '#operators/application/ports/inbound/lead-use-cases.ts';
import { dayAfter, type TimeZone } from '#operators/domain/time-zone.ts';
import {
  type Activity,
  type ActivityKind,
  activityId,
  type FollowUp,
  isAnswer,
} from '#operators/domain/work/activity.ts';
import { firstWords } from '#operators/domain/work/first-words.ts';
import { isTheirs } from '#operators/domain/work/follow-up.ts';
import type { LostReason } from '#operators/domain/work/lost-reason.ts';
import { authorName, type NamedPerson, personName, personWith } from '#operators/domain/work/person.ts';
import {
  presentCustomer,
  type StatusChange,
  statusSince,
  type WorkedDeal,
} from '#operators/domain/work/worked-deal.ts';
import { isFinal, type LeadStatus, leadStatuses, nextStatuses } from '../../../../../domain/lead-status.ts';
import { nameOf } from '../../../../../domain/name.ts';
import { leadPath } from '../../presentation/desk-paths.ts';
import { followUpTime } from '../../presentation/follow-up-time.ts';
import { followUpParts, leadName, lostReasonText, vehicleText } from '../../presentation/lead-words.ts';
import { dayWords } from '../../presentation/said-day.ts';
import { confirmedText, hourText, weekdayText } from '../../presentation/time-words.ts';
import { notDone } from '../change.ts';
import type { DeskContext } from '../desk-state.ts';
import { type Html, html, type TimeWriter } from '../html.ts';
import { options } from '../options.ts';
import { timeOf } from '../page.ts';
import { apart } from '../reach.ts';
import { followUpText, isMe, type Looking } from './follow-up.ts';
import { lookingAt } from './inbox-views.ts';
import { lostMark, statusMark } from './lead-list.ts';

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

interface TimelineOptions {
  readonly people: readonly NamedPerson[];
  readonly lostReasons: readonly LostReason[];
  readonly time: TimeWriter;
  /** The id of the person who looks, if they may work on the lead. */
  readonly me: string | undefined;
  /** Whether to show all entries, instead of the newest. */
  readonly all: boolean;
}

const MOST_SHOWN = 50;

/** One thing that was done with a lead. */
interface Entry {
  readonly deal: WorkedDeal;
  readonly at: Date;
  readonly item: Html;
}

/** Everything that happened to the lead and its customer's other leads, newest first. */
export function timelinePart(found: ShownLead, options: TimelineOptions): Html {
  const { deal, others, assignments } = found;
  const entries = [
    // A change of owner stands below the entry made with it.
    ...assignments.map((assignment) => ({
      deal,
      at: assignment.at,
      item: assignmentItem(assignment, options),
    })),
    ...[...others, deal].flatMap((each) => entriesOf(each, deal, options)),
  ];
  const newestFirst = entries.toReversed().toSorted((one, other) => other.at.getTime() - one.at.getTime());
  const shown = options.all ? newestFirst : newestFirst.slice(0, MOST_SHOWN);
  return html`<section class="sheet timeline" aria-labelledby="history"><h2 id="history">Timeline</h2>
<ol class="history">${inRuns(shown).map(([of, items]) =>
    of === deal
      ? items
      : html`<li class="of-other"><a href="${leadPath(of.id)}">${apart(otherName(of, deal))}</a>
<ol class="history">${items}</ol></li>`,
  )}</ol>
${
  shown.length < newestFirst.length &&
  html`<p class="on-screen"><a href="${leadPath(deal.id)}?all#history">All ${newestFirst.length} entries</a></p>`
}</section>`;
}

/** Groups successive entries of the same lead. */
function inRuns(entries: readonly Entry[]): (readonly [WorkedDeal, Html[]])[] {
  const runs: (readonly [WorkedDeal, Html[]])[] = [];
  for (const { deal, item } of entries) {
    const last = runs.at(-1);
    if (last?.[0] === deal) last[1].push(item);
    else runs.push([deal, [item]]);
  }
  return runs;
}

/** Words for another lead of the customer: its subject, and its name if that differs. */
function otherName(other: WorkedDeal, deal: WorkedDeal): string {
  const [theirs, name] = [leadName(other), leadName(deal)];
  return [theirs !== name && theirs, vehicleText(other) || other.dealType, other.vendorName]
    .filter(Boolean)
    .join(', ');
}

/** The entries of a lead. Of other leads, those about the follow-up alone are left out. */
const entriesOf = (deal: WorkedDeal, shown: WorkedDeal, names: TimelineOptions): Entry[] => [
  ...deal.history.map((change, place) => ({
    deal,
    at: change.at,
    item: moveItem(deal, place, change, { ...names, isOther: deal !== shown }),
  })),
  ...deal.activities
    .map((activity, place) => ({ deal, at: activity.at, activity, place }))
    .filter(({ activity: { kind } }) => deal === shown || kind !== 'follow-up')
    .map(({ activity, place, ...of }) => ({
      ...of,
      item: activityItem(deal, activity, place, { ...names, isOther: deal !== shown }),
    })),
];

function moveItem(
  deal: WorkedDeal,
  place: number,
  change: StatusChange,
  { people, lostReasons, isOther }: TimelineOptions & { readonly isOther: boolean },
): Html {
  const { status, at, reason, lostReason } = change;
  const by = apart(authorName(change, people));
  const before = deal.history[place - 1];
  const isReopening = before !== undefined && isFinal(before.status) && !isFinal(status);
  const isNoted = deal.activities.some((each) => isAnswer(each) && each.at.getTime() === at.getTime());
  const mark =
    lostReason === undefined ? statusMark(status) : lostMark(lostReasonText(lostReason, lostReasons));
  if (!before)
    return html`<li>${timePart(at)}<div><p>${mark}, came from ${apart(deal.vendorName)}.</p>
${isOther && textPart(firstWords(deal))}</div></li>`;
  return html`<li>${timePart(at)}<div><p>${mark}, ${isReopening && 'reopened by '}${by}.
${!isNoted && answerMark(deal, at)}</p>${textPart(reason)}</div></li>`;
}

const timePart = (at: Date): Html => html`<span class="aside when">${timeOf(at)}</span>`;

/** Activities in words that follow the author's name. */
const kindWords: Readonly<Record<Activity['kind'], string>> = {
  note: 'noted.',
  called: 'called.',
  'no-answer': 'called, no answer.',
  reached: 'spoke.',
  wrote: 'wrote.',
  'follow-up': '',
};

function activityItem(
  deal: WorkedDeal,
  activity: Activity,
  place: number,
  { people, time, me, isOther }: TimelineOptions & { readonly isOther: boolean },
): Html {
  const { struck, kind, at } = activity;
  const did = html`<p>${apart(authorName(activity, people))} ${kindWords[kind]}
${isAnswer(activity) && answerMark(deal, at)}</p>${followUpPart(activity, people, time)}${textPart(activity.text)}`;
  if (struck)
    return html`<li>${timePart(at)}<div><s>${did}</s>
<p class="aside">Struck by ${apart(authorName(struck, people))}, ${timeOf(struck.at)}</p></div></li>`;
  const isTheirs = me !== undefined && activity.byId !== undefined && isMe([activity.byId], { me, people });
  const mayStrike = isTheirs && !isOther && kind !== 'follow-up';
  return html`<li>${timePart(at)}<div>${did}${mayStrike && strikeForm(deal, place, at)}</div></li>`;
}

const strikeForm = ({ id }: WorkedDeal, place: number, at: Date): Html =>
  html`<form method="post" action="${leadPath(id)}/strike"><button class="quiet" name="entry"
 value="${activityId(place)}">Strike<span class="unseen"> this entry of ${timeOf(at)}</span></button></form>`;

/** The change that an activity made in the follow-up. */
function followUpPart(activity: Activity, people: readonly NamedPerson[], time: TimeWriter): Html | false {
  const parts = followUpParts(activity, people, time);
  return parts.length > 0 && html`<p class="aside">${parts}</p>`;
}

const assignmentItem = (assignment: OwnerChange, { people }: TimelineOptions): Html =>
  html`<li>${timePart(assignment.at)}<div><p>${apart(givenText(assignment, people))}</p></div></li>`;

/** Who gave the lead to whom, or took it. */
function givenText({ to, ...author }: OwnerChange, people: readonly NamedPerson[]): string {
  const by = authorName(author, people);
  if (to === null) return `${by} gave it back: it is nobody’s.`;
  const name = personName(to, people);
  return name === by ? `${by} took it.` : `${by} gave it to ${name}.`;
}

/** The mark of the first answer to the customer. */
const answerMark = ({ answeredAt, reopened }: WorkedDeal, at: Date): Html | false =>
  [answeredAt, reopened?.answeredAt].some((answer) => answer?.getTime() === at.getTime()) &&
  html`<span class="aside">first answer</span>`;

const textPart = (text: string | undefined): Html | false =>
  text !== undefined && text !== '' && html`<p class="said-then" dir="auto">${text}</p>`;
