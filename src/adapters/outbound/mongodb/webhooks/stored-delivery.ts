import type { Collection, Db } from 'mongodb';
import type { Announcement, TestEvent, Try } from '../../../../application/ports/outbound/deliveries.ts';
import type { LeadEvent } from '../../../../domain/lead-event.ts';

export const DELIVERIES = 'deliveries';

/**
 * An event for one hook, and its tries. Nothing personal, but what receivers answer may be. These names are kept when the
 * domain's change.
 */
export interface StoredDelivery {
  /** From both, so that no event comes twice. */
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

/** A test's has no lead. */
export interface StoredEvent {
  readonly id: string;
  readonly type: LeadEvent['type'] | TestEvent['type'];
  readonly at: Date;
  readonly leadId?: string;
  readonly vendorId?: string;
  readonly status?: LeadEvent['status'];
  readonly previousStatus?: LeadEvent['previousStatus'];
}

/** In a deal, until it was collected. */
export interface StoredAnnouncement {
  readonly event: StoredEvent;
  readonly hooks: readonly string[];
}

export const deliveriesOf = (db: Db): Collection<StoredDelivery> => db.collection<StoredDelivery>(DELIVERIES);

export const deliveryId = (hookId: string, eventId: string): string => `${hookId}:${eventId}`;

export const storedAnnouncement = ({ event, hooks }: Announcement): StoredAnnouncement => ({
  event: storedEvent(event),
  hooks,
});

export const storedEvent = (event: LeadEvent | TestEvent): StoredEvent => {
  const { id, type, at } = event;
  if (type === 'hook.test') return { id, type, at };
  const { leadId, vendorId, status, previousStatus } = event;
  return { id, type, at, leadId, vendorId, status, ...(previousStatus && { previousStatus }) };
};

export const eventFrom = ({ id, type, at, ...lead }: StoredEvent): LeadEvent | TestEvent => {
  if (type === 'hook.test') return { id, type, at };
  const { leadId = '', vendorId = '', status = 'In Progress', previousStatus } = lead;
  return { id, type, at, leadId, vendorId, status, previousStatus };
};

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
