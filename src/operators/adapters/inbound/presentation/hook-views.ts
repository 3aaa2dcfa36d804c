import type { Attempt } from '#operators/application/events/ports/deliveries.ts';
import type { LeadDelivery } from '#operators/application/ports/inbound/hook-use-cases.ts';
import type { Hook } from '#operators/domain/events/hook.ts';
import { lengthOf } from '../../../../domain/text.ts';
import type { Columns } from './list.ts';

export const hookColumns = {
  hook: { head: 'Hook', in: ['terminal'], value: ({ id }) => id },
  vendor: { head: 'For', value: ({ vendorId = 'operator' }) => vendorId },
  events: { head: 'Events', value: ({ events }) => events.join(' ') },
  state: { head: 'State', value: hookState },
  url: { head: 'URL', value: ({ url }) => url },
  created: { head: 'Created', kind: 'time', value: ({ created }) => created },
} as const satisfies Columns<Hook>;

function hookState({ paused, failingSince }: Hook): string {
  if (paused) return paused.why === 'operator' ? 'paused' : `paused (${paused.why})`;
  return failingSince ? 'failing' : 'active';
}

export const attemptColumns = {
  at: { head: 'When', kind: 'time', value: ({ at }) => at },
  type: { head: 'Event', value: ({ type }) => type },
  leadId: { head: 'Lead', value: ({ leadId }) => leadId },
  outcome: { head: 'Outcome', value: (attempt) => attemptOutcome(attempt, MAX_ANSWER_SHOWN) },
  duration: { head: 'Took', value: ({ duration }) => `${duration} ms` },
} as const satisfies Columns<Omit<Attempt, 'eventId'>>;

/** The most characters of an answer in a table; JSON has all of it. */
const MAX_ANSWER_SHOWN = 40;

export function attemptOutcome(
  { status, error, answer = '' }: Pick<Attempt, 'status' | 'error' | 'answer'>,
  most?: number,
): string {
  if (error === undefined) return `delivered (${status})`;
  const isLong = most !== undefined && lengthOf(answer) > most;
  const shown = isLong ? `${[...answer].slice(0, most).join('')}…` : answer;
  return `failed: ${error}${shown && ` (${shown})`}`;
}

/** Columns of a lead's deliveries to webhooks. */
export const deliveryColumns = {
  at: { head: 'When', kind: 'time', value: ({ event }) => event.at },
  type: { head: 'Event', value: ({ event }) => event.type },
  host: { head: 'Told to', value: ({ host }) => host },
  outcome: {
    head: 'Outcome',
    value: ({ outcome, lastTry }) => (lastTry?.error ? `${outcome}: ${lastTry.error}` : outcome),
  },
  tries: { head: 'Tries', value: ({ tries }) => tries },
  event: { head: 'Event id', value: ({ event }) => event.id },
} as const satisfies Columns<LeadDelivery>;

/** The types of events in words. */
export const eventWords = {
  'lead.received': 'new lead',
  'lead.status_changed': 'new status',
  'lead.assigned': 'new owner',
  'lead.unanswered': 'not answered in time',
  'lead.follow_up_due': 'follow-up due',
  'lead.corrected': 'customer corrected',
  'lead.answered': 'customer answered',
  'lead.held': 'something to read',
  'hook.failing': 'webhook failing',
  'hook.paused': 'webhook paused',
  'hook.test': 'test',
} as const satisfies Record<Attempt['type'], string>;

/** The reasons for a pause in words. */
export const pauseWords: Readonly<Record<NonNullable<Hook['paused']>['why'], string>> = {
  operator: 'paused',
  gone: 'paused: the receiver said 410 Gone',
  failing: 'paused: it failed for five days',
};

/** The outcomes of a lead's deliveries in words. */
export const outcomeWords: Readonly<Record<LeadDelivery['outcome'], string>> = {
  delivered: 'delivered',
  waiting: 'waiting',
  paused: 'kept: the webhook is paused',
  retrying: 'failed, tried again',
  failed: 'failed, given up',
};

/** The remark after a replay. */
export const replayedText = (count: number): string =>
  `${count === 1 ? '1 event is' : `${count} events are`} delivered again.`;
