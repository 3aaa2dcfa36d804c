import type { Hook } from '../../domain/events/hook.ts';
import { isKnown } from '../../domain/events/lead-event.ts';
import { type ContextPorts, makeContextOf } from './event-context.ts';
import { activeHook } from './known-hooks.ts';
import { Places } from './places.ts';
import type { Deliveries, DueDelivery } from './ports/deliveries.ts';
import type { HookDirectory } from './ports/hook-directory.ts';
import type { Reminders } from './reminders.ts';
import { SettledTries, type SettlePorts } from './settle-tries.ts';
import { isAlarmToTell, tellAlarms } from './tell-alarms.ts';
import { inWords, makeTellTrouble } from './tell-trouble.ts';
import { makeTryDelivery, type TryDelivery, type TryPorts } from './try-delivery.ts';
import { Turns } from './turns.ts';

/**
 * Deliveries to take for each try that a hook may have under way: few enough to be tried before their lease
 * ends.
 */
const TAKEN_AT_ONCE = 4;

/** Milliseconds for which a taken event belongs to this process: longer than its tries take. */
const LEASE = 25_000;
/** Milliseconds after taking events in which tries may begin, so that all end within the lease. */
const LAST_TRY = 8_000;

export interface DeliverEventsPorts extends TryPorts, ContextPorts, SettlePorts {
  readonly hooks: HookDirectory;
  readonly deliveries: Deliveries;
  /** Returns an id that no other call uses. */
  readonly newLease: () => string;
  /** Finds leads that become due as time passes. Absent: no such events. */
  readonly reminders?: Reminders | undefined;
  /** Tries receivers that are no webhooks. `webhooks` tries the others. */
  readonly orDevice?: ((webhooks: TryDelivery) => TryDelivery) | undefined;
  /** Whether somebody waits for an answer of this process: then fewer tries begin. */
  readonly areCallersWaiting?: (() => boolean) | undefined;
}

/** The result of a round: there are no hooks, nothing is due, or something is. */
type Round = 'no-hooks' | 'idle' | 'due';

/**
 * Delivers events: takes those that are due, tries them and keeps the results. Any number of processes may do
 * so at once.
 */
export class EventDelivery {
  readonly #ports: DeliverEventsPorts;
  readonly #places = new Places();
  readonly #turns: Turns;
  readonly #try: TryDelivery;
  readonly #settled: SettledTries;
  readonly #tellTrouble: (error: unknown) => void;
  /** All tasks under way. */
  readonly #work = new Set<Promise<void>>();
  /** Ids of hooks that are being served, and `reminders` while those are looked for. */
  readonly #busy = new Set<string>();
  #trouble: string | undefined;
  /** The number of tries so far. */
  tries = 0;

  constructor(ports: DeliverEventsPorts) {
    this.#ports = ports;
    this.#turns = new Turns(ports.areCallersWaiting ?? (() => false));
    const { orDevice = (webhooks) => webhooks } = ports;
    this.#try = orDevice(makeTryDelivery(ports, makeContextOf(ports)));
    this.#settled = new SettledTries(ports);
    this.#tellTrouble = makeTellTrouble(ports.clock, ports.warn);
  }

  /** Why the last round failed; `undefined` if it did not. A failed round delivers nothing. */
  get trouble(): string | undefined {
    return this.#trouble;
  }

  /**
   * Begins to deliver all due events to hooks that are not yet being served. Once `stop` is aborted, no try
   * begins. Resolves to whether anything is due. Reports the store's errors, and throws them.
   */
  async round(stop: AbortSignal): Promise<Round> {
    try {
      const round = await this.#round(stop);
      this.#trouble = undefined;
      return round;
    } catch (error) {
      this.#trouble = inWords(error);
      if (!stop.aborted) this.#tellTrouble(error);
      throw error;
    }
  }

  /** Resolves when no task is under way. */
  async settled(): Promise<void> {
    while (this.#work.size > 0) await Promise.all(this.#work);
  }

  async #round(stop: AbortSignal): Promise<Round> {
    const { knownHooks, deliveries, clock } = this.#ports;
    const hooks = await knownHooks();
    if (hooks.length === 0) return 'no-hooks';
    const isReminding = this.#remind(hooks, stop);
    const isMore = await deliveries.collect();
    const waiting = new Set(await deliveries.dueHooks(clock()));
    const due = hooks.filter(({ id, paused }) => !paused && waiting.has(id));
    for (const { id } of due) this.#beginOnce(id, () => this.#deliverTo(id, stop), stop);
    return isReminding || isMore || due.length > 0 ? 'due' : 'idle';
  }

  /**
   * Tells alarms and reminders beside the round, so that no due event waits for them. Returns whether new
   * events may follow.
   */
  #remind(hooks: readonly Hook[], stop: AbortSignal): boolean {
    const { reminders, clock } = this.#ports;
    const isDue = isAlarmToTell(hooks) || reminders?.isDue(hooks, clock());
    if (stop.aborted || !isDue) return false;
    const remind = async () => {
      await tellAlarms(this.#ports, hooks);
      await reminders?.look(hooks, clock());
    };
    return this.#beginOnce('reminders', remind, stop);
  }

  /** Takes a hook's due events and begins a try whenever a place is free. */
  async #deliverTo(hookId: string, stop: AbortSignal): Promise<void> {
    const { deliveries, knownHooks, clock, newLease } = this.#ports;
    for (;;) {
      await this.#places.free(hookId);
      await this.#turns.take(stop);
      if (stop.aborted || !(await activeHook(knownHooks, hookId))) return;
      const now = clock();
      const leaseEnds = new Date(now.getTime() + LEASE);
      const limit = TAKEN_AT_ONCE * this.#places.share;
      const taken = await deliveries.take({ hookId, now, limit, leaseEnds, lease: newLease() });
      const until = new Date(now.getTime() + LAST_TRY);
      for (const delivery of taken) {
        if (!isKnown(delivery.event)) continue;
        await this.#places.free(hookId);
        await this.#turns.try(stop);
        const hook = await activeHook(knownHooks, hookId);
        if (!hook || stop.aborted || clock() >= until) return; // the rest is due again when the lease ends
        this.#places.take(hookId, this.#begin(this.#tryOne(hook, delivery, stop), stop));
      }
      if (taken.length < limit) return;
    }
  }

  async #tryOne(hook: Hook, delivery: DueDelivery, stop: AbortSignal): Promise<void> {
    this.tries += 1;
    const settled = await this.#try(hook, delivery);
    const writing = this.#settled.add(settled, this.#places.isOneTaken);
    if (writing) this.#begin(writing, stop);
    await this.#settled.heedAtOnce(hook, settled);
  }

  /** Begins a task unless one of this name is under way. Returns whether it began. */
  #beginOnce(what: string, work: () => Promise<void>, stop: AbortSignal): boolean {
    if (this.#busy.has(what)) return false;
    this.#busy.add(what);
    this.#begin(
      work().finally(() => this.#busy.delete(what)),
      stop,
    );
    return true;
  }

  /**
   * Keeps a task among those under way and reports its error. The returned promise never rejects. Events that
   * it had taken are due again when their lease ends.
   */
  #begin(work: Promise<void>, stop: AbortSignal): Promise<void> {
    const begun = work
      .catch((error) => {
        if (!stop.aborted) this.#tellTrouble(error);
      })
      .finally(() => this.#work.delete(begun));
    this.#work.add(begun);
    return begun;
  }
}
