import { afterTry, type Hook, isSuccess, nextTry, signingSecrets } from '../../domain/hook.ts';
import type { Deliveries, DueDelivery, Settled } from '../ports/outbound/deliveries.ts';
import type { HookDirectory } from '../ports/outbound/hook-directory.ts';
import type { PostEvent, SecretOf } from '../ports/outbound/post-event.ts';
import type { Clock } from '../ports/outbound/runtime.ts';
import { StoreUnavailable } from '../ports/outbound/store.ts';
import { bodyOf } from './event-body.ts';
import type { KnownHooks } from './known-hooks.ts';
import { Turns } from './turns.ts';

/** Of each hook, so that a slow receiver holds nobody else up. */
const TAKEN_AT_ONCE = 64;
const POSTED_AT_ONCE = 16;
/** Of all hooks, about: each that begins gets its part of these, and one at least, however many others hang. */
const POSTED_BY_ALL = 256;

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
  /** With the key that is being replaced: signs, too. */
  readonly replacedSecretOf?: SecretOf | undefined;
  readonly clock: Clock;
  /** From 0 to 1. */
  readonly random: () => number;
  /** An id that no other call uses. */
  readonly newLease: () => string;
  /** Told when a hook is paused, and when the store fails. */
  readonly warn: (message: string) => void;
  /** Told of each try. */
  readonly delivered?: ((outcome: DeliveryOutcome) => void) | undefined;
}

/** What a round found: no webhooks, nothing that is due to them, or something. */
export type Round = 'no-hooks' | 'idle' | 'due';

export type DeliveryOutcome = 'delivered' | 'failed' | 'given-up';

/** Milliseconds between two warnings that the store failed: it does so for every hook. */
const WARN_EVERY = 60_000;

/** Delivers events. Any number of processes may do it at once. */
export class EventDelivery {
  readonly #ports: DeliverEventsPorts;
  /** What is under way, by hook. */
  readonly #busy = new Map<string, Promise<void>>();
  readonly #turns = new Turns();
  /** Hooks that are posted to at present. */
  #posting = 0;
  #warned = Number.NEGATIVE_INFINITY;
  /** How many tries were made. */
  tries = 0;

  constructor(ports: DeliverEventsPorts) {
    this.#ports = ports;
  }

  /**
   * Begins to deliver what is due to the hooks that are not busy. Once `stop` is aborted, no try is begun. Resolves to
   * whether something is due. Throws StoreUnavailable.
   */
  async round(stop: AbortSignal): Promise<Round> {
    const { knownHooks, deliveries, clock } = this.#ports;
    const hooks = await knownHooks();
    if (hooks.length === 0) return 'no-hooks';
    const isMore = await deliveries.collect();
    const waiting = new Set(await deliveries.dueHooks(clock()));
    const due = hooks.filter(({ id, paused }) => !paused && waiting.has(id));
    for (const { id } of due) {
      if (this.#busy.has(id)) continue;
      const work = this.#deliverTo(id, stop)
        .catch((error) => this.#tell(error, stop))
        .finally(() => this.#busy.delete(id));
      this.#busy.set(id, work);
    }
    return isMore || due.length > 0 ? 'due' : 'idle';
  }

  /** Resolves when nothing is under way. */
  async settled(): Promise<void> {
    await Promise.all(this.#busy.values());
  }

  async #deliverTo(hookId: string, stop: AbortSignal): Promise<void> {
    const { deliveries, clock, newLease } = this.#ports;
    for (;;) {
      await this.#turns.take(stop);
      if (stop.aborted || !(await this.#active(hookId))) return;
      const now = clock();
      const leaseEnds = new Date(now.getTime() + LEASE);
      const order = { hookId, now, limit: TAKEN_AT_ONCE, leaseEnds, lease: newLease() };
      const taken = await deliveries.take(order);
      this.#posting += 1;
      await this.#post(hookId, taken, new Date(now.getTime() + LAST_TRY), stop).finally(() => {
        this.#posting -= 1;
      });
      if (taken.length < TAKEN_AT_ONCE) return;
    }
  }

  /** The hook as it was at most three seconds ago; `undefined` if it is paused or gone. */
  async #active(hookId: string): Promise<Hook | undefined> {
    const hook = (await this.#ports.knownHooks()).find(({ id }) => id === hookId);
    return hook?.paused ? undefined : hook;
  }

  /** Those that are not tried in time are due again when the lease ends. */
  async #post(hookId: string, taken: readonly DueDelivery[], until: Date, stop: AbortSignal): Promise<void> {
    const { deliveries, clock } = this.#ports;
    const waiting = [...taken];
    const settled: Settled[] = [];
    let isPaused = false;
    const postEach = async (): Promise<void> => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        await this.#turns.try(stop);
        const hook = await this.#active(hookId);
        if (!hook || isPaused || stop.aborted || clock() >= until) return;
        const result = await this.#try(hook, next);
        settled.push(result);
        isPaused ||= heeding(hook, [result]).paused !== undefined;
      }
    };
    const share = Math.max(1, Math.min(POSTED_AT_ONCE, Math.floor(POSTED_BY_ALL / this.#posting)));
    const ends = await Promise.allSettled(Array.from({ length: share }, postEach));
    if (settled.length > 0) {
      await deliveries.settle(settled);
      await this.#heed(hookId, settled);
    }
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  }

  async #try(hook: Hook, delivery: DueDelivery): Promise<Settled> {
    const { deliveries, post, clock, random, delivered = () => {} } = this.#ports;
    const { event, tries, lease } = delivery;
    this.tries += 1;
    const at = clock();
    const secrets = this.#secrets(hook, at);
    let failure: unknown;
    const body = async (): Promise<string> => {
      try {
        const deal = event.type === 'hook.test' ? undefined : await deliveries.deal(event.leadId);
        return bodyOf(hook, { event, deal });
      } catch (error) {
        failure = error;
        throw error;
      }
    };
    const { status, error, retryAfter, answer } = await post({
      url: hook.url,
      vendorId: hook.vendorId,
      id: event.id,
      at,
      body,
      secrets,
    });
    if (failure !== undefined) throw failure; // the store's fault, and no try
    const ended = clock();
    const due = isSuccess(status) ? undefined : nextTry(tries + 1, ended, random(), retryAfter);
    delivered(isSuccess(status) ? 'delivered' : due ? 'failed' : 'given-up');
    const tried = { at, status, duration: ended.getTime() - at.getTime(), error, answer };
    return { hookId: hook.id, eventId: event.id, lease, tried, due };
  }

  #secrets(hook: Hook, at: Date): string[] {
    const { secretOf, replacedSecretOf } = this.#ports;
    const signing = [...(replacedSecretOf ? [replacedSecretOf] : []), secretOf];
    return signing.flatMap((of) => signingSecrets(hook, at).map(({ generation }) => of(hook.id, generation)));
  }

  /** What the tries tell about the receiver: once for all of them, or one that fails at times is written all the time. */
  async #heed(hookId: string, settled: readonly Settled[]): Promise<void> {
    const { hooks, knownHooks, warn } = this.#ports;
    const hook = await this.#active(hookId);
    if (!hook || heeding(hook, settled) === hook) return;
    let before = hook;
    const after = await hooks.change(hookId, (known) => {
      before = known;
      return heeding(known, settled);
    });
    if (after?.paused && !before.paused)
      warn(`Webhook ${hookId} is paused, because its receiver ${reasons[after.paused.why]}.`);
    await knownHooks({ anew: true });
  }

  /** What was taken is due again when its lease ends. */
  #tell(error: unknown, stop: AbortSignal): void {
    const now = this.#ports.clock().getTime();
    if (stop.aborted || now - this.#warned < WARN_EVERY) return;
    this.#warned = now;
    const why = error instanceof StoreUnavailable ? error.message : (error as Error).name;
    this.#ports.warn(`Delivering to webhooks was interrupted (${why}); it goes on by itself.`);
  }
}

const heeding = (hook: Hook, settled: readonly Settled[]): Hook =>
  settled.reduce((known, { tried }) => afterTry(known, tried.status, tried.at), hook);

const reasons = {
  operator: 'was paused by an operator',
  gone: 'answered 410',
  failing: 'has failed for five days',
} as const;
