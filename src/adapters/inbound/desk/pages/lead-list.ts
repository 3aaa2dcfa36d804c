import type {
  ListedLead,
  OtherLeads,
} from '../../../../application/operators/ports/inbound/lead-use-cases.ts';
import type { DealSummary } from '../../../../application/operators/ports/records.ts';
import type { CustomerAsSent } from '../../../../domain/intake/contact.ts';
import { isFinal, type LeadStatus, leadStatuses } from '../../../../domain/intake/lead-status.ts';
import { nameOf } from '../../../../domain/intake/name.ts';
import type { TimeZone } from '../../../../domain/time-zone.ts';
import type { Answer } from '../../../../domain/work/answer-goal.ts';
import type { LostReason } from '../../../../domain/work/lost-reason.ts';
import type { NamedPerson } from '../../../../domain/work/person.ts';
import { hasWaited, waitText } from '../../operators/answers.ts';
import { DAY_MS, HOUR_MS } from '../../operators/days.ts';
import { leadPath } from '../../operators/desk-paths.ts';
import { leadColumns } from '../../operators/lead-columns.ts';
import { lostReasonText, vehicleText } from '../../operators/lead-words.ts';
import { type Html, html } from '../html.ts';
import { listTable } from '../list-table.ts';
import { apart, emailLink, phoneLink, phoneText } from '../reach.ts';
import { ageOf, JUST_NOW } from '../times.ts';
import { followUpMark } from './follow-up.ts';
import { otherLeadsText } from './other-leads.ts';

export const statusMark = (status: LeadStatus): Html =>
  html`<span class="status ${status.toLowerCase().replaceAll(' ', '-')}">${status}</span>`;

/** A lead that is Lost, with why. */
export const lostMark = (why: string): Html => html`<span class="status lost">Lost: ${apart(why)}</span>`;

/** How long a lead is open before it is marked as waiting. */
const LONG_WAIT_MS = 3 * DAY_MS;

interface LeadTableOptions {
  readonly now: Date;
  readonly zone: TimeZone;
  /** Of the leads, those whose customers have others; by default nothing is said of it. */
  readonly others?: ReadonlyMap<string, OtherLeads>;
  /** With a box to tick in each row. */
  readonly selectable: boolean;
  readonly people: readonly NamedPerson[];
  /** Why leads are lost. */
  readonly reasons?: readonly LostReason[];
}

export function leadTable(leads: readonly ListedLead[], options: LeadTableOptions): Html {
  const { now, zone, selectable, people, reasons = [] } = options;
  return listTable(leads, {
    columns: leadColumns,
    context: { people },
    class: 'leads',
    idOf: ({ id }) => `lead-${id}`,
    speaks: true,
    heading: selectable ? 2 : 1,
    shown: [
      ...(selectable ? [{ head: allBox, html: pickBox, class: 'pick' }] : []),
      { of: 'receivedAt', class: 'received' },
      { of: 'name', class: 'name', html: namePart },
      { head: 'Phone or email', class: 'reach', html: reachPart },
      { head: 'Vehicle and words', class: 'about', html: (lead) => html`${aboutParts(lead, options)}` },
      { of: 'dealType', class: 'type' },
      { of: 'vendorName', head: 'Vendor', class: 'vendor', html: vendorPart },
      {
        ...{ of: 'status', class: 'state' },
        html: ({ status, lostReason, answer, followUp }) =>
          html`${lostReason === undefined ? statusMark(status) : lostMark(lostReasonText(lostReason, reasons))}
${waitMark(answer)} ${followUpMark(followUp?.at, now, zone)}`,
      },
      {
        ...{ of: 'statusSince', head: html`<span title="How long it has had this status">In status</span>` },
        ...{ class: 'num age', mark: (lead) => ageMark(lead, now) },
        html: ({ statusSince }) => ageOf(statusSince, now),
      },
      { of: 'owner', class: 'owner' },
    ],
  });
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
  html`<a href="${leadPath(lead.id)}" ${!lead.customer && html`class="soft"`}>${apart(shownName(lead))}</a>
${asSent(lead, nameOf)}`;

const reachPart = (lead: ListedLead): Html => {
  const { phone, email } = presentOf(lead) ?? {};
  return html`${phone ? phoneLink(phone) : email && emailLink(email)}${asSent(lead, reachText)}`;
};

const vendorPart = ({ vendorId, vendorName }: ListedLead): Html =>
  html`<a href="/?vendor=${encodeURIComponent(vendorId)}">${apart(vendorName)}</a>`;

function ageMark({ status, statusSince }: ListedLead, now: Date): string | false {
  if (!isFinal(status) && now.getTime() - statusSince.getTime() > LONG_WAIT_MS) return 'late';
  return ageOf(statusSince, now) === JUST_NOW && 'now';
}

/** What it is about: the vehicle, the customer's first words, and their other leads. */
function aboutParts(
  lead: ListedLead,
  { others, now }: LeadTableOptions,
): readonly (Html | false | undefined)[] {
  const { id, contactId, firstWords } = lead;
  const vehicle = vehicleText(lead);
  const other = others?.get(id);
  return [
    vehicle !== '' && html`<span class="car" dir="auto">${vehicle}</span> `,
    firstWords !== '' && html`<span class="words" dir="auto" title="${firstWords}">${firstWords}</span> `,
    other && html`<span class="others">${otherLeadsText(other, contactId, now)}</span>`,
  ];
}

/** What operators have mended since, as it was sent. */
function asSent(lead: ListedLead, textOf: (customer: CustomerAsSent) => string): Html | false {
  const { customer, present } = lead;
  if (!customer || !present || textOf(customer) === textOf(present)) return false;
  return html`<small class="soft sent">sent: ${apart(textOf(customer))}</small>`;
}

const reachText = ({ phone, email }: CustomerAsSent): string =>
  phone ? phoneText(phone) : (email?.value ?? '');

/** How long its customer has waited for an answer, if they do: minutes, whole hours, days. */
export function waitMark(answer: Answer | undefined): Html | false {
  if (!answer || answer.answeredAt) return false;
  const { elapsed, isLate } = answer;
  const shown = elapsed < HOUR_MS ? elapsed : elapsed - (elapsed % HOUR_MS);
  const time = hasWaited(answer) && ` ${waitText({ ...answer, elapsed: shown })}`;
  return html`<span class="waits ${isLate && 'late'}">${isLate && 'late, '}unanswered${time}</span>`;
}

/** What a row shows of its lead, for a form to say. */
const seenText = ({ id, statusSince, owner }: DealSummary, name: string): string =>
  JSON.stringify({ id, name, statusSince, owner });

/** One button a status, with the number that is its key. `path`: where they send the form, if the form is for more. */
export const moveButtons = (statuses: readonly LeadStatus[], path?: string): Html =>
  html`<span class="moves">${statuses.map((status) => {
    const key = leadStatuses.indexOf(status) + 1;
    return html`<button name="move" value="${status}" data-key="${key}" ${
      path !== undefined && html`formaction="${path}"`
    }><kbd aria-hidden="true">${key}</kbd> ${status}</button> `;
  })}</span>`;

/** Whom a lead is assigned to: somebody, whoever looks, or nobody. */
export const assignFields = (people: readonly NamedPerson[]): Html => html`<span class="assign">
<select name="owner" aria-label="New owner">${ownerOptions(people)}</select>
<button name="assign" value="person">Assign</button> <button name="assign" value="me">To me</button>
<button name="assign" value="nobody">Unassign</button></span>`;

const ownerOptions = (people: readonly NamedPerson[]): Html[] => [
  html`<option value="">Choose an owner</option>`,
  ...people
    .filter(({ hasLeft }) => !hasLeft)
    .map(({ id, name }) => html`<option value="${id}">${name}</option>`),
];

/** Enter in a field must not press the first of several buttons: this one is the first, and does nothing. */
export const noDefaultButton = html`<button disabled hidden></button>`;
