import { isFinal, nextStatuses } from '../../../../../domain/lead-status.ts';
import { nameOf } from '../../../../../domain/name.ts';
import type { TimeZone } from '../../../../domain/time-zone.ts';
import type { Activity, ActivityKind, FollowUp } from '../../../../domain/work/activity.ts';
import { isTheirs } from '../../../../domain/work/follow-up.ts';
import { authorName, type NamedPerson, personName, personWith } from '../../../../domain/work/person.ts';
import { presentCustomer, statusSince, type WorkedDeal } from '../../../../domain/work/worked-deal.ts';
import { leadPath } from '../../presentation/desk-paths.ts';
import { dayWords, followUpTime } from '../../presentation/follow-up-time.ts';
import { hourText } from '../../presentation/time-words.ts';
import type { DeskContext } from '../desk-state.ts';
import { type Html, html } from '../html.ts';
import { named, options } from '../options.ts';
import { apart } from '../reach.ts';
import { notDone } from '../why-not.ts';
import { followUpText, type Looking } from './follow-up.ts';
import { lookingAt } from './inbox-views.ts';
import { moveButtons } from './lead-list.ts';

/** All actions for a lead in one place. */
export const nextPart = (ctx: DeskContext, deal: WorkedDeal, people: readonly NamedPerson[]): Html =>
  html`<section class="panel next" aria-labelledby="next"><h2 id="next">What to do next</h2>
${workForm(ctx, deal, people)}
${assignPart(ctx, deal, people)}
</section>`;

export const kindNames: Readonly<Record<Activity['kind'], string>> = {
  note: 'Note',
  called: 'Called',
  'no-answer': 'No answer',
  reached: 'Spoke',
  wrote: 'Wrote',
  'follow-up': 'Follow-up',
};

/** The kinds of activity to choose from, with their meaning. */
const kinds: readonly (readonly [ActivityKind, title: string])[] = [
  ['no-answer', 'You called, and nobody answered: a follow-up stays'],
  ['reached', 'You spoke with the customer: that is an answer, and your follow-up is done'],
  ['wrote', 'You wrote to the customer: that is an answer, and your follow-up is done'],
  ['note', 'For colleagues and for later; no vendor sees it'],
];

/** A form for what was done, what was said, the next follow-up, and the lead's status: all at once, or each alone. */
function workForm(ctx: DeskContext, deal: WorkedDeal, people: readonly NamedPerson[]): Html {
  const { form } = ctx.state;
  const path = leadPath(deal.id);
  const [isReopening, customer] = [isFinal(deal.status), presentCustomer(deal)];
  const kind = form.get('kind') ?? 'note';
  return html`${notDone(ctx, 'moveLead', 'noteLead')}
<form method="post" action="${path}/log" class="stack work" id="work" data-drafts>
<input type="hidden" name="statusSince" value="${statusSince(deal).toISOString()}">
<input type="hidden" name="name" value="${customer && nameOf(customer)}"><input type="hidden" name="then">
${isReopening && html`<input type="hidden" name="reopens" value="1">`}
${
  customer &&
  html`<fieldset class="chips"><legend class="unseen">What you did</legend>
${kinds.map(
  ([each, title]) => html`<label class="chip" title="${title}"><input type="radio" name="kind" value="${each}"
 ${each === kind && html`checked`}> ${kindNames[each]}</label> `,
)}</fieldset>`
}
${
  (customer || isReopening) &&
  html`<textarea name="text" id="text" rows="3" aria-label="What was said or done" ${isReopening && html`required`}
 placeholder="${isReopening ? `Why it is opened again${customer ? ', or a note' : ''}…` : 'What was said, what the customer wants…'}">\n${form.get('text') ?? ''}</textarea>`
}
${customer && !isReopening && nextFields(form, deal, { ...lookingAt(ctx.state), people })}
${customer && html`<p><button class="primary" formnovalidate>Log</button></p>`}
<div class="line"><span>${isReopening ? 'Reopen it, with a reason above' : `Move it${customer ? ', with the text above or without' : ''}`}:</span>
${moveButtons(nextStatuses(deal.status), `${path}/move`)}</div>
</form>`;
}

/** The value for no follow-up. */
export const NEVER = 'none';

const choices = [
  ['tomorrow', 'Tomorrow'],
  ['3d', 'In 3 days'],
  [NEVER, 'None'],
] as const;

/** Fields for the next follow-up. A colleague's ends only if somebody says so. */
function nextFields(
  form: URLSearchParams,
  deal: WorkedDeal,
  looking: Looking & { readonly zone: TimeZone },
): Html {
  const { followUp } = deal;
  const { me, now, people, zone } = looking;
  const nine = hourText(followUpTime({ clock: () => now, timeZone: zone })('tomorrow'), zone);
  const ids = personWith(me, people)?.ids;
  const isOthers = followUp && !isTheirs(deal, { by: '', byId: me, ids, at: now });
  return html`<fieldset class="line after"><legend>Follow up: ${
    promiseText(deal, looking) ?? 'no time is set'
  }</legend><input type="hidden" name="nextFrom" value="${followUp?.at.toISOString()}">
<span class="chips">${choices.map(
    ([value, name]) => html`<label class="chip"><input type="radio" name="next" value="${value}"
 ${form.get('next') === value && html`checked`}> ${name}${value === 'tomorrow' && ` ${nine}`}</label> `,
  )}</span>
<input name="at" aria-label="Or when to follow up" value="${form.get('at') ?? ''}" list="days" autocomplete="off"
 placeholder="fri 3pm, Dec 1" class="when">
<datalist id="days">${dayWords.map((word) => html`<option value="${word}">`)}</datalist>
${
  isOthers &&
  html`<label><input type="checkbox" name="endFollowUp" value="1" ${form.has('endFollowUp') && html`checked`}>
End the follow-up of ${apart(whose(followUp, people))}</label>`
}</fieldset>`;
}

const whose = ({ by, byId }: FollowUp, people: readonly NamedPerson[]): string =>
  by === undefined ? 'the owner' : authorName({ by, byId }, people);

/** The follow-up in words: when, by whom, and what for. */
export const promiseText = ({ followUp, owner }: WorkedDeal, looking: Looking): Html | undefined =>
  followUp &&
  html`${followUpText(followUp, owner, looking)}${followUp.by !== undefined && html`, by ${apart(whose(followUp, looking.people))}`}${
    followUp.text && html`: <q dir="auto">${followUp.text}</q>`
  }`;

export const ownerText = (owner: string | undefined, people: readonly NamedPerson[]): Html =>
  owner === undefined ? html`nobody` : apart(personName(owner, people));

const assignPart = (ctx: DeskContext, { id, owner }: WorkedDeal, people: readonly NamedPerson[]): Html => {
  const present = owner === undefined ? undefined : personWith(owner, people)?.id;
  const offered = people.filter(({ id: each, mayWork }) => mayWork || each === present);
  return html`<section>${notDone(ctx, 'assignLead')}
<form method="post" action="${leadPath(id)}/assign" class="line">
<input type="hidden" name="from" value="${owner}"><label>Owner
<select name="owner">${options([['', 'Nobody'], ...named(offered)], present)}</select></label> <button name="assign">Assign</button></form>
<p class="on-paper">Owner: ${ownerText(owner, people)}</p></section>`;
};
