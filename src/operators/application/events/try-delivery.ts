import type { Clock } from '../../../application/ports/outbound/runtime.ts';
import { type Hook, isSuccess, nextTry, signingSecrets } from '../../domain/events/hook.ts';
import type { AnyEvent } from '../../domain/events/lead-event.ts';
import { bodyOf, type EventContext } from './event-body.ts';
import type { DueDelivery, Settled } from './ports/deliveries.ts';
import type { PostEvent, Posted, SecretOf } from './ports/post-event.ts';

export interface TryPorts {
  readonly post: PostEvent;
  readonly secretOf: SecretOf;
  /** Derives secrets from the key that is being replaced, which still signs as well. */
  readonly replacedSecretOf?: SecretOf | undefined;
  readonly clock: Clock;
  /** A random number from 0 to 1. */
  readonly random: () => number;
  /** Called after each try. */
  readonly delivered?: ((outcome: DeliveryOutcome) => void) | undefined;
}

export type DeliveryOutcome = 'delivered' | 'failed' | 'given-up';

/**
 * Tries once to deliver an event. Throws the error of reading the event's context: then it does not count as a
 * try.
 */
export type TryDelivery = (hook: Hook, delivery: DueDelivery) => Promise<Settled>;

export const makeTryDelivery =
  (ports: TryPorts, contextOf: (hook: Hook, event: AnyEvent) => Promise<EventContext>): TryDelivery =>
  async (hook, delivery) => {
    const { event } = delivery;
    const { post, clock, delivered = () => {} } = ports;
    const at = clock();
    let failure: unknown;
    const body = async (): Promise<string> => {
      try {
        return bodyOf(hook, { event, ...(await contextOf(hook, event)) });
      } catch (error) {
        failure = error;
        throw error;
      }
    };
    const to = { url: hook.url, vendorId: hook.vendorId, secrets: secretsOf(ports, hook, at) };
    const posted = await post({ ...to, id: event.id, at, body });
    if (failure !== undefined) throw failure; // the store failed, not the receiver
    const settled = settledBy(posted, delivery, at, ports);
    delivered(isSuccess(posted.status) ? 'delivered' : settled.due ? 'failed' : 'given-up');
    return settled;
  };

/** The result of a try that was begun at this time, and when the next one is to be. */
export function settledBy(
  { retryAfter, ...answered }: Posted,
  { hookId, event, lease, tries }: DueDelivery,
  at: Date,
  { clock, random }: Pick<TryPorts, 'clock' | 'random'>,
): Settled {
  const ended = clock();
  const tried = { at, duration: ended.getTime() - at.getTime(), ...answered };
  const due = isSuccess(answered.status) ? undefined : nextTry(tries + 1, ended, random(), retryAfter);
  return { hookId, eventId: event.id, lease, tried, due };
}

function secretsOf({ secretOf, replacedSecretOf }: TryPorts, hook: Hook, at: Date): string[] {
  const signing = [...(replacedSecretOf ? [replacedSecretOf] : []), secretOf];
  return signing.flatMap((of) => signingSecrets(hook, at).map(({ generation }) => of(hook.id, generation)));
}
