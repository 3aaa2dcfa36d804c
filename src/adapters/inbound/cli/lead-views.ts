import type { LeadDelivery } from '../../../application/operators/ports/inbound/hooks.ts';
import type { ListedLead, ShownLead } from '../../../application/operators/ports/inbound/leads.ts';
import { hasCustomer } from '../../../domain/intake/contact.ts';
import { nameOf } from '../../../domain/intake/name.ts';
import type { Answer } from '../../../domain/work/answer-goal.ts';
import { lostReasonOf, presentCustomer } from '../../../domain/work/deal.ts';
import type { LostReason } from '../../../domain/work/lost-reason.ts';
import { authorName, type NamedPerson, personName } from '../../../domain/work/person.ts';
import { answerWords, waitText } from '../operators/answers.ts';
import { activityWords, assignmentText, lostReasonText, vehicleText } from '../operators/leads.ts';
import { asSentFacts, customerFacts, otherFacts } from './contact-views.ts';
import { facts, indented, type Style, strong, table, timeText } from './text.ts';

/** A customer as mended since, and behind it as sent. `waits`: with how long customers wait. `due`: with when to turn to them again. */
export function leadTable(
  leads: readonly ListedLead[],
  people: readonly NamedPerson[],
  style: Style,
  {
    due = false,
    waits = false,
  }: { readonly due?: boolean | undefined; readonly waits?: boolean | undefined } = {},
): string {
  const both = (now: string, sent: string) => (now === sent ? now : `${now} (sent: ${sent})`);
  const name = (customer: ListedLead['customer']) => (customer ? nameOf(customer) : '-');
  const phone = (customer: ListedLead['customer']) => customer?.phone?.value ?? '-';
  const rows = leads.map((lead) => {
    const { id, status, dealType, customer, present, vendorName, receivedAt, owner, answer, followUpAt } =
      lead;
    return [
      id,
      status,
      dealType,
      both(name(present ?? customer), name(customer)),
      both(phone(present ?? customer), phone(customer)),
      vendorName,
      timeText(receivedAt, style),
      owner === undefined ? '-' : personName(owner, people),
      ...(waits ? [answer ? waitCell(answer) : '-'] : []),
      ...(due ? [timeText(followUpAt, style)] : []),
    ];
  });
  const heads = ['LEAD', 'STATUS', 'TYPE', 'NAME', 'PHONE', 'VENDOR NAME SENT', 'RECEIVED', 'OWNER'];
  return table([...heads, ...(waits ? ['WAITS'] : []), ...(due ? ['FOLLOW-UP'] : [])], rows, style);
}

const waitCell = (answer: Answer): string => `${waitText(answer)}${answer.isLate ? ', late' : ''}`;

export function leadText(
  { deal, contact, erased, answer, assignments }: ShownLead,
  { people, reasons }: { readonly people: readonly NamedPerson[]; readonly reasons: readonly LostReason[] },
  style: Style,
): string {
  const { customer } = deal;
  const lost = lostReasonOf(deal);
  const present = presentCustomer(deal);
  const others = present ? otherFacts(present, contact) : [];
  const isSomebodyElse = others.some(([, value]) => value !== undefined);
  const about = facts(
    [
      ['Lead', deal.id],
      ['Status', lost === undefined ? deal.status : `${deal.status}: ${lostReasonText(lost, reasons)}`],
      ['Owner', deal.owner && personName(deal.owner, people)],
      ['Follow-up', deal.followUpAt && timeText(deal.followUpAt, style)],
      ['Type', deal.dealType],
      ['Vendor', `${deal.vendorName} (${deal.vendorId})`],
      ['Vendor’s id', deal.externalId],
      ['Received', timeText(deal.receivedAt, style)],
      [deal.reopened ? 'Answer since reopened' : 'Answer', answer && answerText(answer, style)],
      ['Vehicle', vehicleText(deal, ' ') || undefined],
      ['Contact', deal.contactId],
      ...customerFacts(present),
      ...asSentFacts(customer, present),
      ['Customer', !hasCustomer(deal) && !erased ? 'erased' : undefined],
      [isSomebodyElse ? 'Contact’s ZIP' : 'ZIP', customer && contact?.zip],
      ['Erased', erased && timeText(erased, style)],
      ...others,
    ],
    style,
  );
  const notes = deal.notes && `\n${strong('Notes', style)}\n${indented(deal.notes, style)}\n`;
  const moves = deal.history.map((change) => {
    const { lostReason: code } = change;
    const why = [code && lostReasonText(code, reasons), change.reason].filter(Boolean).join(': ');
    return { at: change.at, cells: [change.status, authorName(change, people), why] };
  });
  const done = deal.activities.map((activity) => ({
    at: activity.at,
    cells: [activityWords[activity.kind], authorName(activity, people), activity.text ?? ''],
  }));
  const assigned = assignments.map((assignment) => ({
    at: assignment.at,
    cells: [assignmentText(assignment, people), authorName(assignment, people), ''],
  }));
  const timeline = [...moves, ...done, ...assigned]
    .sort((one, other) => one.at.getTime() - other.at.getTime())
    .map(({ at, cells }) => [timeText(at, style), ...cells]);
  return [about, notes, table(['WHEN', 'STATUS', 'BY', 'WHY'], timeline, style)].join('\n');
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
