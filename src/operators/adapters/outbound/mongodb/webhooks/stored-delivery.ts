import type { Collection, Db } from 'mongodb';
import type { Announcement, Try } from '#operators/application/events/ports/deliveries.ts';
import { type AnyEvent, isKnown } from '#operators/domain/events/lead-event.ts';

export const DELIVERIES = 'deliveries';

/**
 * An event for one hook, with its tries. Nothing in them is personal, except perhaps receivers' answers. A name
 * in an event is a name in each database: to change one, add a step to `leads upgrade`.
 */
export interface StoredDelivery {
  /** Derived from hook and event, so that no event comes twice. */
  readonly _id: string;
  readonly hookId: string;
  readonly event: AnyEvent;
  /** The time of the next try; absent once the event was delivered or given up. */
  readonly due?: Date;
  readonly lease?: string;
  readonly tries: readonly Try[];
  /** How many tries came before the last replay, if there was one. */
  readonly triesBefore?: number;
  /** The time of the latest try. */
  readonly tried?: Date;
  readonly kept: Date;
}

/** An announcement that a deal keeps until it is collected. */
export type StoredAnnouncement = Announcement<AnyEvent>;

export const deliveriesOf = (db: Db): Collection<StoredDelivery> => db.collection<StoredDelivery>(DELIVERIES);

export const deliveryId = (hookId: string, eventId: string): string => `${hookId}:${eventId}`;

/** An event of a known type; `undefined` for one of a later release. */
export const eventFrom = (stored: AnyEvent): AnyEvent | undefined => (isKnown(stored) ? stored : undefined);

/** A new delivery for each hook of an announcement, due at once. */
export const deliveriesFrom = ({ event, hooks }: StoredAnnouncement, kept: Date): StoredDelivery[] =>
  hooks.map((hookId) => ({
    _id: deliveryId(hookId, event.id),
    hookId,
    event,
    due: event.at,
    tries: [],
    kept,
  }));
