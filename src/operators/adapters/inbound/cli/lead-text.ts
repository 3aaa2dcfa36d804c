import type { LeadDelivery } from '#operators/application/ports/inbound/hook-use-cases.ts';
import type { ListedLead, ShownLead } from '#operators/application/ports/inbound/lead-use-cases.ts';
import { type Activity, activityId, type FollowUp } from '#operators/domain/work/activity.ts';
import type { Answer } from '#operators/domain/work/answer-goal.ts';
import type { LostReason } from '#operators/domain/work/lost-reason.ts';
import { type Author, authorName, type NamedPerson, personName } from '#operators/domain/work/person.ts';
import { lostReasonOf, presentCustomer } from '#operators/domain/work/worked-deal.ts';
import { hasCustomer } from '../../../../domain/contact.ts';
import { answerWords } from '../presentation/answers.ts';
import { deliveryColumns } from '../presentation/hook-views.ts';
import { leadColumns, leadFacts } from '../presentation/lead-columns.ts';
import { activityWords, assignmentText, followUpParts, lostReasonText } from '../presentation/lead-words.ts';
import type { Columns } from '../presentation/list.ts';
import { asSentFacts, customerFacts, otherFacts } from './contact-text.ts';
import { facts, indented, type Style, strong, table, timeText } from './text.ts';

/** A table of leads. `waits`: with the time that customers wait. `due`: with the follow-up. */
export function leadTable(
  leads: readonly ListedLead[],
  people: readonly NamedPerson[],
  style: Style,
  {
    due = false,
    waits = false,
  }: { readonly due?: boolean | undefined; readonly waits?: boolean | undefined } = {},
): string {
  const { waits: waiting, followUpAt, ...always } = leadColumns;
  const columns = { ...always, ...(waits && { waiting }), ...(due && { followUpAt }) };
  return table(columns, leads, { ...style, people });
}

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
      ['Follow-up', deal.followUp && followUpText(deal.followUp, people, style)],
      ...leadFacts(deal),
      ['Vendor', `${deal.vendorName} (${deal.vendorId})`],
      ['Received', timeText(deal.receivedAt, style)],
      [deal.reopened ? 'Answer since reopened' : 'Answer', answer && answerText(answer, style)],
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
    return { ...change, did: change.status, why };
  });
  const done = deal.activities.map((activity, place) => ({
    ...activity,
    did: activityWords[activity.kind],
    why: whyOf(activity, people, style),
    entry: activityId(place),
  }));
  const assigned = assignments.map((assignment) => ({
    ...assignment,
    did: assignmentText(assignment, people),
    why: '',
  }));
  const timeline = [...moves, ...done, ...assigned].sort(
    (one, other) => one.at.getTime() - other.at.getTime(),
  );
  return [about, notes, table(timelineColumns, timeline, { ...style, people })].join('\n');
}

function followUpText(
  { at, by, byId, text }: FollowUp,
  people: readonly NamedPerson[],
  style: Style,
): string {
  const who = by === undefined ? '' : ` by ${authorName({ by, byId }, people)}`;
  return `${timeText(at, style)}${who}${text ? `: ${text}` : ''}`;
}

/** An activity's text, and what it changed in the follow-up. */
function whyOf(activity: Activity, people: readonly NamedPerson[], style: Style): string {
  const told = followUpParts(activity, people, (at) => timeText(at, style)).join('');
  const { struck } = activity;
  const gone = struck && `struck by ${authorName(struck, people)}, ${timeText(struck.at, style)}`;
  return [activity.text, told, gone].filter(Boolean).join('; ');
}

const timelineColumns = {
  at: { head: 'When', kind: 'time', value: ({ at }) => at },
  did: { head: 'Status', value: ({ did }) => did },
  by: { head: 'By', value: (entry, { people }) => authorName(entry, people) },
  why: { head: 'Why', value: ({ why }) => why },
  entry: { head: 'Entry', value: ({ entry = '' }) => entry },
} as const satisfies Columns<
  Author & { readonly at: Date; readonly did: string; readonly why: string; readonly entry?: string },
  { readonly people: readonly NamedPerson[] }
>;

function answerText(answer: Answer, style: Style): string {
  const [words, time] = answerWords(answer);
  return time ? `${words} ${timeText(time, style)}` : words;
}

/** The table of a lead's deliveries; empty if there are none. */
export const deliveriesText = (deliveries: readonly LeadDelivery[], style: Style): string =>
  deliveries.length === 0 ? '' : `\n\n${table(deliveryColumns, deliveries, style)}`;
