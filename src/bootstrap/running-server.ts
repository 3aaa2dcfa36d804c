import { onStopSignal } from './signals.ts';

/** A server that serves. */
export interface RunningServer {
  /** Such as `http://127.0.0.1:3000`. */
  readonly url: string;
  /** Answers what has arrived, then closes everything. Signals to stop do it, too. */
  readonly stop: () => Promise<void>;
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
