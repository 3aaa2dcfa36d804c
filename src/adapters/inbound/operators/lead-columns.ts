import type { ListedLead, WholeLead } from '../../../application/operators/ports/inbound/leads.ts';
import type { CustomerAsSent } from '../../../domain/intake/contact.ts';
import { nameOf } from '../../../domain/intake/name.ts';
import { type NamedPerson, personName } from '../../../domain/work/person.ts';
import { waitText } from './answers.ts';
import { vehicleText } from './leads.ts';
import type { Columns } from './list.ts';
import { type Names, timelineText } from './timeline.ts';

/** The customer as mended since, for who calls them. */
const now = ({ customer, present = customer }: ListedLead) => present;

/** As mended since, and behind it as sent. */
function both({ customer, present = customer }: ListedLead, textOf: (customer: CustomerAsSent) => string) {
  const [shown, sent] = [present, customer].map((each) => (each && textOf(each)) || '-');
  return shown === sent ? shown : `${shown} (sent: ${sent})`;
}

/** A lead in a list. */
export const leadColumns = {
  leadId: { head: 'Lead', in: ['terminal', 'sheet'], value: ({ id }) => id },
  status: { head: 'Status', value: ({ status }) => status },
  dealType: { head: 'Type', value: ({ dealType }) => dealType },
  name: { head: 'Name', in: ['terminal', 'desk'], value: (lead) => both(lead, nameOf) },
  firstName: { head: 'First name', in: ['sheet'], value: (lead) => now(lead)?.firstName },
  lastName: { head: 'Last name', in: ['sheet'], value: (lead) => now(lead)?.lastName },
  email: { head: 'Email', in: ['sheet'], value: (lead) => now(lead)?.email?.value },
  phone: { head: 'Phone', in: ['sheet'], value: (lead) => now(lead)?.phone?.value },
  phones: {
    ...{ head: 'Phone', in: ['terminal'] },
    value: (lead) => both(lead, ({ phone }) => phone?.value ?? ''),
  },
  vendor: { head: 'Vendor', in: ['sheet'], value: ({ vendorId }) => vendorId },
  vendorName: { head: 'Vendor name sent', value: ({ vendorName }) => vendorName },
  receivedAt: { head: 'Received', kind: 'time', value: ({ receivedAt }) => receivedAt },
  externalId: { head: 'Their id', in: ['sheet'], value: ({ externalId }) => externalId },
  owner: {
    head: 'Owner',
    value: ({ owner }, { people }) => (owner === undefined ? undefined : personName(owner, people)),
  },
  statusSince: {
    ...{ head: 'In status', in: ['desk', 'sheet'], kind: 'time' },
    value: ({ statusSince }) => statusSince,
  },
  vehicle: { head: 'Vehicle', in: ['sheet'], value: (lead) => vehicleText(lead) },
  lostReason: { head: 'Lost because', in: ['sheet'], value: ({ lostReason }) => lostReason },
  answeredAt: { head: 'Answered', in: ['sheet'], kind: 'time', value: ({ answeredAt }) => answeredAt },
  /** In a list of those that wait. */
  waits: {
    ...{ head: 'Waits', in: ['terminal'] },
    value: ({ answer }) => answer && `${waitText(answer)}${answer.isLate ? ', late' : ''}`,
  },
  /** On a terminal in a list of those that are due. */
  followUpAt: {
    ...{ head: 'Follow-up', in: ['terminal', 'sheet'], kind: 'time' },
    value: ({ followUpAt }) => followUpAt,
  },
} as const satisfies Columns<ListedLead, { readonly people: readonly NamedPerson[] }>;

/** For who may export whole leads. */
export const wholeLeadColumns = {
  ...leadColumns,
  zip: { head: 'ZIP', in: ['sheet'], value: ({ zip }) => zip },
  firstWords: { head: 'First words', in: ['sheet'], value: ({ firstWords }) => firstWords },
  notes: { head: 'Notes', in: ['sheet'], value: ({ notes }) => notes },
  timeline: { head: 'Timeline', in: ['sheet'], value: timelineText },
} as const satisfies Columns<WholeLead, Names>;
