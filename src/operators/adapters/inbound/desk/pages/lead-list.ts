import type { ListedLead, OtherLeads } from '#operators/application/ports/inbound/lead-use-cases.ts';
import type { DealSummary } from '#operators/application/ports/records.ts';
import type { TimeZone } from '#operators/domain/time-zone.ts';
import type { LostReason } from '#operators/domain/work/lost-reason.ts';
import { type NamedPerson, personName } from '#operators/domain/work/person.ts';
import { stillSince } from '#operators/domain/work/still-since.ts';
import type { CustomerAsSent } from '../../../../../domain/contact.ts';
import { isFinal, type LeadStatus, leadStatuses } from '../../../../../domain/lead-status.ts';
import { nameOf } from '../../../../../domain/name.ts';
import { leadPath } from '../../presentation/desk-paths.ts';
import { lostReasonText } from '../../presentation/lead-words.ts';
import { type Html, html } from '../html.ts';
import { listTable } from '../list-table.ts';
import { named, options } from '../options.ts';
import { timeOf } from '../page.ts';
import { apart, emailLink, phoneLink, phoneText } from '../reach.ts';
import { clock, dueClock, leftClock } from './clocks.ts';
import type { Looking } from './follow-up.ts';
import { vehiclePart } from './vehicle.ts';

export const statusMark = (status: LeadStatus): Html =>
  html`<span class="status ${status.toLowerCase().replaceAll(' ', '-')}">${status}</span>`;

/** The mark of a lost lead with its reason. */
export const lostMark = (why: string): Html => html`<span class="status lost">Lost: ${apart(why)}</span>`;

interface LeadTableOptions extends Looking {
  readonly zone: TimeZone;
  /** The leads whose customers have other leads. Absent: not shown. */
  readonly others?: ReadonlyMap<string, OtherLeads>;
  /** The text if there are no leads. */
  readonly empty?: string | Html;
  /** Whether each row has a box to select it. */
  readonly selectable?: boolean;
  /** The reasons why leads are lost. */
  readonly reasons: readonly LostReason[];
  /** The headings of columns by which the list can be sorted. */
  readonly sortedBy?: { readonly received: Html; readonly changed: Html } | undefined;
}

/** A table of leads. The whole row opens its lead; the number in it calls. */
export function leadTable(leads: readonly ListedLead[], options: LeadTableOptions): Html {
  const { selectable = false, people, reasons, others, sortedBy, empty } = options;
  return listTable(leads, {
    columns: {},
    ...(empty !== undefined && { empty }),
    class: 'leads rows',
    idOf: ({ id }) => `lead-${id}`,
    speaks: true,
    heading: selectable ? 1 : 0,
    shown: [
      ...(selectable ? [{ head: allBox, html: pickBox, class: 'pick' }] : []),
      {
        head: 'Customer',
        class: 'who',
        html: (lead) => html`${namePart(lead)}${reachPart(lead, others?.get(lead.id))}`,
      },
      { head: 'Wants', class: 'about', html: (lead) => aboutPart(lead, options.zone, others?.get(lead.id)) },
      {
        head: sortedBy?.received ?? 'Came',
        class: 'when',
        html: (lead) => html`${clockOf(lead, options)}<p class="aside">came ${timeOf(lead.receivedAt)}</p>`,
      },
      {
        head: html`${sortedBy?.changed ?? 'Status'}, owner`,
        class: 'state',
        html: ({ status, lostReason, owner }) =>
          html`<p>${lostReason === undefined ? statusMark(status) : lostMark(lostReasonText(lostReason, reasons))}</p>
<p class="aside">${owner === undefined ? 'nobody’s' : apart(personName(owner, people))}</p>`,
      },
    ],
  });
}

/**
 * The clock of what comes first: the follow-up, or the answer that is due. Of an open lead without either, how long
 * it has stood still.
 */
function clockOf(lead: ListedLead, { now, zone }: LeadTableOptions): Html | false {
  const { answer, followUp, status } = lead;
  const waits = answer && !answer.answeredAt ? answer : undefined;
  if (followUp && !(waits && now < followUp.at && waits.due < followUp.at))
    return dueClock(followUp.at, now, zone);
  if (waits) return leftClock(waits, now);
  return !isFinal(status) && clock(Math.max(0, now.getTime() - stillSince(lead).getTime()), 'still', 'still');
}

const allBox = html`<label hidden><input type="checkbox" data-all aria-label="Select all leads"></label>`;

const presentOf = ({ customer, present = customer }: ListedLead) => present;
const shownName = (lead: ListedLead): string => {
  const present = presentOf(lead);
  return present ? nameOf(present) : 'Erased';
};

const pickBox = (lead: ListedLead): Html => {
  const name = shownName(lead);
  return html`<label><input type="checkbox" name="lead" value="${lead.id}"
 aria-label="Select ${name}"></label><input type="hidden" name="seen" value="${seenText(lead, name)}">`;
};

const namePart = (lead: ListedLead): Html =>
  html`<a class="name ${!lead.customer && 'soft'}" href="${leadPath(lead.id)}">${apart(shownName(lead))}</a>
${asSent(lead, nameOf)}`;

function reachPart(lead: ListedLead, others: OtherLeads | undefined): Html | false {
  const { phone = others?.phone, email } = presentOf(lead) ?? {};
  const link = phone ? phoneLink(phone) : email && emailLink(email);
  return link !== undefined && html`<p class="reach">${link}${asSent(lead, reachText)}</p>`;
}

/** A lead in brief: the vehicle, the customer's first words, type, vendor, and their other leads. */
function aboutPart(lead: ListedLead, zone: TimeZone, others: OtherLeads | undefined): Html {
  const { firstWords, dealType, vendorName } = lead;
  const vehicle = vehiclePart(lead, zone);
  return html`<p class="words" dir="auto">${
    vehicle && html`<span class="car">${vehicle}${firstWords !== '' && '. '}</span>`
  }${firstWords}</p>
<p class="aside dots"><span>${dealType}</span><span>${apart(vendorName)}</span>${
    others && html`<span class="others">${otherLeadsCount(others)}</span>`
  }</p>`;
}

/** The number of other leads in words: `2 other leads`. */
export const otherLeadsCount = ({ others, more }: OtherLeads): string =>
  `${others}${more ? '+' : ''} other ${others === 1 ? 'lead' : 'leads'}`;

/** A value as sent, where operators have corrected it. */
function asSent(lead: ListedLead, textOf: (customer: CustomerAsSent) => string): Html | false {
  const { customer, present } = lead;
  if (!customer || !present || textOf(customer) === textOf(present)) return false;
  return html`<small class="soft sent">sent: ${apart(textOf(customer))}</small>`;
}

const reachText = ({ phone, email }: CustomerAsSent): string =>
  phone ? phoneText(phone) : (email?.value ?? '');

/** The values that a row shows, for the form to send along. */
const seenText = ({ id, statusSince, owner }: DealSummary, name: string): string =>
  JSON.stringify({ id, name, statusSince, owner });

/** A button for each status, with the digit that is its key. */
export const moveButtons = (statuses: readonly LeadStatus[]): Html =>
  html`<span class="moves">${statuses.map((status) => {
    const key = leadStatuses.indexOf(status) + 1;
    return html`<button name="move" value="${status}" data-key="${key}"><kbd aria-hidden="true">${key}</kbd> ${status}</button> `;
  })}</span>`;

/** Fields for the owner of a lead: somebody, the person who looks, or nobody. */
export const assignFields = (people: readonly NamedPerson[]): Html => html`<span class="assign">
<select name="owner" aria-label="New owner">${options([
  ['', 'Choose an owner'],
  ...named(people.filter(({ mayWork }) => mayWork)),
])}</select>
<button name="assign" value="person">Give</button> <button name="assign" value="me">To me</button>
<button name="assign" value="nobody">To nobody</button></span>`;

/**
 * A button that does nothing and stands first, so that Enter in a field does not press the first of several
 * buttons.
 */
export const noDefaultButton = html`<button disabled hidden></button>`;
