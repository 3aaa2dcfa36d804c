import { isFinal, nextStatuses } from '../../../../../domain/lead-status.ts';
import { nameOf } from '../../../../../domain/name.ts';
import { dayAfter, type TimeZone } from '../../../../domain/time-zone.ts';
import type { ActivityKind, FollowUp } from '../../../../domain/work/activity.ts';
import { isTheirs } from '../../../../domain/work/follow-up.ts';
import type { LostReason } from '../../../../domain/work/lost-reason.ts';
import { authorName, type NamedPerson, personWith } from '../../../../domain/work/person.ts';
import { presentCustomer, statusSince, type WorkedDeal } from '../../../../domain/work/worked-deal.ts';
import { leadPath } from '../../presentation/desk-paths.ts';
import { dayWords, followUpTime } from '../../presentation/follow-up-time.ts';
import { hourText, weekdayText } from '../../presentation/time-words.ts';
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
  /** The next day on which somebody is there. */
  readonly nextDay: string;
}

/** The form for everything after a call: what was said, how it went, when next, where to. */
export const nextPart = (ctx: DeskContext, deal: WorkedDeal, options: WorkOptions): Html =>
  html`<section class="sheet doing" aria-label="After the call">${notDone(ctx, 'moveLead', 'noteLead')}
${workForm(ctx, deal, options)}</section>`;

/** The kinds of activity to choose from, with their meaning. */
const kinds: readonly (readonly [ActivityKind, name: string, title: string])[] = [
  ['no-answer', 'No answer', 'You called, and nobody answered: a promise stays'],
  ['reached', 'Spoke', 'You spoke with the customer: that is an answer, and your promise is kept'],
  ['wrote', 'Wrote', 'You wrote to the customer: that is an answer, and your promise is kept'],
  ['note', 'Note', 'For colleagues and for later; no vendor sees it'],
];

function workForm(ctx: DeskContext, deal: WorkedDeal, { people, lostReasons, nextDay }: WorkOptions): Html {
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
${customer && !isReopening && deal.followUp && html`<p class="promised">${promiseText(deal, looking)}</p>`}
<div class="one-row">
${
  customer &&
  html`<fieldset class="seg"><legend>Outcome</legend><div class="one">${kinds.map(
    ([each, name, title]) =>
      html`<label title="${title}"><input type="radio" name="kind" value="${each}" ${each === kind && html`checked`}> ${name}</label>`,
  )}</div></fieldset>`
}
${customer && !isReopening && whenFields(form, deal, { ...looking, nextDay })}
${whereField(deal.status, nextStatuses(deal.status), form.get('move'))}
${whyField(lostReasons, form.get('lostReason'))}
<button class="primary log" formnovalidate>Log</button></div>
</form>`;
}

/** The field's value for no follow-up. */
export const NEVER = 'none';

/** The choice of the next follow-up. A colleague's follow-up offers two choices: it stays, or ends. */
function whenFields(
  form: URLSearchParams,
  deal: WorkedDeal,
  looking: Looking & { readonly zone: TimeZone; readonly nextDay: string },
): Html {
  const { followUp } = deal;
  const { me, now, people, zone, nextDay } = looking;
  const next = followUpTime({ clock: () => now, timeZone: zone })(nextDay);
  const isTomorrow = nextDay === dayAfter(zone.dayOf(now));
  const nextName = isTomorrow ? 'Tomorrow' : weekdayText(next, now, zone);
  const ids = personWith(me, people)?.ids;
  const isOthers = followUp !== undefined && !isTheirs(deal, { by: '', byId: me, ids, at: now });
  const choice = (value: string, name: string, isChosen = form.get('next') === value) =>
    html`<label><input type="radio" name="next" value="${value}" ${isChosen && html`checked`}> ${name}</label>`;
  return html`<fieldset class="seg when"><legend>When next</legend><input type="hidden" name="nextFrom" value="${followUp?.at.toISOString()}">
<div>${
    isOthers
      ? html`<div class="one">${choice('', 'Stays', form.get('next') !== NEVER)}${choice(NEVER, 'Ends now')}</div>
<input type="hidden" name="ofOther" value="1">`
      : html`<div class="one">${choice(isTomorrow ? 'tomorrow' : nextDay, `${nextName} ${hourText(next, zone)}`)}${choice('3d', '3 days')}${
          followUp && choice(NEVER, 'None')
        }</div>
<input name="at" aria-label="Or when next" aria-keyshortcuts="f" value="${form.get('at') ?? ''}" list="days" autocomplete="off" placeholder="fri 3pm">
<datalist id="days">${dayWords.map((word) => html`<option value="${word}">`)}</datalist>`
  }</div></fieldset>`;
}

const whose = ({ by, byId }: FollowUp, people: readonly NamedPerson[]): string =>
  by === undefined ? 'the owner' : authorName({ by, byId }, people);

/** The follow-up in words: when, by whom, and what for. */
export const promiseText = ({ followUp }: WorkedDeal, looking: Looking): Html | undefined =>
  followUp &&
  html`Promised for ${followUpText(followUp, looking)}${
    followUp.by !== undefined && html`, by ${apart(whose(followUp, looking.people))}`
  }${followUp.text && html`: <q dir="auto">${followUp.text}</q>`}`;
