/** Milliseconds. Ctrl-C reaches every process of the terminal, and npm then forwards it to its child once more. */
const ECHO = 500;

/** Calls `act` for each signal that somebody sent, and not again for its echo. */
export function onSignal(signals: readonly NodeJS.Signals[], act: () => void): void {
  let last = Number.NEGATIVE_INFINITY;
  for (const signal of signals) {
    process.on(signal, () => {
      const now = performance.now();
      if (now - last < ECHO) return;
      last = now;
      act();
    });
  }
}
