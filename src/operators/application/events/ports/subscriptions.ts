import type { Notice } from '#operators/domain/events/notice.ts';
import type { Subscription } from '#operators/domain/events/subscription.ts';
import type { Posted } from './post-event.ts';

/**
 * The devices on which people are told of leads. They are few, so each search reads all. Any method can throw
 * StoreUnavailable and still have done its work.
 */
export interface Subscriptions {
  /** Keeps a subscription in place of the one with the same id. */
  keep(subscription: Subscription): Promise<void>;
  /** Resolves to every subscription, in any order. */
  all(): Promise<readonly Subscription[]>;
  remove(id: string): Promise<void>;
}

/** Encrypts a notice for a device (RFC 8291) and posts it to its push service. Never throws. */
export type PushNotice = (
  subscription: Subscription,
  order: {
    readonly notice: Notice;
    /** Seconds for which the push service keeps it for a device that is off. */
    readonly ttl: number;
  },
) => Promise<Posted>;

/** Throws Refused if nothing can be sent to a device with this address and these keys. */
export type CheckSubscription = (given: Pick<Subscription, 'endpoint' | 'p256dh' | 'auth'>) => Promise<void>;

/** Removes the subscriptions that are meant. */
export async function removeSubscriptions(
  subscriptions: Subscriptions | undefined,
  isMeant: (subscription: Subscription) => boolean,
): Promise<void> {
  const all = (await subscriptions?.all()) ?? [];
  for (const each of all) if (isMeant(each)) await subscriptions?.remove(each.id);
}
