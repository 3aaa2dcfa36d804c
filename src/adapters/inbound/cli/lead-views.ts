import type { LeadDelivery } from '../../../application/ports/inbound/hooks.ts';
import type { DealSummary, LeadRecord } from '../../../application/ports/records.ts';
import { isForgotten, lostReasonOf } from '../../../domain/deal.ts';
import type { LostReason } from '../../../domain/lost-reason.ts';
import { nameOf } from '../../../domain/name.ts';
import { activityWords, lostReasonText, vehicleText } from '../operators/leads.ts';
import { customerFacts, otherFacts } from './contact-views.ts';
import { facts, indented, type Style, strong, table, timeText } from './text.ts';

/** With `due`, when each is to be followed up. */
export function leadTable(
  leads: readonly DealSummary[],
  style: Style,
  { due = false }: { readonly due?: boolean | undefined } = {},
): string {
  const rows = leads.map(({ id, status, dealType, customer, vendorName, receivedAt, owner, followUpAt }) => [
    id,
    status,
    dealType,
    customer ? nameOf(customer) : '-',
    customer?.phone?.value ?? '-',
    vendorName,
    timeText(receivedAt, style),
    owner ?? '-',
    ...(due ? [timeText(followUpAt, style)] : []),
  ]);
  const heads = ['LEAD', 'STATUS', 'TYPE', 'NAME', 'PHONE', 'VENDOR NAME SENT', 'RECEIVED', 'OWNER'];
  return table(due ? [...heads, 'FOLLOW-UP'] : heads, rows, style);
}

export function leadText(
  { deal, contact, erased }: LeadRecord,
  reasons: readonly LostReason[],
  style: Style,
): string {
  const { customer } = deal;
  const lost = lostReasonOf(deal);
  const others = customer ? otherFacts(customer, contact) : [];
  const isSomebodyElse = others.some(([, value]) => value !== undefined);
  const about = facts(
    [
      ['Lead', deal.id],
      ['Status', lost === undefined ? deal.status : `${deal.status}: ${lostReasonText(lost, reasons)}`],
      ['Owner', deal.owner],
      ['Follow-up', deal.followUpAt && timeText(deal.followUpAt, style)],
      ['Type', deal.dealType],
      ['Vendor', `${deal.vendorName} (${deal.vendorId})`],
      ['Vendor’s id', deal.externalId],
      ['Received', timeText(deal.receivedAt, style)],
      ['Answered', deal.answeredAt && timeText(deal.answeredAt, style)],
      ['Reopened', deal.reopened && timeText(deal.reopened.at, style)],
      ['Answered again', deal.reopened?.answeredAt && timeText(deal.reopened.answeredAt, style)],
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
  const moves = deal.history.map(({ status, at, by, reason, lostReason: code }) => {
    const why = [code && lostReasonText(code, reasons), reason].filter(Boolean).join(': ');
    return { at, cells: [status, by, why] };
  });
  const done = deal.activities.map(({ kind, at, by, text = '' }) => ({
    at,
    cells: [activityWords[kind], by, text],
  }));
  const timeline = [...moves, ...done]
    .sort((one, other) => one.at.getTime() - other.at.getTime())
    .map(({ at, cells }) => [timeText(at, style), ...cells]);
  return [about, notes, table(['WHEN', 'STATUS', 'BY', 'WHY'], timeline, style)].join('\n');
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
