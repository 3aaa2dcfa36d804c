import type { LeadDelivery } from '../../../application/ports/inbound/hooks.ts';
import type { DealSummary, LeadRecord } from '../../../application/ports/records.ts';
import { isForgotten } from '../../../domain/deal.ts';
import { nameOf } from '../../../domain/name.ts';
import { authorName, type NamedPerson, personName } from '../../../domain/person.ts';
import { vehicleText } from '../operators/leads.ts';
import { customerFacts, otherFacts } from './contact-views.ts';
import { facts, indented, type Style, strong, table, timeText } from './text.ts';

export function leadTable(
  leads: readonly DealSummary[],
  people: readonly NamedPerson[],
  style: Style,
): string {
  const rows = leads.map(({ id, status, dealType, customer, vendorName, receivedAt, owner }) => [
    id,
    status,
    dealType,
    customer ? nameOf(customer) : '-',
    customer?.phone?.value ?? '-',
    vendorName,
    timeText(receivedAt, style),
    owner === undefined ? '-' : personName(owner, people),
  ]);
  const heads = ['LEAD', 'STATUS', 'TYPE', 'NAME', 'PHONE', 'VENDOR NAME SENT', 'RECEIVED', 'OWNER'];
  return table(heads, rows, style);
}

export function leadText(
  { deal, contact, erased }: LeadRecord,
  people: readonly NamedPerson[],
  style: Style,
): string {
  const { customer } = deal;
  const others = customer ? otherFacts(customer, contact) : [];
  const isSomebodyElse = others.some(([, value]) => value !== undefined);
  const about = facts(
    [
      ['Lead', deal.id],
      ['Status', deal.status],
      ['Owner', deal.owner && personName(deal.owner, people)],
      ['Type', deal.dealType],
      ['Vendor', `${deal.vendorName} (${deal.vendorId})`],
      ['Vendor’s id', deal.externalId],
      ['Received', timeText(deal.receivedAt, style)],
      ['Vehicle', vehicleText(deal, ' ') || undefined],
      ['Contact', deal.contactId],
      ...customerFacts(customer),
      ['Customer', isForgotten(deal) && !erased ? 'erased' : undefined],
      [isSomebodyElse ? 'Contact’s ZIP' : 'ZIP', customer && contact?.zip],
      ['Erased', erased && timeText(erased, style)],
      ...others,
    ],
    style,
  );
  const notes = deal.notes && `\n${strong('Notes', style)}\n${indented(deal.notes, style)}\n`;
  const changes = deal.history.map((change) => [
    timeText(change.at, style),
    change.status,
    authorName(change, people),
    change.reason ?? '',
  ]);
  return [about, notes, table(['WHEN', 'STATUS', 'BY', 'WHY'], changes, style)].join('\n');
}

/** Nothing if there are none. */
export function deliveriesText(deliveries: readonly LeadDelivery[], style: Style): string {
  if (deliveries.length === 0) return '';
  const rows = deliveries.map(({ event, host, outcome, tries, lastTry }) => [
    ...[
      timeText(event.at, style),
      event.type,
      host,
      lastTry?.error ? `${outcome}: ${lastTry.error}` : outcome,
    ],
    ...[`${tries}`, event.id],
  ]);
  return `\n\n${table(['WHEN', 'EVENT', 'TOLD TO', 'OUTCOME', 'TRIES', 'EVENT ID'], rows, style)}`;
}
