import type { Collection, Db } from 'mongodb';
import type { Announcement, Try } from '../../../../application/events/ports/deliveries.ts';
import type { AnyEvent, EventType, HookAlarm, StatusChanged } from '../../../../domain/events/lead-event.ts';
import type { LeadStatus } from '../../../../domain/intake/lead-status.ts';

export const DELIVERIES = 'deliveries';

/**
 * An event for one hook, and its tries. Nothing personal, but what receivers answer may be. These names are kept when the
 * domain's change.
 */
export interface StoredDelivery {
  /** Made of both, so that no event comes twice. */
  readonly _id: string;
  readonly hookId: string;
  readonly event: StoredEvent;
  /** Absent once it was delivered or given up. */
  readonly due?: Date;
  readonly lease?: string;
  readonly tries: readonly Try[];
  /** How many of the tries were before the last replay, if there was one. */
  readonly triesBefore?: number;
  /** Of the latest try. */
  readonly tried?: Date;
  readonly kept: Date;
}

/** An event of any type. A test's has no lead, nor has that of a hook. */
interface StoredEvent {
  readonly id: string;
  readonly type: EventType;
  readonly at: Date;
  readonly leadId?: string;
  readonly vendorId?: string;
  readonly status?: LeadStatus;
  readonly previousStatus?: LeadStatus;
  readonly lostReason?: string | undefined;
  readonly owner?: string | undefined;
  readonly since?: Date;
  readonly hookId?: string;
}

/** What a deal keeps until it was collected. */
export interface StoredAnnouncement {
  readonly event: StoredEvent;
  readonly hooks: readonly string[];
}

export const deliveriesOf = (db: Db): Collection<StoredDelivery> => db.collection<StoredDelivery>(DELIVERIES);

export const deliveryId = (hookId: string, eventId: string): string => `${hookId}:${eventId}`;

export const storedAnnouncement = ({ event, hooks }: Announcement<AnyEvent>): StoredAnnouncement => ({
  event: storedEvent(event),
  hooks,
});

export const storedEvent = (event: AnyEvent): StoredEvent => shapes[event.type].stored(event as never);

/** `undefined` for an event of a later version's, which waits for a server that knows it. */
export const eventFrom = (stored: StoredEvent): AnyEvent | undefined => shapes[stored.type]?.from(stored);

/** How an event of one type is written and read: only the fields that are named here. */
interface Shape<E extends AnyEvent> {
  stored(event: E): StoredEvent;
  from(stored: StoredEvent): E;
}

const shapes: { readonly [T in EventType]: Shape<Extract<AnyEvent, { type: T }>> } = {
  'lead.received': {
    stored: ({ type, ...event }) => ({ type, ...ofLead(event) }),
    from: (stored) => ({ type: 'lead.received', ...ofLead(stored) }),
  },
  'lead.status_changed': {
    stored: ({ type, previousStatus, lostReason, ...event }) => ({
      type,
      ...ofLead(event),
      previousStatus,
      lostReason,
    }),
    from: ({ previousStatus = 'In Progress', lostReason, ...stored }) => ({
      type: 'lead.status_changed',
      ...ofLead(stored),
      previousStatus,
      lostReason,
    }),
  },
  'lead.assigned': {
    stored: ({ type, owner, ...event }) => ({ type, ...ofLead(event), owner }),
    from: ({ owner, ...stored }) => ({ type: 'lead.assigned', ...ofLead(stored), owner }),
  },
  'lead.unanswered': {
    stored: ({ type, since, ...event }) => ({ type, ...ofLead(event), since }),
    from: ({ since, ...stored }) => ({
      type: 'lead.unanswered',
      ...ofLead(stored),
      since: since ?? stored.at,
    }),
  },
  'lead.follow_up_due': {
    stored: ({ type, ...event }) => ({ type, ...ofLead(event) }),
    from: (stored) => ({ type: 'lead.follow_up_due', ...ofLead(stored) }),
  },
  'hook.failing': {
    stored: ({ type, ...event }) => ({ type, ...ofHook(event) }),
    from: (stored) => ({ type: 'hook.failing', ...ofHook(stored) }),
  },
  'hook.paused': {
    stored: ({ type, ...event }) => ({ type, ...ofHook(event) }),
    from: (stored) => ({ type: 'hook.paused', ...ofHook(stored) }),
  },
  'hook.test': {
    stored: ({ id, type, at }) => ({ id, type, at }),
    from: ({ id, at }) => ({ id, type: 'hook.test', at }),
  },
};

type OfLead = Omit<StatusChanged, 'type' | 'previousStatus' | 'lostReason'>;

const ofLead = ({
  id,
  at,
  leadId = '',
  vendorId = '',
  status = 'In Progress',
}: Omit<StoredEvent, 'type'>): OfLead => ({ id, at, leadId, vendorId, status });

const ofHook = ({ id, at, hookId = '' }: Omit<StoredEvent, 'type'>): Omit<HookAlarm, 'type'> => ({
  id,
  at,
  hookId,
});

/** A new delivery for each hook that was announced to, due at once. */
export const deliveriesFrom = ({ event, hooks }: StoredAnnouncement, kept: Date): StoredDelivery[] =>
  hooks.map((hookId) => ({
    _id: deliveryId(hookId, event.id),
    hookId,
    event,
    due: event.at,
    tries: [],
    kept,
  }));
