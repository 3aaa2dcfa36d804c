import { StoreUnavailable } from '../../../application/intake/ports/outbound/store.ts';
import type { ListedLead, WholeLead } from '../../../application/operators/ports/inbound/leads.ts';
import type { TimeZone } from '../../../domain/time-zone.ts';
import { personName } from '../../../domain/work/person.ts';
import { vehicleText } from '../operators/leads.ts';
import { csvLine } from './csv.ts';
import { type Names, timelineText } from './timeline.ts';

/** The zone is named once: with the first time. */
const headsIn = ({ name }: TimeZone): string[] => [
  ...['leadId', 'status', 'dealType', 'firstName', 'lastName', 'email', 'phone'],
  ...['vendor', 'vendorName', `receivedAt (${name})`, 'externalId', 'owner', 'statusSince', 'vehicle'],
  ...['lostReason', 'answeredAt', 'followUpAt'],
];

/** What `exportWholeLeads` adds. */
const wholeHeads = ['zip', 'firstWords', 'notes', 'timeline'];

/** The customer as mended since, for who calls from the sheet. */
const cellsOf = (
  { customer, present = customer, ...lead }: ListedLead | WholeLead,
  zone: TimeZone,
  names: Names,
): string[] => [
  ...[lead.id, lead.status, lead.dealType, present?.firstName ?? '', present?.lastName ?? ''],
  ...[present?.email?.value ?? '', present?.phone?.value ?? ''],
  ...[lead.vendorId, lead.vendorName, zone.isoAt(lead.receivedAt)],
  ...[lead.externalId ?? '', lead.owner === undefined ? '' : personName(lead.owner, names.people)],
  ...[zone.isoAt(lead.statusSince), vehicleText(lead)],
  ...[lead.lostReason ?? '', timeIn(zone, lead.answeredAt), timeIn(zone, lead.followUpAt)],
  ...('notes' in lead ? [lead.zip ?? '', lead.firstWords, lead.notes, timelineText(lead, zone, names)] : []),
];

const timeIn = (zone: TimeZone, time: Date | undefined): string => (time ? zone.isoAt(time) : '');

/**
 * A line of heads, then one a lead, in parts of whole lines. If the store stops answering, the last line says so: what
 * does not say it is whole. Throws StoreUnavailable then.
 */
export async function* leadCsv(
  pages: AsyncIterable<{ readonly leads: readonly (ListedLead | WholeLead)[] }>,
  zone: TimeZone,
  { whole, ...names }: Names & { readonly whole: boolean },
): AsyncGenerator<string> {
  let count = 0;
  yield `${csvLine([...headsIn(zone), ...(whole ? wholeHeads : [])])}\n`;
  try {
    for await (const { leads } of pages) {
      count += leads.length;
      if (leads.length > 0) yield leads.map((lead) => `${csvLine(cellsOf(lead, zone, names))}\n`).join('');
    }
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    yield `${csvLine([`This list is not whole: the store stopped answering after ${count} leads.`])}\n`;
    throw error;
  }
}
