import type { WholeLead } from '../../../application/ports/inbound/operator.ts';
import { StoreUnavailable } from '../../../application/ports/outbound/store.ts';
import type { DealSummary } from '../../../application/ports/records.ts';
import type { TimeZone } from '../../../domain/time-zone.ts';
import { vehicleText } from '../operators/leads.ts';
import { csvLine } from './csv.ts';

/** A lead, perhaps with what not everybody gets. */
type ListedLead = DealSummary & Partial<Pick<WholeLead, 'notes' | 'zip'>>;

/** The zone is named once: with the first time. */
const headsIn = ({ name }: TimeZone): string[] => [
  ...['leadId', 'status', 'dealType', 'firstName', 'lastName', 'email', 'phone'],
  ...['vendor', 'vendorName', `receivedAt (${name})`, 'externalId', 'owner', 'statusSince', 'vehicle'],
];

/** What `exportWholeLeads` adds. */
const wholeHeads = ['zip', 'notes'];

const cellsOf = (lead: ListedLead, zone: TimeZone): string[] => [
  ...[lead.id, lead.status, lead.dealType, lead.customer?.firstName ?? '', lead.customer?.lastName ?? ''],
  ...[lead.customer?.email?.value ?? '', lead.customer?.phone?.value ?? ''],
  ...[lead.vendorId, lead.vendorName, zone.isoAt(lead.receivedAt)],
  ...[lead.externalId ?? '', lead.owner ?? '', zone.isoAt(lead.statusSince), vehicleText(lead)],
  ...('notes' in lead ? [lead.zip ?? '', lead.notes ?? ''] : []),
];

/**
 * A line of heads, then one a lead, in parts of whole lines. If the store stops answering, the last line says so: what
 * does not say it is whole. Throws StoreUnavailable then.
 */
export async function* leadCsv(
  pages: AsyncIterable<{ readonly leads: readonly ListedLead[] }>,
  zone: TimeZone,
  { whole }: { readonly whole: boolean },
): AsyncGenerator<string> {
  let count = 0;
  yield `${csvLine([...headsIn(zone), ...(whole ? wholeHeads : [])])}\n`;
  try {
    for await (const { leads } of pages) {
      count += leads.length;
      if (leads.length > 0) yield leads.map((lead) => `${csvLine(cellsOf(lead, zone))}\n`).join('');
    }
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    yield `${csvLine([`This list is not whole: the store stopped answering after ${count} leads.`])}\n`;
    throw error;
  }
}
