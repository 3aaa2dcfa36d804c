import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';

/** The byte of SQLite's index of the log that tells of the first reader, and how many there are. (SQLite's WAL format, 2.2.) */
const [FIRST, MOST] = [123, 5];

/** The programs that read the file just now, as far as the system tells: `litestream (process 812)`. Never this one. */
export const readersOf = (path: string): readonly string[] =>
  lockersOf(`${path}-shm`, (from) => from >= FIRST && from < FIRST + MOST);

/** Those that have it open. */
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

/** Without what it was called with, which may be a secret. */
function named(id: string): string {
  try {
    const [program = ''] = readFileSync(`/proc/${id}/cmdline`, 'utf8').split('\0');
    return `${basename(program)} (process ${id})`;
  } catch {
    return `process ${id}`;
  }
}
