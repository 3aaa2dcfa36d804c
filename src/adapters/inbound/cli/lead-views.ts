import type { LeadDelivery } from '../../../application/ports/inbound/hooks.ts';
import type { ListedLead, ShownLead } from '../../../application/ports/inbound/operator.ts';
import type { Answer } from '../../../domain/answer-goal.ts';
import { isForgotten } from '../../../domain/deal.ts';
import { nameOf } from '../../../domain/name.ts';
import { answerWords, durationText } from '../operators/answers.ts';
import { vehicleText } from '../operators/leads.ts';
import { customerFacts, otherFacts } from './contact-views.ts';
import { facts, indented, type Style, strong, table, timeText } from './text.ts';

/** `waits`: with how long their customers wait. */
export function leadTable(leads: readonly ListedLead[], style: Style, waits = false): string {
  const rows = leads.map(({ id, status, dealType, customer, vendorName, receivedAt, owner, answer }) => [
    id,
    status,
    dealType,
    customer ? nameOf(customer) : '-',
    customer?.phone?.value ?? '-',
    vendorName,
    timeText(receivedAt, style),
    owner ?? '-',
    ...(waits ? [answer ? waitText(answer) : '-'] : []),
  ]);
  const heads = ['LEAD', 'STATUS', 'TYPE', 'NAME', 'PHONE', 'VENDOR NAME SENT', 'RECEIVED', 'OWNER'];
  return table(waits ? [...heads, 'WAITS'] : heads, rows, style);
}

const waitText = ({ elapsed, isLate }: Answer): string => `${durationText(elapsed)}${isLate ? ', late' : ''}`;

export function leadText({ deal, contact, erased, answer }: ShownLead, style: Style): string {
  const { customer } = deal;
  const others = customer ? otherFacts(customer, contact) : [];
  const isSomebodyElse = others.some(([, value]) => value !== undefined);
  const about = facts(
    [
      ['Lead', deal.id],
      ['Status', deal.status],
      ['Owner', deal.owner],
      ['Type', deal.dealType],
      ['Vendor', `${deal.vendorName} (${deal.vendorId})`],
      ['Vendor’s id', deal.externalId],
      ['Received', timeText(deal.receivedAt, style)],
      [deal.reopened ? 'Answer since reopened' : 'Answer', answer && answerText(answer, style)],
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
  const changes = deal.history.map(({ status, at, by, reason }) => [
    timeText(at, style),
    status,
    by,
    reason ?? '',
  ]);
  return [about, notes, table(['WHEN', 'STATUS', 'BY', 'WHY'], changes, style)].join('\n');
}

function answerText(answer: Answer, style: Style): string {
  const [words, time] = answerWords(answer);
  return time ? `${words} ${timeText(time, style)}` : words;
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
