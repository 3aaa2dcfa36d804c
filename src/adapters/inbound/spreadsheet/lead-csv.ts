import type { LeadPage } from '../../../application/ports/inbound/operator.ts';
import { StoreUnavailable } from '../../../application/ports/outbound/store.ts';
import type { DealSummary } from '../../../application/ports/records.ts';
import { vehicleText } from '../operators/leads.ts';
import { csvLine } from './csv.ts';

const heads = [
  ...['leadId', 'status', 'dealType', 'firstName', 'lastName', 'email', 'phone'],
  ...['vendor', 'vendorName', 'receivedAt', 'externalId', 'owner', 'statusSince', 'vehicle'],
];

const cellsOf = (lead: DealSummary): string[] => [
  ...[lead.id, lead.status, lead.dealType, lead.customer?.firstName ?? '', lead.customer?.lastName ?? ''],
  ...[lead.customer?.email?.value ?? '', lead.customer?.phone?.value ?? ''],
  ...[lead.vendorId, lead.vendorName, lead.receivedAt.toISOString()],
  ...[lead.externalId ?? '', lead.owner ?? '', lead.statusSince.toISOString(), vehicleText(lead)],
];

/**
 * A line of heads, then one a lead, in parts of whole lines. If the store stops answering, the last line says so: what
 * does not say it is whole. Throws StoreUnavailable then.
 */
export async function* leadCsv(pages: AsyncIterable<LeadPage>): AsyncGenerator<string> {
  let count = 0;
  yield `${csvLine(heads)}\n`;
  try {
    for await (const { leads } of pages) {
      count += leads.length;
      if (leads.length > 0) yield leads.map((lead) => `${csvLine(cellsOf(lead))}\n`).join('');
    }
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    yield `${csvLine([`This list is not whole: the store stopped answering after ${count} leads.`])}\n`;
    throw error;
  }
}
