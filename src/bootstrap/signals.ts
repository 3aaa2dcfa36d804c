/**
 * Milliseconds in which a signal may come twice: Ctrl-C reaches every process of a terminal, and npm passes it
 * on to its child.
 */
const ECHO = 500;

/**
 * All signals by which terminals, supervisors and containers stop or restart a process. (SIGUSR1 opens Node's
 * debugger, and SIGKILL cannot be caught.)
 */
const stopSignals = [
  ...(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'] as const),
  ...(['SIGUSR2', 'SIGPWR', 'SIGBREAK'] as const), // sent by nodemon, LXC and Windows
];

/** Calls `act` for each signal to stop, but not for its echo. */
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
 * Returns a function that calls `close` once. A signal calls it as well; a second signal ends the process, and
 * so does the limit, in milliseconds.
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

/**
 * Ends the process at once. `process.exit` alone would wait for writes that the system holds up, such as the
 * log on a halted terminal.
 */
function endNow(): void {
  process.kill(process.pid, 'SIGKILL');
  process.exit(1); // in a container, where the first process cannot kill itself
}
