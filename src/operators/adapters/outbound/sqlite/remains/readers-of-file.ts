import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';

/**
 * The lock bytes of readers in SQLite's shared-memory file: the first one, and how many. (SQLite's WAL format, 2.2.)
 */
const [FIRST, MOST] = [123, 5];

/** Other programs that read the file just now, as far as the system tells, such as `litestream (process 812)`. */
export const readersOf = (path: string): readonly string[] =>
  lockersOf(`${path}-shm`, (from) => from >= FIRST && from < FIRST + MOST);

/** Other programs that have the file open. */
export const holdersOf = (path: string): readonly string[] => lockersOf(path, () => true);

function lockersOf(path: string, isMeant: (from: number) => boolean): readonly string[] {
  try {
    const file = `:${statSync(path).ino}`;
    const locks = readFileSync('/proc/locks', 'utf8').split('\n');
    const ids = locks.flatMap((line) => {
      const [, , , , id = '', place = '', from] = line.trim().split(/\s+/);
      return place.endsWith(file) && Number(id) > 0 && isMeant(Number(from)) ? [id] : [];
    });
    return [...new Set(ids)].filter((id) => Number(id) !== process.pid).map(named);
  } catch {
    return []; // another system, or a container that shows no locks
  }
}

/** A process by its program's name, without arguments, which may contain a secret. */
function named(id: string): string {
  try {
    const [program = ''] = readFileSync(`/proc/${id}/cmdline`, 'utf8').split('\0');
    return `${basename(program)} (process ${id})`;
  } catch {
    return `process ${id}`;
  }
}
