import type { DealSummary, LeadRecord } from '../../../application/ports/outbound/back-office.ts';
import { facts, type Style, strong, table, terminalSafe, timeText } from './text.ts';

export const leadSummary = ({
  id,
  status,
  dealType,
  vendorId,
  vendorName,
  receivedAt,
  contactId,
}: DealSummary) => ({
  leadId: id,
  status,
  dealType,
  vendor: vendorId,
  vendorName,
  receivedAt,
  contactId,
});

export const leadRowHeads = ['LEAD', 'STATUS', 'TYPE', 'VENDOR', 'RECEIVED'];

export const leadRow = ({ id, status, dealType, vendorName, receivedAt }: DealSummary): string[] => [
  id,
  status,
  dealType,
  vendorName,
  timeText(receivedAt),
];

export function leadView({ deal, contact, erased }: LeadRecord) {
  const { firstName, lastName, email, phone, zip } = contact ?? {};
  return {
    ...leadSummary(deal),
    notes: deal.notes,
    externalId: deal.externalId,
    vehicle: deal.vehicle,
    contact: contact ? { firstName, lastName, email: email?.value, phone: phone?.value, zip } : null,
    contactErased: erased,
    history: deal.history,
  };
}

export function leadText({ deal, contact, erased }: LeadRecord, style: Style): string {
  const { year, make, model, miles } = deal.vehicle;
  const vehicle = [year, make, model, miles && `${miles} miles`].filter(Boolean).join(' ');
  const about = facts(
    [
      ['Lead', deal.id],
      ['Status', deal.status],
      ['Type', deal.dealType],
      ['Vendor', `${deal.vendorName} (${deal.vendorId})`],
      ['Vendor’s id', deal.externalId],
      ['Received', timeText(deal.receivedAt)],
      ['Vehicle', vehicle || undefined],
      ['Contact', deal.contactId],
      ['Customer', contact && [contact.firstName, contact.lastName].filter(Boolean).join(' ')],
      ['Email', contact?.email?.value],
      ['Phone', contact?.phone?.value],
      ['ZIP', contact?.zip],
      ['Erased', erased && timeText(erased)],
    ],
    style,
  );
  const notes = deal.notes && `\n${strong('Notes', style)}\n${terminalSafe(deal.notes)}\n`;
  const changes = deal.history.map(({ status, at, by, reason }) => [timeText(at), status, by, reason ?? '']);
  return [about, notes, table(['WHEN', 'STATUS', 'BY', 'WHY'], changes, style)].join('\n');
}
