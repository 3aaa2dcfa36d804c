import type { Subscription, Wishes } from '../../../domain/events/subscription.ts';
import type { By } from './people-use-cases.ts';

/** Telling people of leads on their devices. Each use case can throw StoreUnavailable. */
export interface DeviceUseCases {
  /**
   * Resolves to the public key that a browser subscribes with, and to what the device with this id tells whoever asks.
   * `undefined` if nobody is told on devices.
   */
  readonly toldHere: (order: {
    readonly id: string | undefined;
    readonly by: By;
  }) => Promise<{ readonly key: string; readonly wishes: Wishes | undefined } | undefined>;
  /**
   * Tells whoever asks on a device, in place of whom it told before. Resolves to its id. Throws Refused if nothing can
   * be sent to this address with these keys.
   */
  readonly tellHere: (
    order: Pick<Subscription, 'endpoint' | 'p256dh' | 'auth' | 'wishes' | 'session'> & { readonly by: By },
  ) => Promise<string>;
  /** Tells whoever asks no more on a device of theirs. Does nothing if it does not. */
  readonly tellNoMore: (order: { readonly id: string; readonly by: By }) => Promise<void>;
}
