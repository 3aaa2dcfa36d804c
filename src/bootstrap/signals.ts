import { isatty } from 'node:tty';

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

/**
 * Calls `act` for each signal to stop, but not for its echo. Returns a function that ends this. SIGHUP stops only a
 * process at a terminal, which is closed then. To others, it says that their log has another name now: there is none
 * to reopen, and after `nohup` nothing may end.
 */
export function onStopSignal(act: () => void): () => void {
  const isAtTerminal = [0, 1, 2].some(isatty);
  let last = Number.NEGATIVE_INFINITY;
  function hear(signal: NodeJS.Signals): void {
    const now = performance.now();
    if (now - last < ECHO || (signal === 'SIGHUP' && !isAtTerminal)) return;
    last = now;
    act();
  }
  for (const signal of stopSignals) process.on(signal, hear);
  return () => {
    for (const signal of stopSignals) process.off(signal, hear);
  };
}

/** How a process ends. */
interface Ending {
  /** Called only for a signal, before `close`: announces the end while the process still serves. */
  readonly leave: () => Promise<void>;
  readonly close: () => Promise<void>;
  /** Milliseconds from the first signal until the process is ended by force. */
  readonly limit: number;
}

/**
 * Returns a function that calls `close` once. A signal does so, too, after `leave`; a second one ends the process.
 * Removes its handlers when `close` has ended, as the process may be another program's.
 */
export function stopOnSignal({ leave, close, limit }: Ending): () => Promise<void> {
  let stopping: Promise<void> | undefined;
  let end: NodeJS.Timeout | undefined;
  const forget = onStopSignal(() => {
    if (end) return endNow(); // second signal
    end = setTimeout(endNow, limit).unref();
    leave().then(stop).catch(endNow);
  });
  function stop(): Promise<void> {
    stopping ??= close().finally(() => {
      clearTimeout(end);
      if (end) setTimeout(forget, ECHO).unref();
      else forget();
    });
    return stopping;
  }
  return stop;
}

/** Ends this process in a second, if it has not ended by itself: a look-up of a host's name may take a minute. */
export function endSoon(): void {
  setTimeout(endNow, 1_000).unref();
}

/**
 * Ends the process at once. `process.exit` alone would wait for writes that the system holds up, such as the
 * log on a halted terminal.
 */
function endNow(): void {
  process.kill(process.pid, 'SIGKILL');
  process.exit(1); // in a container, where the first process cannot kill itself
}
