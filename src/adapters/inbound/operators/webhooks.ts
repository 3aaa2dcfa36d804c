import type { Attempt } from '../../../application/events/ports/deliveries.ts';
import type { LeadDelivery } from '../../../application/operators/ports/inbound/hooks.ts';
import type { Hook } from '../../../domain/events/hook.ts';

export const hookView = ({ id, url, vendorId, events, created, paused, failingSince }: Hook) => ({
  hook: id,
  url,
  vendor: vendorId,
  operator: vendorId === undefined,
  events,
  created,
  paused: paused !== undefined,
  pausedBecause: paused?.why,
  failingSince,
});

export const attemptView = ({ eventId, type, leadId, at, status, duration, error, answer }: Attempt) => ({
  event: eventId,
  type,
  leadId,
  at,
  status,
  duration,
  error,
  answer,
});

/** One of such events, in words. */
export const eventWords = {
  'lead.received': 'new lead',
  'lead.status_changed': 'new status',
  'lead.assigned': 'new owner',
  'lead.unanswered': 'not answered in time',
  'lead.follow_up_due': 'follow-up due',
  'hook.failing': 'webhook failing',
  'hook.paused': 'webhook paused',
  'hook.test': 'test',
} as const satisfies Record<Attempt['type'], string>;

/** Why it is paused, in words. */
export const pauseWords: Readonly<Record<NonNullable<Hook['paused']>['why'], string>> = {
  operator: 'paused',
  gone: 'paused: the receiver said 410 Gone',
  failing: 'paused: it failed for five days',
};

/** What became of an event of a lead, in words. */
export const outcomeWords: Readonly<Record<LeadDelivery['outcome'], string>> = {
  delivered: 'delivered',
  waiting: 'waiting',
  paused: 'kept: the webhook is paused',
  retrying: 'failed, tried again',
  failed: 'failed, given up',
};

/** Told after a replay. */
export const replayedText = (count: number): string =>
  `${count === 1 ? '1 event is' : `${count} events are`} delivered again.`;
