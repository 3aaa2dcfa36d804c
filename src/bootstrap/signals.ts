/** Milliseconds for an echo: Ctrl-C reaches every process of the terminal, and npm forwards it to its child once more. */
const ECHO = 500;

/**
 * Whatever a terminal, a supervisor or a container sends to stop or restart a process. (SIGUSR1 opens Node's debugger,
 * and SIGKILL cannot be caught.)
 */
const stopSignals = [
  ...(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'] as const),
  ...(['SIGUSR2', 'SIGPWR', 'SIGBREAK'] as const), // of nodemon, of LXC, and of Windows
];

/** Calls `act` for each signal to stop that somebody sent, and not again for its echo. */
export function onStopSignal(act: () => void): void {
  let last = Number.NEGATIVE_INFINITY;
  for (const signal of stopSignals) {
    process.on(signal, () => {
      const now = performance.now();
      if (now - last < ECHO) return;
      last = now;
      act();
    });
  }
}

/**
 * The function that it returns calls `close` once. A signal calls it, too; a second one ends the process, and so does the
 * limit, in milliseconds.
 */
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
