import type { DealSummary } from '../../../application/ports/records.ts';
import { csvLine } from './csv.ts';

const csvColumns = [
  ...['leadId', 'status', 'dealType', 'firstName', 'lastName', 'email', 'phone'],
  ...['vendor', 'vendorName', 'receivedAt', 'externalId', 'owner', 'statusSince'],
];

/** A line of heads, then one a lead. */
export const leadCsv = (leads: readonly DealSummary[]): string =>
  [
    csvColumns,
    ...leads.map((lead) => [
      ...[lead.id, lead.status, lead.dealType, lead.customer?.firstName ?? '', lead.customer?.lastName ?? ''],
      ...[lead.customer?.email?.value ?? '', lead.customer?.phone?.value ?? ''],
      ...[lead.vendorId, lead.vendorName, lead.receivedAt.toISOString()],
      ...[lead.externalId ?? '', lead.owner ?? '', lead.statusSince.toISOString()],
    ]),
  ]
    .map(csvLine)
    .join('\n');
