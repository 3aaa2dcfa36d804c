import type { Config, Environment } from './config.ts';
import { reasonNotToStart } from './reason-not-to-start.ts';
import { onStopSignal } from './signals.ts';
import { type Store, settle } from './store.ts';
import { storeBySettings } from './store-by-settings.ts';

/** In place of what a shipped server takes. */
export interface ServerOptions {
  /** In place of the one that MONGODB_URI names. */
  readonly store?: Store | undefined;
  /** The settings. By default the environment of the process. */
  readonly env?: Environment | undefined;
}

/** A server that serves. */
export interface RunningServer {
  /** Such as `http://127.0.0.1:3000`. */
  readonly url: string;
  /** Answers what has arrived, then closes everything. Signals to stop do it, too. */
  readonly stop: () => Promise<void>;
}

/** If it cannot start, standard error says why, the exit code of the process becomes 1, and this resolves to `undefined`. */
export async function startOrSayWhyNot(
  { store: own, env = process.env }: ServerOptions,
  start: (config: Config, store: Store) => Promise<RunningServer>,
): Promise<RunningServer | undefined> {
  try {
    const { config, store } = await settle(env, own ?? storeBySettings);
    return await start(config, store);
  } catch (error) {
    console.error(reasonNotToStart(error));
    process.exitCode = 1;
    return undefined;
  }
}

/** Milliseconds from the signal to the end of the process, and of these for the requests in flight. */
export const usualShutdown = { limit: 9_500, drainTime: 8_000 };

/** The function that it returns calls `close` once. A signal calls it, too; a second one ends the process, as the limit does. */
export function stopOnSignal(close: () => Promise<void>, limit: number): () => Promise<void> {
  let stopping: Promise<void> | undefined;
  function stop(): Promise<void> {
    if (!stopping) {
      setTimeout(endNow, limit).unref();
      stopping = close();
    }
    return stopping;
  }
  onStopSignal(() => {
    if (stopping) return endNow(); // second signal
    void stop().catch(endNow);
  });
  return stop;
}

/** `process.exit` alone would wait for a write that the system holds up, such as the log on a terminal that stands still. */
function endNow(): void {
  process.kill(process.pid, 'SIGKILL');
  process.exit(1); // in a container, where the first process cannot kill itself
}
