import { readFileSync } from 'node:fs';
import { isatty } from 'node:tty';

/**
 * Ends the program when its shell ends, or npm, which started the shell: of all signals npm passes on only two, to the
 * shell between them, and the shell ends without passing them on. The program would keep running, and keep its port.
 */
const shell = process.ppid;
const npm = parentOf(shell);
const watch = setInterval(() => {
  if (process.ppid !== shell || parentOf(shell) !== npm) process.kill(process.pid, 'SIGTERM');
}, 200).unref();

/** Where the system does not tell, only the shell counts. */
function parentOf(pid) {
  try {
    return /^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  } catch {
    return undefined;
  }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2', 'SIGPWR']) {
  process.once(signal, () => {
    const ends = signal !== 'SIGHUP' || [0, 1, 2].some(isatty); // as in src/bootstrap/signals.ts
    if (ends) clearInterval(watch); // one signal is enough
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal); // the program does not listen yet: end it
  });
}
