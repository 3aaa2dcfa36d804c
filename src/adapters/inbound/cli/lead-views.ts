import type { LeadDelivery } from '../../../application/ports/inbound/hooks.ts';
import type { DealSummary, LeadRecord } from '../../../application/ports/records.ts';
import { isForgotten, statusSince } from '../../../domain/deal.ts';
import { nameOf } from '../../../domain/name.ts';
import { contactView, customerFacts, customerView, otherFacts } from './contact-views.ts';
import { facts, indented, type Style, strong, table, timeText } from './text.ts';

export const leadSummary = ({
  id,
  status,
  dealType,
  vendorId,
  vendorName,
  receivedAt,
  contactId,
  customer,
  owner,
  statusSince,
}: DealSummary) => ({
  leadId: id,
  status,
  dealType,
  vendor: vendorId,
  vendorName,
  receivedAt,
  contactId,
  customer: customerView(customer),
  owner,
  statusSince,
});

export function leadTable(leads: readonly DealSummary[], style: Style): string {
  const rows = leads.map(({ id, status, dealType, customer, vendorName, receivedAt, owner }) => [
    id,
    status,
    dealType,
    customer ? nameOf(customer) : '-',
    customer?.phone?.value ?? '-',
    vendorName,
    timeText(receivedAt),
    owner ?? '-',
  ]);
  const heads = ['LEAD', 'STATUS', 'TYPE', 'NAME', 'PHONE', 'VENDOR NAME SENT', 'RECEIVED', 'OWNER'];
  return table(heads, rows, style);
}

export function leadView({ deal, contact, erased }: LeadRecord) {
  return {
    ...leadSummary({ ...deal, statusSince: statusSince(deal) }),
    notes: deal.notes,
    externalId: deal.externalId,
    vehicle: deal.vehicle,
    contact: contactView(contact),
    contactErased: erased,
    history: deal.history,
  };
}

export function leadText({ deal, contact, erased }: LeadRecord, style: Style): string {
  const { customer } = deal;
  const others = customer ? otherFacts(customer, contact) : [];
  const isSomebodyElse = others.some(([, value]) => value !== undefined);
  const { year, make, model, miles } = deal.vehicle;
  const vehicle = [year, make, model, miles && `${miles} miles`].filter(Boolean).join(' ');
  const about = facts(
    [
      ['Lead', deal.id],
      ['Status', deal.status],
      ['Owner', deal.owner],
      ['Type', deal.dealType],
      ['Vendor', `${deal.vendorName} (${deal.vendorId})`],
      ['Vendor’s id', deal.externalId],
      ['Received', timeText(deal.receivedAt)],
      ['Vehicle', vehicle || undefined],
      ['Contact', deal.contactId],
      ...customerFacts(customer),
      ['Customer', isForgotten(deal) && !erased ? 'erased' : undefined],
      [isSomebodyElse ? 'Contact’s ZIP' : 'ZIP', customer && contact?.zip],
      ['Erased', erased && timeText(erased)],
      ...others,
    ],
    style,
  );
  const notes = deal.notes && `\n${strong('Notes', style)}\n${indented(deal.notes, style)}\n`;
  const changes = deal.history.map(({ status, at, by, reason }) => [timeText(at), status, by, reason ?? '']);
  return [about, notes, table(['WHEN', 'STATUS', 'BY', 'WHY'], changes, style)].join('\n');
}

/** What a webhook was told of a lead. */
export const deliveryView = ({ event, hookId, host, outcome, tries, lastTry, due }: LeadDelivery) => ({
  event: event.id,
  type: event.type,
  status: event.status,
  at: event.at,
  hook: hookId,
  host,
  outcome,
  tries,
  lastTry,
  nextTry: due,
});

/** Nothing if there are none. */
export function deliveriesText(deliveries: readonly LeadDelivery[], style: Style): string {
  if (deliveries.length === 0) return '';
  const rows = deliveries.map(({ event, host, outcome, tries, lastTry }) => [
    ...[timeText(event.at), event.type, host, lastTry?.error ? `${outcome}: ${lastTry.error}` : outcome],
    ...[`${tries}`, event.id],
  ]);
  return `\n\n${table(['WHEN', 'EVENT', 'TOLD TO', 'OUTCOME', 'TRIES', 'EVENT ID'], rows, style)}`;
}
