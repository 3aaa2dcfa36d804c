import { afterTry, type Hook } from '../../domain/events/hook.ts';
import { activeHook, type KnownHooks } from './known-hooks.ts';
import type { Deliveries, Settled } from './ports/deliveries.ts';
import type { HookDirectory } from './ports/hook-directory.ts';

/** Milliseconds in which results of tries are collected, to be written together. */
const TOGETHER = 100;

export interface SettlePorts {
  readonly hooks: Pick<HookDirectory, 'change'>;
  readonly knownHooks: KnownHooks;
  readonly deliveries: Pick<Deliveries, 'settle'>;
  /** Called when a hook is paused. */
  readonly warn: (message: string) => void;
}

/** Keeps the results of tries, and what they say about the hook. */
export class SettledTries {
  readonly #ports: SettlePorts;
  #ended: Settled[] = [];

  constructor(ports: SettlePorts) {
    this.#ports = ports;
  }

  /**
   * Adds a result, to be written with others that come soon, or at once if none can come. Returns the writing
   * if this call begins it.
   */
  add(settled: Settled, isAlone: boolean): Promise<void> | undefined {
    this.#ended.push(settled);
    return this.#ended.length === 1 ? pause(isAlone ? 0 : TOGETHER).then(() => this.#write()) : undefined;
  }

  /** Pauses a hook at once if this result says so. */
  async heedAtOnce(hook: Hook, settled: Settled): Promise<void> {
    if (heeding(hook, [settled]).paused) await this.#heed(hook.id, [settled]);
  }

  async #write(): Promise<void> {
    const ended = this.#ended;
    this.#ended = [];
    await this.#ports.deliveries.settle(ended);
    const byHook = Map.groupBy(ended, ({ hookId }) => hookId);
    for (const [hookId, settled] of byHook) await this.#heed(hookId, settled);
  }

  /** Changes a hook once for all its results: else a hook that fails at times would be written all the time. */
  async #heed(hookId: string, settled: readonly Settled[]): Promise<void> {
    const { hooks, knownHooks, warn } = this.#ports;
    const hook = await activeHook(knownHooks, hookId);
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
}

const heeding = (hook: Hook, settled: readonly Settled[]): Hook =>
  settled.reduce((known, { tried }) => afterTry(known, tried.status, tried.at), hook);

const reasons = {
  operator: 'was paused by an operator',
  gone: 'answered 410',
  failing: 'has failed for five days',
} as const;

const pause = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));
