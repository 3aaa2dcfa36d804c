import type { LeadDay, ListedLead, OtherLeads } from '#operators/application/ports/inbound/lead-use-cases.ts';
import type { TimeZone } from '#operators/domain/time-zone.ts';
import { comesBack } from '#operators/domain/work/part-of-day.ts';
import { authorName, personName, personWith } from '#operators/domain/work/person.ts';
import { stillSince } from '#operators/domain/work/still-since.ts';
import { initialStatus } from '../../../../../domain/lead-status.ts';
import { nameOf } from '../../../../../domain/name.ts';
import { leadPath } from '../../presentation/desk-paths.ts';
import { leadName } from '../../presentation/lead-words.ts';
import { dayText, hourText, weekdayText } from '../../presentation/time-words.ts';
import { type Html, html } from '../html.ts';
import { timeOf } from '../page.ts';
import { apart, callPath, phoneText, writePath } from '../reach.ts';
import { clock, dueClock, leftClock } from './clocks.ts';
import { isMe, type Looking } from './follow-up.ts';
import { otherLeadsCount, statusMark } from './lead-list.ts';
import { vehiclePart } from './vehicle.ts';

export interface DayLooking extends Looking {
  readonly zone: TimeZone;
  /** The leads whose customers have other leads. */
  readonly others: ReadonlyMap<string, OtherLeads>;
}

type Part = Exclude<keyof LeadDay, 'taken' | 'given'>;

/** A lead as a row of My day: the time first, then who and what. The whole row opens it; the number calls. */
export function dayRow(lead: ListedLead, part: Part, looking: DayLooking): Html {
  const name = leadName(lead);
  const facts = factsOf(lead, part, looking);
  return html`<li id="lead-${lead.id}">
${clockOf(lead, part, looking)}
<div class="who"><p><a class="name" href="${leadPath(lead.id)}">${apart(name)}</a></p>
<p class="aside dots">${facts.map((fact) => html`<span>${fact}</span> `)}</p>
${wordsOf(lead, looking)}</div>
<div class="reach">${part === 'nobodys' ? takeForm(lead, name, looking) : reachOf(lead, looking)}</div></li>`;
}

function clockOf(lead: ListedLead, part: Part, { now, zone }: DayLooking): Html {
  const { followUp, answer, receivedAt } = lead;
  if (part === 'promised' && followUp) return dueClock(followUp.at, now, zone);
  if (part === 'fresh' && answer) return leftClock(answer, now, html`came ${timeOf(receivedAt)}`);
  if (part === 'others') {
    const back = comesBack(lead);
    const how = followUp ? html`due at ${hourText(back, zone)}` : 'comes back by itself';
    return clock(weekdayText(back, now, zone), how, 'still');
  }
  return clock(
    Math.max(0, now.getTime() - stillSince(lead).getTime()),
    `still, since ${dayText(stillSince(lead), zone)}`,
    'still',
  );
}

/**
 * A lead's facts in its row: status, type, author of the follow-up, and vendor. Facts that its part of My day implies
 * are left out.
 */
function factsOf(lead: ListedLead, part: Part, looking: DayLooking): readonly (Html | string)[] {
  const { status, dealType, followUp, vendorName } = lead;
  const others = looking.others.get(lead.id);
  return [
    status === initialStatus ? (part === 'fresh' ? dealType : '') : statusMark(status),
    followUp?.by === undefined ? '' : promiseOf({ ...followUp, by: followUp.by }, part, looking),
    wasOf(lead, looking),
    apart(vendorName),
    others ? otherLeadsCount(others) : '',
  ].filter((fact) => fact !== '');
}

/** The author of a follow-up; with its time, if the row's clock shows another. */
function promiseOf(
  { by, byId, at }: { readonly by: string; readonly byId?: string | undefined; readonly at: Date },
  part: Part,
  looking: DayLooking,
): Html {
  const who = isMe([byId], looking) ? html`you` : apart(authorName({ by, byId }, looking.people));
  return part === 'promised' || part === 'others'
    ? html`${who} promised it`
    : html`${who} promised it for ${timeOf(at)}`;
}

/** The earlier owner of a lead that is nobody's, or whose owner takes care of none any more. */
function wasOf({ owner, assigned }: ListedLead, { people }: DayLooking): Html | '' {
  const isTaken = owner !== undefined && personWith(owner, people)?.mayWork !== false;
  const whose = isTaken ? undefined : (owner ?? assigned?.from);
  return whose !== undefined ? html`was ${apart(personName(whose, people))}’s` : '';
}

/** The text of the follow-up, else what the customer wants. */
function wordsOf(lead: ListedLead, { zone }: DayLooking): Html | false {
  const { followUp, firstWords } = lead;
  const vehicle = vehiclePart(lead, zone);
  if (followUp?.text) return html`<p class="words" dir="auto"><q>${followUp.text}</q></p>`;
  if (!vehicle && firstWords === '') return false;
  return html`<p class="words" dir="auto">${vehicle}${vehicle && firstWords !== '' && '. '}${firstWords}</p>`;
}

/** The link that calls or writes to the customer: on a telephone a round button. */
function reachOf({ id, customer, present = customer }: ListedLead, { others }: DayLooking): Html | false {
  if (!present) return false;
  const { phone = others.get(id)?.phone, email } = present;
  const name = nameOf(present);
  if (phone)
    return html`<a href="${callPath(phone)}" aria-label="Call ${name}, ${phoneText(phone)}">${phoneIcon}<span
 class="full whole">${phoneText(phone)}</span></a>`;
  if (!email) return false;
  return html`<a href="${writePath(email)}" aria-label="Write to ${name}, ${email.value}">${mailIcon}<span
 class="full">${apart(email.value)}</span></a>`;
}

const icon = (path: string): Html =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${path}"/></svg>`;
const phoneIcon = icon(
  'M6.6 3.2c.5-.5 1.3-.5 1.8 0l2.2 2.5c.4.5.4 1.2 0 1.7L9.3 9.1c.9 2.3 3.3 4.7 5.6 5.6l1.7-1.3c.5-.4 1.2-.4 1.7 0l2.5 2.2c.5.5.5 1.3 0 1.8l-1.5 1.7c-.9 1-2.3 1.3-3.6.8C10.800 18.100 5.900 13.200 4.100 8.300c-.5-1.300-.2-2.700.8-3.600z',
);
const mailIcon = icon(
  'M3 5h18a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1zm9 8.2L4.5 7.200v9.600h15V7.200z',
);

const takeForm = ({ id, owner }: ListedLead, name: string, { me }: DayLooking): Html =>
  html`<form method="post" action="${leadPath(id)}/assign"><input type="hidden" name="from" value="${owner}">
<input type="hidden" name="name" value="${name}"><input type="hidden" name="then" value="/day">
<button name="owner" value="${me}">Take<span class="unseen"> ${name}</span></button></form>`;
