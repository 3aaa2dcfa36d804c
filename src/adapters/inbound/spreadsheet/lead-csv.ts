import type { DealSummary } from '../../../application/ports/records.ts';
import { csvLine } from './csv.ts';

const csvColumns = [
  ...['leadId', 'status', 'dealType', 'firstName', 'lastName', 'email', 'phone'],
  ...['vendor', 'vendorName', 'receivedAt'],
];

/** A line of heads, then one a lead. */
export const leadCsv = (leads: readonly DealSummary[]): string =>
  [
    csvColumns,
    ...leads.map(({ id, status, dealType, customer, vendorId, vendorName, receivedAt }) => [
      ...[id, status, dealType, customer?.firstName ?? '', customer?.lastName ?? ''],
      ...[customer?.email?.value ?? '', customer?.phone?.value ?? '', vendorId, vendorName],
      receivedAt.toISOString(),
    ]),
  ]
    .map(csvLine)
    .join('\n');
