import type { CustomerAsSent } from '../../../../../domain/contact.ts';
import { type LeadStatus, leadStatuses } from '../../../../../domain/lead-status.ts';
import { nameOf } from '../../../../../domain/name.ts';
import type { ListedLead, OtherLeads } from '../../../../application/ports/inbound/lead-use-cases.ts';
import type { DealSummary } from '../../../../application/ports/records.ts';
import type { TimeZone } from '../../../../domain/time-zone.ts';
import type { LostReason } from '../../../../domain/work/lost-reason.ts';
import type { NamedPerson } from '../../../../domain/work/person.ts';
import { waitText } from '../../presentation/answers.ts';
import { HOUR_MS } from '../../presentation/days.ts';
import { leadPath } from '../../presentation/desk-paths.ts';
import { leadColumns } from '../../presentation/lead-columns.ts';
import { lostReasonText } from '../../presentation/lead-words.ts';
import { type Html, html } from '../html.ts';
import { type TablePart, tableOf } from '../list-table.ts';
import { named, options } from '../options.ts';
import { apart, emailLink, phoneLink, phoneText } from '../reach.ts';
import { ageText, JUST_NOW } from '../times.ts';
import { followUpMark, isMe, type Looking } from './follow-up.ts';
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

/** A table of leads in parts. */
export function leadTable(parts: readonly TablePart<ListedLead>[], options: LeadTableOptions): Html {
  const { selectable = false, people, reasons, others, sortedBy, empty } = options;
  return tableOf(parts, {
    columns: leadColumns,
    context: { people },
    ...(empty !== undefined && { empty }),
    class: 'leads',
    idOf: ({ id }) => `lead-${id}`,
    speaks: true,
    heading: selectable ? 2 : 1,
    shown: [
      ...(selectable ? [{ head: allBox, html: pickBox, class: 'pick' }] : []),
      { of: 'receivedAt', class: 'received', ...(sortedBy && { head: sortedBy.received }) },
      { of: 'name', class: 'name', html: namePart },
      { head: 'Phone or email', class: 'reach', html: reachPart },
      {
        head: 'About',
        class: 'about',
        html: (lead) => html`${aboutParts(lead, options.zone, others?.get(lead.id))}`,
      },
      { of: 'dealType', class: 'type' },
      { of: 'vendorName', head: 'Vendor', class: 'vendor' },
      {
        ...{ of: 'status', class: 'state', ...(sortedBy && { head: sortedBy.changed }) },
        html: (lead) =>
          html`${lead.lostReason === undefined ? statusMark(lead.status) : lostMark(lostReasonText(lead.lostReason, reasons))}
${standMark(lead, options)}`,
      },
      { of: 'owner', class: 'owner' },
    ],
  });
}

/**
 * The mark for the next thing to do, by the time that comes first: the follow-up's, or the one until which the
 * customer is to be answered.
 */
function standMark(lead: ListedLead, looking: LeadTableOptions): Html | false {
  const { owner, answer, followUp } = lead;
  const { now, zone } = looking;
  const waits = answer && !answer.answeredAt ? answer : undefined;
  if (followUp && !(waits && now < followUp.at && waits.due < followUp.at))
    return followUpMark(followUp.at, now, zone, isMe([owner, followUp.byId], looking));
  if (!waits) return false;
  const { isLate, due } = waits;
  const left = ageText(byHours(due.getTime() - now.getTime()));
  return html`<span class="waits ${isLate && isMe([owner], looking) && 'late'}">${
    isLate
      ? `late, waits ${waitText({ ...waits, elapsed: byHours(waits.elapsed) })}`
      : left === JUST_NOW
        ? 'late in a minute'
        : `${left} left`
  }</span>`;
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

/** A lead in brief: the vehicle, the customer's first words, and their other leads. */
function aboutParts(
  lead: ListedLead,
  zone: TimeZone,
  others: OtherLeads | undefined,
): readonly (Html | false | undefined)[] {
  const { firstWords } = lead;
  const vehicle = vehiclePart(lead, zone);
  return [
    vehicle && html`<span class="car" dir="auto">${vehicle}</span> `,
    firstWords !== '' && html`<span class="words" dir="auto" title="${firstWords}">${firstWords}</span> `,
    others && html`<span class="others">${otherLeadsCount(others)}</span>`,
  ];
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

/** A length in whole hours, if it is an hour or more. */
const byHours = (length: number): number => (length < HOUR_MS ? length : length - (length % HOUR_MS));

/** The values that a row shows, for the form to send along. */
const seenText = ({ id, statusSince, owner }: DealSummary, name: string): string =>
  JSON.stringify({ id, name, statusSince, owner });

/**
 * A button for each status, with the digit that is its key. `path`: the form's address, if the form has further
 * buttons.
 */
export const moveButtons = (statuses: readonly LeadStatus[], path?: string): Html =>
  html`<span class="moves">${statuses.map((status) => {
    const key = leadStatuses.indexOf(status) + 1;
    return html`<button name="move" value="${status}" data-key="${key}" ${
      path !== undefined && html`formaction="${path}"`
    }><kbd aria-hidden="true">${key}</kbd> ${status}</button> `;
  })}</span>`;

/** Fields for the owner of a lead: somebody, the person who looks, or nobody. */
export const assignFields = (people: readonly NamedPerson[]): Html => html`<span class="assign">
<select name="owner" aria-label="New owner">${options([
  ['', 'Choose an owner'],
  ...named(people.filter(({ mayWork }) => mayWork)),
])}</select>
<button name="assign" value="person">Assign</button> <button name="assign" value="me">To me</button>
<button name="assign" value="nobody">Unassign</button></span>`;

/**
 * A button that does nothing and stands first, so that Enter in a field does not press the first of several
 * buttons.
 */
export const noDefaultButton = html`<button disabled hidden></button>`;
