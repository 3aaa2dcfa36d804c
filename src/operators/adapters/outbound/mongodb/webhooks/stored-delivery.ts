import type { Collection, Db } from 'mongodb';
import type { Announcement, Try } from '../../../../application/events/ports/deliveries.ts';
import { type AnyEvent, type EventType, hookEventTypes } from '../../../../domain/events/lead-event.ts';

export const DELIVERIES = 'deliveries';

/**
 * An event for one hook, and its tries. Nothing personal, but what receivers answer may be. A name in an event
 * is a name in each database: whoever changes one adds a step to `leads upgrade`.
 */
export interface StoredDelivery {
  /** Made of both, so that no event comes twice. */
  readonly _id: string;
  readonly hookId: string;
  readonly event: AnyEvent;
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

/** What a deal keeps until it was collected. */
export type StoredAnnouncement = Announcement<AnyEvent>;

export const deliveriesOf = (db: Db): Collection<StoredDelivery> => db.collection<StoredDelivery>(DELIVERIES);

export const deliveryId = (hookId: string, eventId: string): string => `${hookId}:${eventId}`;

const known: readonly EventType[] = [...hookEventTypes, 'hook.test'];

/** `undefined` for an event of a later version's, which waits for a server that knows it. */
export const eventFrom = (stored: AnyEvent): AnyEvent | undefined =>
  known.includes(stored.type) ? stored : undefined;

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
