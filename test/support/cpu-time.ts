import { readFileSync } from 'node:fs';
import { afterAll } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** CPU seconds of a file, with the processes that it started and that have ended. */
    cpu?: number;
  }
}

/** In all, so far. Where the system does not tell of children, without them. */
function cpuSeconds(): number {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    const TICKS = 100; // a second, on every Linux
    return fields.slice(11, 15).reduce((sum, each) => sum + Number(each), 0) / TICKS;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  }
}

/** Files that share a process: what those before this one have used. */
const shared = globalThis as { cpuBefore?: number };

// biome-ignore lint/correctness/noEmptyPattern: vitest wants a pattern, and there is nothing to take
afterAll(({}, { file }) => {
  const now = cpuSeconds();
  file.meta.cpu = now - (shared.cpuBefore ?? 0);
  shared.cpuBefore = now;
});
