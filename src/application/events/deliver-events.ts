import { afterTry, type Hook, isSuccess, nextTry, signingSecrets } from '../../domain/events/hook.ts';
import { type AnyEvent, isOfLead } from '../../domain/events/lead-event.ts';
import type { Clock } from '../intake/ports/outbound/runtime.ts';
import { StoreUnavailable } from '../intake/ports/outbound/store.ts';
import { bodyOf, type EventContext, ownerIn } from './event-body.ts';
import type { KnownHooks } from './known-hooks.ts';
import type { Deliveries, DueDelivery, Settled } from './ports/deliveries.ts';
import type { HookDirectory } from './ports/hook-directory.ts';
import type { PersonNamed } from './ports/person-named.ts';
import type { PostEvent, SecretOf } from './ports/post-event.ts';
import type { Reminders } from './reminders.ts';
import { isAlarmToTell, tellAlarms } from './tell-alarms.ts';
import { Turns } from './turns.ts';

/** Of each hook, so that a slow receiver holds nobody else up. */
const POSTED_AT_ONCE = 16;
/** For each try that a hook may have under way: what is taken has to be tried before its lease ends. */
const TAKEN_AT_ONCE = 4;
/** Of all hooks, about: each gets its part of these, and one at least, however many others hang. */
const POSTED_BY_ALL = 256;

/** Milliseconds for which tries that have ended wait for others, to be written with them. */
const TOGETHER = 100;

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
  /** By default nobody is told of what becomes due with time alone. */
  readonly reminders?: Reminders | undefined;
  /** Whom this id means, and what to call them. By default by the id. */
  readonly personNamed?: PersonNamed | undefined;
  /** Where a page of the desk is. By default nowhere. */
  readonly pages?: DeskPages | undefined;
  /** Whether somebody waits for an answer of this process: then fewer tries begin. */
  readonly areCallersWaiting?: (() => boolean) | undefined;
  /** Told when a hook is paused, and when the store fails. */
  readonly warn: (message: string) => void;
  /** Told of each try. */
  readonly delivered?: ((outcome: DeliveryOutcome) => void) | undefined;
}

/** Addresses at the operators' desk. */
export interface DeskPages {
  readonly lead: (id: string) => string;
  readonly hook: (id: string) => string;
}

/** What a round found: no webhooks, nothing that is due to them, or something. */
type Round = 'no-hooks' | 'idle' | 'due';

export type DeliveryOutcome = 'delivered' | 'failed' | 'given-up';

/** Milliseconds between two warnings of one kind of error: the store fails for every hook. */
const WARN_EVERY = 60_000;

/** Delivers events. Any number of processes may do it at once. */
export class EventDelivery {
  readonly #ports: DeliverEventsPorts;
  /** Everything that is under way. */
  readonly #work = new Set<Promise<void>>();
  /** Hooks that are being dealt with. */
  readonly #busy = new Set<string>();
  /** Tries that are under way, by hook. */
  readonly #tries = new Map<string, Set<Promise<void>>>();
  readonly #turns: Turns;
  #ended: Settled[] = [];
  #isReminding = false;
  /** When each kind of error was told. */
  readonly #told = new Map<string, number>();
  #trouble: string | undefined;
  /** How many tries were made. */
  tries = 0;

  constructor(ports: DeliverEventsPorts) {
    this.#ports = ports;
    this.#turns = new Turns(ports.areCallersWaiting ?? (() => false));
  }

  /** Why the last round failed, if it did: nothing is delivered then. */
  get trouble(): string | undefined {
    return this.#trouble;
  }

  /**
   * Begins to deliver what is due to the hooks that are not busy. Once `stop` is aborted, no try is begun. Resolves to
   * whether something is due. Throws what the store throws, and tells it.
   */
  async round(stop: AbortSignal): Promise<Round> {
    try {
      const round = await this.#round(stop);
      this.#trouble = undefined;
      return round;
    } catch (error) {
      this.#trouble = wordsOf(error);
      this.#tell(error, stop);
      throw error;
    }
  }

  async #round(stop: AbortSignal): Promise<Round> {
    const { knownHooks, deliveries, clock } = this.#ports;
    const hooks = await knownHooks();
    if (hooks.length === 0) return 'no-hooks';
    const isReminding = this.#remind(hooks, stop);
    const isMore = await deliveries.collect();
    const waiting = new Set(await deliveries.dueHooks(clock()));
    const due = hooks.filter(({ id, paused }) => !paused && waiting.has(id));
    for (const { id } of due) {
      if (this.#busy.has(id)) continue;
      this.#busy.add(id);
      this.#begin(
        this.#deliverTo(id, stop).finally(() => this.#busy.delete(id)),
        stop,
      );
    }
    return isReminding || isMore || due.length > 0 ? 'due' : 'idle';
  }

  /** Beside the round: what is to be delivered already does not wait. Says whether there may be something to deliver soon. */
  #remind(hooks: readonly Hook[], stop: AbortSignal): boolean {
    const { reminders, clock } = this.#ports;
    const isDue = isAlarmToTell(hooks) || reminders?.isDue(hooks, clock());
    if (this.#isReminding || stop.aborted || !isDue) return false;
    this.#isReminding = true;
    const work = async () => {
      await tellAlarms(this.#ports, hooks);
      await reminders?.look(hooks, clock());
    };
    this.#begin(
      work().finally(() => {
        this.#isReminding = false;
      }),
      stop,
    );
    return true;
  }

  /** Resolves when nothing is under way. */
  async settled(): Promise<void> {
    while (this.#work.size > 0) await Promise.all(this.#work);
  }

  #begin(work: Promise<void>, stop: AbortSignal): void {
    const told = work.catch((error) => this.#tell(error, stop)).finally(() => this.#work.delete(told));
    this.#work.add(told);
  }

  /** Takes what is due and begins its tries, as its other tries end. A hanging one keeps its place, and no other's. */
  async #deliverTo(hookId: string, stop: AbortSignal): Promise<void> {
    const { deliveries, clock, newLease } = this.#ports;
    for (;;) {
      await this.#place(hookId);
      await this.#turns.take(stop);
      if (stop.aborted || !(await this.#active(hookId))) return;
      const now = clock();
      const leaseEnds = new Date(now.getTime() + LEASE);
      const limit = TAKEN_AT_ONCE * this.#share();
      const order = { hookId, now, limit, leaseEnds, lease: newLease() };
      const taken = await deliveries.take(order);
      const until = new Date(now.getTime() + LAST_TRY);
      for (const delivery of taken) {
        await this.#place(hookId);
        await this.#turns.try(stop);
        const hook = await this.#active(hookId);
        if (!hook || stop.aborted || clock() >= until) return; // the rest is due again when the lease ends
        this.#beginTry(hook, delivery, stop);
      }
      if (taken.length < limit) return;
    }
  }

  /** Resolves when the hook has a place for another try. */
  async #place(hookId: string): Promise<void> {
    for (;;) {
      const underWay = this.#tries.get(hookId);
      if (!underWay || underWay.size < this.#share()) return;
      await Promise.race(underWay);
    }
  }

  #share(): number {
    return Math.max(1, Math.min(POSTED_AT_ONCE, Math.floor(POSTED_BY_ALL / this.#tries.size)));
  }

  #beginTry(hook: Hook, delivery: DueDelivery, stop: AbortSignal): void {
    const underWay = this.#tries.get(hook.id) ?? new Set();
    this.#tries.set(hook.id, underWay);
    const done = this.#try(hook, delivery)
      .then(
        (settled) => this.#keep(hook, settled, stop),
        (error) => this.#tell(error, stop),
      )
      .finally(() => {
        underWay.delete(done);
        if (underWay.size === 0) this.#tries.delete(hook.id);
      });
    underWay.add(done);
    this.#begin(done, stop);
  }

  /** Written together with what else ends soon; but a hook that is to be paused is so at once. */
  async #keep(hook: Hook, settled: Settled, stop: AbortSignal): Promise<void> {
    this.#ended.push(settled);
    if (this.#ended.length === 1) {
      const isAlone = this.#tries.size === 1 && this.#tries.get(hook.id)?.size === 1;
      const settling = pause(isAlone ? 0 : TOGETHER).then(() => this.#settle());
      this.#begin(settling, stop);
    }
    if (heeding(hook, [settled]).paused) await this.#heed(hook.id, [settled]);
  }

  async #settle(): Promise<void> {
    const ended = this.#ended;
    this.#ended = [];
    await this.#ports.deliveries.settle(ended);
    const byHook = Map.groupBy(ended, ({ hookId }) => hookId);
    for (const [hookId, settled] of byHook) await this.#heed(hookId, settled);
  }

  /** The hook as it was at most three seconds ago; `undefined` if it is paused or gone. */
  async #active(hookId: string): Promise<Hook | undefined> {
    const hook = (await this.#ports.knownHooks()).find(({ id }) => id === hookId);
    return hook?.paused ? undefined : hook;
  }

  async #try(hook: Hook, delivery: DueDelivery): Promise<Settled> {
    const { post, clock, random, delivered = () => {} } = this.#ports;
    const { event, tries, lease } = delivery;
    this.tries += 1;
    const at = clock();
    const secrets = this.#secrets(hook, at);
    let failure: unknown;
    const body = async (): Promise<string> => {
      try {
        return bodyOf(hook, { event, ...(await this.#contextOf(hook, event)) });
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

  async #contextOf({ vendorId }: Hook, event: AnyEvent): Promise<EventContext> {
    const {
      deliveries,
      knownHooks,
      personNamed = async (id: string) => ({ id, name: id }),
      pages,
    } = this.#ports;
    if (event.type === 'hook.test') return {};
    if (!isOfLead(event)) {
      const { hookId } = event;
      const hooks = await knownHooks({ anew: true }); // another process may have paused it just now
      return { hook: hooks.find(({ id }) => id === hookId), url: pages?.hook(hookId) };
    }
    const deal = await deliveries.deal(event.leadId);
    if (vendorId !== undefined) return { deal };
    const id = ownerIn(event, deal);
    const owner = id === undefined ? undefined : await personNamed(id);
    return { deal, owner, url: pages?.lead(event.leadId) };
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
    for (const [kind, at] of this.#told) if (now - at >= WARN_EVERY) this.#told.delete(kind);
    const why = wordsOf(error);
    if (stop.aborted || this.#told.has(why)) return;
    this.#told.set(why, now);
    this.#ports.warn(`Delivering to webhooks was interrupted (${why}); it goes on by itself.`);
  }
}

const wordsOf = (error: unknown): string =>
  error instanceof StoreUnavailable ? error.message : (error as Error).name;

const pause = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));

const heeding = (hook: Hook, settled: readonly Settled[]): Hook =>
  settled.reduce((known, { tried }) => afterTry(known, tried.status, tried.at), hook);

const reasons = {
  operator: 'was paused by an operator',
  gone: 'answered 410',
  failing: 'has failed for five days',
} as const;
