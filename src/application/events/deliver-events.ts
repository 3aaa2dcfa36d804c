import type { Hook } from '../../domain/events/hook.ts';
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

/** For each try that a hook may have under way: what is taken has to be tried before its lease ends. */
const TAKEN_AT_ONCE = 4;

/** Milliseconds for which taken events are this process's own: longer than their tries take. */
const LEASE = 25_000;
/** Milliseconds after the take when no further try is begun, so that each ends within the lease. */
const LAST_TRY = 8_000;

export interface DeliverEventsPorts extends TryPorts, ContextPorts, SettlePorts {
  readonly hooks: HookDirectory;
  readonly deliveries: Deliveries;
  /** An id that no other call uses. */
  readonly newLease: () => string;
  /** By default nobody is told of what becomes due with time alone. */
  readonly reminders?: Reminders | undefined;
  /** Whether somebody waits for an answer of this process: then fewer tries begin. */
  readonly areCallersWaiting?: (() => boolean) | undefined;
}

/** What a round found: no webhooks, nothing that is due to them, or something. */
type Round = 'no-hooks' | 'idle' | 'due';

/** Delivers events: takes what is due, tries it, settles what became of it. Any number of processes may do it at once. */
export class EventDelivery {
  readonly #ports: DeliverEventsPorts;
  readonly #places = new Places();
  readonly #turns: Turns;
  readonly #try: TryDelivery;
  readonly #settled: SettledTries;
  readonly #tellTrouble: (error: unknown) => void;
  /** Everything that is under way. */
  readonly #work = new Set<Promise<void>>();
  /** Hooks that are being dealt with, and what looks for what becomes due. */
  readonly #busy = new Set<string>();
  #trouble: string | undefined;
  /** How many tries were made. */
  tries = 0;

  constructor(ports: DeliverEventsPorts) {
    this.#ports = ports;
    this.#turns = new Turns(ports.areCallersWaiting ?? (() => false));
    this.#try = makeTryDelivery(ports, makeContextOf(ports));
    this.#settled = new SettledTries(ports);
    this.#tellTrouble = makeTellTrouble(ports.clock, ports.warn);
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
      this.#trouble = inWords(error);
      if (!stop.aborted) this.#tellTrouble(error);
      throw error;
    }
  }

  /** Resolves when nothing is under way. */
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

  /** Beside the round: what is to be delivered already does not wait. Says whether there may be something to deliver soon. */
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

  /** Takes what is due and begins its tries, as its other tries end. */
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

  /** Unless it is under way. Says whether it was not. */
  #beginOnce(what: string, work: () => Promise<void>, stop: AbortSignal): boolean {
    if (this.#busy.has(what)) return false;
    this.#busy.add(what);
    this.#begin(
      work().finally(() => this.#busy.delete(what)),
      stop,
    );
    return true;
  }

  /** What fails is told; what was taken is due again when its lease ends. Returns what ends with it, and never rejects. */
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
