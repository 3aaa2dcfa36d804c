import { afterTry, type Hook, isSuccess, nextTry, signingSecrets } from '../domain/hook.ts';
import { bodyOf } from './event-body.ts';
import type { KnownHooks } from './known-hooks.ts';
import type { Deliveries, DueDelivery, Settled } from './ports/outbound/deliveries.ts';
import type { HookDirectory } from './ports/outbound/hook-directory.ts';
import type { PostEvent, SecretOf } from './ports/outbound/post-event.ts';
import type { Clock } from './ports/outbound/runtime.ts';

/** Of each hook, so that a slow receiver holds nobody else up. */
const TAKEN_AT_ONCE = 160;
const POSTED_AT_ONCE = 16;

/** Milliseconds for which taken events are this process's own: longer than their tries take. */
const LEASE = 25_000;
/** Milliseconds after the take when no further try is begun, so that each ends within the lease. */
const LAST_TRY = 8_000;

export interface DeliverEventsPorts {
  readonly hooks: HookDirectory;
  readonly knownHooks: KnownHooks;
  readonly deliveries: Deliveries;
  readonly post: PostEvent;
  readonly secretOf: SecretOf;
  readonly clock: Clock;
  /** From 0 to 1. */
  readonly random: () => number;
  /** An id that no other call uses. */
  readonly newLease: () => string;
  /** Told when a hook is paused. */
  readonly warn: (message: string) => void;
  /** Told of each try. */
  readonly delivered?: ((outcome: DeliveryOutcome) => void) | undefined;
}

export type DeliveryOutcome = 'delivered' | 'failed' | 'given-up';

/** Delivers events. Any number of processes may do it at once. */
export class EventDelivery {
  readonly #ports: DeliverEventsPorts;
  /** What is under way, by hook. */
  readonly #busy = new Map<string, Promise<void>>();
  /** How many tries were made. */
  tries = 0;

  constructor(ports: DeliverEventsPorts) {
    this.#ports = ports;
  }

  /**
   * Takes what is due to each hook that is not busy, and begins to deliver it. Resolves to whether there are hooks.
   * Throws StoreUnavailable.
   */
  async round(): Promise<boolean> {
    const hooks = await this.#ports.knownHooks();
    if (hooks.length === 0) return false;
    await this.#ports.deliveries.collect();
    for (const hook of hooks) {
      if (hook.paused || this.#busy.has(hook.id)) continue;
      const work = this.#deliverTo(hook)
        .catch(() => {}) // the store does not answer: what was taken is due again when its lease ends
        .finally(() => this.#busy.delete(hook.id));
      this.#busy.set(hook.id, work);
    }
    return true;
  }

  /** Resolves when nothing is under way. */
  async settled(): Promise<void> {
    await Promise.all(this.#busy.values());
  }

  async #deliverTo(hook: Hook): Promise<void> {
    const { deliveries, clock, newLease } = this.#ports;
    for (let known: Hook | undefined = hook; known && !known.paused; ) {
      const now = clock();
      const leaseEnds = new Date(now.getTime() + LEASE);
      const order = { hookId: hook.id, now, limit: TAKEN_AT_ONCE, leaseEnds, lease: newLease() };
      const taken = await deliveries.take(order);
      if (taken.length > 0) known = await this.#post(known, taken, new Date(now.getTime() + LAST_TRY));
      if (taken.length < TAKEN_AT_ONCE) return;
    }
  }

  /** Resolves to the hook as it is afterwards. Those that are not tried in time are due again when the lease ends. */
  async #post(hook: Hook, taken: readonly DueDelivery[], until: Date): Promise<Hook | undefined> {
    const { deliveries, clock } = this.#ports;
    const waiting = [...taken];
    const settled: Settled[] = [];
    let known: Hook | undefined = hook;
    const postNext = async (): Promise<void> => {
      for (
        let next = waiting.shift();
        next && known && !known.paused && clock() < until;
        next = waiting.shift()
      ) {
        const result = await this.#try(known, next);
        settled.push(result);
        known = await this.#heed(known, result);
      }
    };
    await Promise.all(Array.from({ length: POSTED_AT_ONCE }, postNext));
    await deliveries.settle(settled);
    return known;
  }

  async #try(hook: Hook, delivery: DueDelivery): Promise<Settled> {
    const { post, clock, secretOf, random, delivered = () => {} } = this.#ports;
    const { event, tries, lease } = delivery;
    this.tries += 1;
    const at = clock();
    const secrets = signingSecrets(hook, at).map(({ generation }) => secretOf(hook.id, generation));
    const body = bodyOf(hook, delivery);
    const { status, error, retryAfter, answer } = await post({
      url: hook.url,
      id: event.id,
      at,
      body,
      secrets,
    });
    const ended = clock();
    const due = isSuccess(status) ? undefined : nextTry(tries + 1, ended, random(), retryAfter);
    delivered(isSuccess(status) ? 'delivered' : due ? 'failed' : 'given-up');
    const tried = { at, status, duration: ended.getTime() - at.getTime(), error, answer };
    return { hookId: hook.id, eventId: event.id, lease, tried, due };
  }

  /** What the try tells about the receiver. */
  async #heed(hook: Hook, { tried }: Settled): Promise<Hook | undefined> {
    const { hooks, warn } = this.#ports;
    const change = (known: Hook) => afterTry(known, tried.status, tried.at);
    if (change(hook) === hook) return hook;
    const after = await hooks.change(hook.id, change);
    if (after?.paused && !hook.paused)
      warn(`Webhook ${hook.id} is paused, because its receiver ${reasons[after.paused.why]}.`);
    return after;
  }
}

const reasons = {
  operator: 'was paused by an operator',
  gone: 'answered 410',
  failing: 'has failed for five days',
} as const;
