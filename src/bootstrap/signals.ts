/** Milliseconds. Ctrl-C reaches every process of the terminal, and npm then forwards it to its child once more. */
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
