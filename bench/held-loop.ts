import type { Runtime } from 'node:inspector';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerProcess } from './server-process.ts';

/** What one request cost the event loop of a server, in milliseconds. */
export interface Hold {
  /** The longest time between two turns, as `monitorEventLoopDelay` has it: also while others had the processor. */
  readonly held: number;
  /** The most processor time of its thread between two turns. */
  readonly worked: number;
}

/** Watches the event loop of a server, from inside: each call does `work`, and resolves to what that cost the loop. */
export async function watchLoop(server: ServerProcess) {
  await evaluate(server, WATCH);
  return async <T>(work: () => Promise<T>): Promise<Hold & { readonly done: T }> => {
    await evaluate(server, 'held.reset(); worked.most = 0');
    await sleep(TURNS); // the first turn after a reset only begins to count
    const done = await work();
    await sleep(TURNS);
    const held = await evaluate(server, 'held.max / 1e6');
    return { held, worked: await evaluate(server, 'worked.most'), done };
  };
}

/** Milliseconds for some turns of an idle event loop. */
const TURNS = 10;

const WATCH = `
  const cpu = () => { const { user, system } = process.threadCpuUsage(); return (user + system) / 1e3; };
  globalThis.held = process.getBuiltinModule('node:perf_hooks').monitorEventLoopDelay({ resolution: 1 });
  globalThis.worked = { most: 0, until: cpu() };
  held.enable();
  setInterval(() => {
    const now = cpu();
    worked.most = Math.max(worked.most, now - worked.until);
    worked.until = now;
  }, 1).unref()`;

/** Resolves to the number that a script gives in the server. */
export async function evaluate(server: ServerProcess, expression: string): Promise<number> {
  const { result } = await server.inspect<Runtime.EvaluateReturnType>('Runtime.evaluate', { expression });
  return Number(result.value);
}
