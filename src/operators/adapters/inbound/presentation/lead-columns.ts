import type { ListedLead, WholeLead } from '#operators/application/ports/inbound/lead-use-cases.ts';
import type { DealSummary } from '#operators/domain/work/deal-summary.ts';
import { personName } from '#operators/domain/work/person.ts';
import type { WorkedDeal } from '#operators/domain/work/worked-deal.ts';
import type { CustomerAsSent } from '../../../../domain/contact.ts';
import { nameOf } from '../../../../domain/name.ts';
import { waitText } from './answers.ts';
import { vehicleText } from './lead-words.ts';
import { type Columns, rowView } from './list.ts';
import {
  Answer,
  Customer,
  changedAt,
  customer,
  dealType,
  FollowUpMade,
  Given,
  lostReason,
  owner,
  type People,
  person,
  present,
  Reopened,
  status,
  stillSince,
} from './shapes/lead-parts.ts';
import { ifAny, leadId, orNull, perhaps, ref, said, text, time } from './shapes/parts.ts';
import { type Names, timelineText } from './timeline.ts';
import { json } from './view.ts';

/** The customer as corrected, for people who call them. */
const now = (lead: ListedLead) => lead.present ?? lead.customer;

/** A text of the customer as corrected, with that of the customer as sent behind it if it differs. */
function both(lead: ListedLead, textOf: (customer: CustomerAsSent) => string) {
  const [shown, sent] = [now(lead), lead.customer].map((each) => (each && textOf(each)) || '-');
  return shown === sent ? shown : `${shown} (sent: ${sent})`;
}

/** Columns of a list of leads. A field of the summary without a column does not compile. */
export const leadColumns = {
  leadId: { head: 'Lead', in: ['terminal', 'sheet'], value: ({ id }) => id, json: leadId },
  status: { head: 'Status', value: (lead) => lead.status, json: json(status, (lead) => lead.status) },
  dealType: { head: 'Type', value: (lead) => lead.dealType, json: json(dealType, (lead) => lead.dealType) },
  name: { head: 'Name', in: ['terminal', 'desk'], value: (lead) => both(lead, nameOf) },
  firstName: { head: 'First name', in: ['sheet'], value: (lead) => now(lead)?.firstName },
  lastName: { head: 'Last name', in: ['sheet'], value: (lead) => now(lead)?.lastName },
  email: { head: 'Email', in: ['sheet'], value: (lead) => now(lead)?.email?.value },
  phone: { head: 'Phone', in: ['sheet'], value: (lead) => now(lead)?.phone?.value },
  phones: {
    head: 'Phone',
    in: ['terminal'],
    value: (lead) => both(lead, ({ phone }) => phone?.value ?? ''),
  },
  vendor: {
    head: 'Vendor',
    in: ['sheet'],
    value: ({ vendorId }) => vendorId,
    json: said(text, 'Its id.'),
  },
  vendorName: {
    head: 'Vendor name sent',
    value: ({ vendorName }) => vendorName,
    json: said(text, 'As it was sent.'),
  },
  receivedAt: { head: 'Received', kind: 'time', value: ({ receivedAt }) => receivedAt, json: time },
  contactId: { json: json(text, ({ contactId }) => contactId) },
  customer: { json: json(customer, (lead) => orNull(lead.customer, Customer.of)) },
  present: {
    json: json(perhaps(present), (lead) => ifAny(lead.present, Customer.of)),
  },
  externalId: { head: 'Their id', in: ['sheet'], value: ({ externalId }) => externalId },
  owner: {
    head: 'Owner',
    value: (lead, { people }) => (lead.owner === undefined ? undefined : personName(lead.owner, people)),
    json: json(perhaps(owner), (lead: ListedLead, context: People) =>
      ifAny(lead.owner, (id) => person.of(id, context)),
    ),
  },
  assigned: {
    json: json(
      perhaps(ref(Given, 'Who made it so, and when.')),
      ({ assigned }: ListedLead, context: People) => ifAny(assigned, (given) => Given.of(given, context)),
    ),
  },
  changedAt: { json: json(perhaps(changedAt), (lead) => lead.changedAt) },
  stillSince: { json: json(perhaps(stillSince), (lead) => lead.stillSince) },
  statusSince: {
    head: 'In status',
    in: ['sheet'],
    kind: 'time',
    value: (lead) => lead.statusSince,
    json: time,
  },
  vehicle: { head: 'Vehicle', in: ['sheet'], value: (lead) => vehicleText(lead, 'as sent') },
  lostReason: {
    head: 'Lost because',
    in: ['sheet'],
    value: ({ lostReason }) => lostReason,
    json: perhaps(lostReason),
  },
  answeredAt: {
    head: 'Answered',
    in: ['sheet'],
    kind: 'time',
    value: ({ answeredAt }) => answeredAt,
    json: perhaps(said(time, 'When the customer was first answered.')),
  },
  reopened: {
    json: json(
      perhaps(ref(Reopened, 'It went from Won or Lost back to In Progress.')),
      ({ reopened }) => reopened,
    ),
  },
  /** Shown in a list of leads that wait. */
  waits: {
    head: 'Waits',
    in: ['terminal'],
    value: ({ answer }) => answer && `${waitText(answer)}${answer.isLate ? ', late' : ''}`,
  },
  /** Shown on a terminal in a list of leads that are due. */
  followUpAt: {
    head: 'Follow-up',
    in: ['terminal', 'sheet'],
    kind: 'time',
    value: ({ followUp }) => followUp?.at,
    json: perhaps(said(time, 'When somebody wants to turn to the customer again.')),
  },
  followUp: {
    json: json(
      perhaps(ref(FollowUpMade, 'The same, with who promised it.')),
      ({ followUp }: ListedLead, context: People) =>
        ifAny(followUp, (made) => FollowUpMade.of(made, context)),
    ),
  },
  firstWords: {
    json: json(
      said(text, 'What the customer wrote, in one line of 120 characters at most.'),
      (lead) => lead.firstWords,
    ),
  },
  answer: { json: json(perhaps(Answer), ({ answer }) => ifAny(answer, Answer.of)) },
} as const satisfies LeadColumns & Record<Exclude<keyof DealSummary, 'id' | 'vendorId'>, LeadColumns[string]>;

type LeadColumns = Columns<ListedLead, People>;

export const LeadSummary = rowView<ListedLead, People, typeof leadColumns>(leadColumns);

/** Facts that the page of a lead and `lead show` have in common. */
export const leadFacts = (deal: WorkedDeal): (readonly [name: string, value: string | undefined])[] => [
  ['Type', deal.dealType],
  ['Vehicle', vehicleText(deal, 'as sent') || undefined],
  ['Vendor’s own id', deal.externalId],
];

/** Columns for people who may export whole leads. */
export const wholeLeadColumns = {
  ...leadColumns,
  zip: { head: 'ZIP', in: ['sheet'], value: ({ zip }) => zip },
  notes: { head: 'Notes', in: ['sheet'], value: ({ notes }) => notes },
  timeline: { head: 'Timeline', in: ['sheet'], value: timelineText },
} as const satisfies Columns<WholeLead, Names>;
