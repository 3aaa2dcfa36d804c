import { dayAfter, type TimeZone } from '#operators/domain/time-zone.ts';
import type { ActivityKind, FollowUp } from '#operators/domain/work/activity.ts';
import { isTheirs } from '#operators/domain/work/follow-up.ts';
import type { LostReason } from '#operators/domain/work/lost-reason.ts';
import { authorName, type NamedPerson, personWith } from '#operators/domain/work/person.ts';
import { presentCustomer, statusSince, type WorkedDeal } from '#operators/domain/work/worked-deal.ts';
import { isFinal, nextStatuses } from '../../../../../domain/lead-status.ts';
import { nameOf } from '../../../../../domain/name.ts';
import { leadPath } from '../../presentation/desk-paths.ts';
import { followUpTime } from '../../presentation/follow-up-time.ts';
import { dayWords } from '../../presentation/said-day.ts';
import { confirmedText, hourText, weekdayText } from '../../presentation/time-words.ts';
import type { DeskContext } from '../desk-state.ts';
import { type Html, html } from '../html.ts';
import { apart } from '../reach.ts';
import { notDone } from '../why-not.ts';
import { followUpText, type Looking } from './follow-up.ts';
import { lookingAt } from './inbox-views.ts';
import { whereField, whyField } from './where-to.ts';

interface WorkOptions {
  readonly people: readonly NamedPerson[];
  readonly lostReasons: readonly LostReason[];
  readonly times: TimesToPress;
  /** The button that calls, beside *Log* on telephones. */
  readonly call: Html | undefined;
}

/** Times for a follow-up that can be pressed, all when somebody is there. */
export interface TimesToPress {
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
  const path = leadPath(deal.id);
  const [isReopening, customer] = [isFinal(deal.status), presentCustomer(deal)];
  const kind = form.get('kind') ?? 'note';
  const looking = { ...lookingAt(ctx.state), people };
  return html`<form method="post" action="${path}/log" class="work" id="work" data-drafts autocomplete="off">
<input type="hidden" name="statusSince" value="${statusSince(deal).toISOString()}">
<input type="hidden" name="name" value="${customer && nameOf(customer)}"><input type="hidden" name="then">
${isReopening && html`<input type="hidden" name="reopens" value="1">`}
${
  (customer || isReopening) &&
  html`<textarea name="text" id="text" rows="3" aria-label="What was said or done" aria-keyshortcuts="n"
 placeholder="${isReopening ? `Why it is opened again${customer ? ', or a note' : ''}…` : 'What was said, what the customer wants…'}">\n${form.get('text') ?? ''}</textarea>`
}
${customer && !isReopening && deal.followUp && html`<p class="promised">${promiseText(deal, looking)}${closedNote(deal.followUp, times.promised, looking)}</p>`}
<div class="one-row">
${
  customer &&
  html`<fieldset class="seg"><legend>Outcome</legend><div class="one">${kinds.map(
    ([each, name]) =>
      html`<label><input type="radio" name="kind" value="${each}" aria-describedby="${each}" ${
        each === kind && html`checked`
      }> ${name}</label>`,
  )}</div></fieldset>
<p class="hints aside">${kinds.map(([each, , hint]) => html`<span id="${each}">${hint}.</span> `)}</p>`
}
${customer && !isReopening && whenFields(form, deal, { ...looking, times })}
${whereField(deal.status, nextStatuses(deal.status), form.get('move'))}
${whyField(lostReasons, form.get('lostReason'))}
<div class="thumb">${call} <button class="primary log" formnovalidate>Log</button></div></div>
</form>`;
}

/** The field's value for no follow-up. */
export const NEVER = 'none';

/** The choice of the next follow-up. A colleague's follow-up offers two choices: it stays, or ends. */
function whenFields(
  form: URLSearchParams,
  deal: WorkedDeal,
  looking: Looking & { readonly zone: TimeZone; readonly times: TimesToPress },
): Html {
  const { followUp } = deal;
  const { me, now, people, zone, times } = looking;
  const dayIn = (count: number) => dayAfter(zone.dayOf(now), count);
  const timeText = (at: Date) =>
    `${zone.dayOf(at) === dayIn(1) ? 'Tomorrow' : weekdayText(at, now, zone)} ${hourText(at, zone)}`;
  const isUsual = times.threeDays.getTime() === readTime(now, zone)('3d').getTime();
  const ids = personWith(me, people)?.ids;
  const isOthers = followUp !== undefined && !isTheirs(deal, { by: '', byId: me, ids, at: now });
  const choice = (value: string, name: string, isChosen = form.get('next') === value) =>
    html`<label><input type="radio" name="next" value="${value}" ${isChosen && html`checked`}> ${name}</label>`;
  return html`<fieldset class="seg when"><legend>When next</legend><input type="hidden" name="nextFrom" value="${followUp?.at.toISOString()}">
<div>${
    isOthers
      ? html`<div class="one">${choice('', 'Stays', form.get('next') !== NEVER)}${choice(NEVER, 'Ends now')}</div>
<input type="hidden" name="ofOther" value="1">`
      : html`<div class="one">${choice('', followUp ? 'Stays' : 'Not set', !form.get('next'))}${choice(
          times.next.toISOString(),
          timeText(times.next),
        )}${
          times.threeDays > times.next &&
          choice(times.threeDays.toISOString(), isUsual ? '3 days' : timeText(times.threeDays))
        }${followUp && choice(NEVER, 'None')}</div>
<input name="at" aria-label="Or when next" aria-keyshortcuts="f" value="${form.get('at') ?? ''}" list="days" autocomplete="off" placeholder="fri 3pm">
<datalist id="days">${dayWords.map((word) => html`<option value="${word}">`)}</datalist>`
  }</div></fieldset>`;
}

const whose = ({ by, byId }: FollowUp, people: readonly NamedPerson[]): string =>
  by === undefined ? 'the owner' : authorName({ by, byId }, people);

/** Says that nobody is there at the promised time, with the next time to press. */
const closedNote = (
  { at }: FollowUp,
  open: Date | undefined,
  { now, zone }: Looking & { readonly zone: TimeZone },
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
