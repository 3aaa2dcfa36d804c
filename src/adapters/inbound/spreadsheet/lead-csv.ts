import type { DealSummary } from '../../../application/ports/records.ts';
import type { TimeZone } from '../../../domain/time-zone.ts';
import { csvLine } from './csv.ts';

/** The zone is named once: with the first time. */
const csvColumns = ({ name }: TimeZone) => [
  ...['leadId', 'status', 'dealType', 'firstName', 'lastName', 'email', 'phone'],
  ...['vendor', 'vendorName', `receivedAt (${name})`, 'externalId', 'owner', 'statusSince'],
];

/** A line of heads, then one a lead. */
export const leadCsv = (leads: readonly DealSummary[], zone: TimeZone): string =>
  [
    csvColumns(zone),
    ...leads.map((lead) => [
      ...[lead.id, lead.status, lead.dealType, lead.customer?.firstName ?? '', lead.customer?.lastName ?? ''],
      ...[lead.customer?.email?.value ?? '', lead.customer?.phone?.value ?? ''],
      ...[lead.vendorId, lead.vendorName, zone.isoAt(lead.receivedAt)],
      ...[lead.externalId ?? '', lead.owner ?? '', zone.isoAt(lead.statusSince)],
    ]),
  ]
    .map(csvLine)
    .join('\n');
