import { closeSync, fsyncSync, openSync, readSync, statSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/**
 * SQLite overwrites what is erased. But when it splits a page, a copy of what moves away stays in the unused part of it, and
 * the log has pages as they were. This overwrites the unused parts, some pages at a time: as the one that writes, and
 * with an empty log, so that nobody else has these pages under way. For SQLite nothing is different then, so that to be cut
 * off harms nothing. (After a VACUUM nothing is left, either, but leads wait for all of it.)
 * It is told a path, and tells SQLite's code of why it cannot, or 0.
 *
 * It is a process of its own because to close a file lets go of all locks that a process has on it.
 */

/** Milliseconds for which it keeps others from writing, and then lets them. */
const AT_ONCE = 15;
/** Milliseconds for which others may keep it from that. */
const PATIENCE = 30_000;
const [OK, BUSY, CANNOT_OPEN] = [0, 5, 14];

function clean(path: string): void {
  const file = openSync(path, 'r+');
  const db = new DatabaseSync(path, { timeout: 0 });
  try {
    cleanPages(path, file, db);
  } finally {
    db.close();
    closeSync(file);
  }
}

function cleanPages(path: string, file: number, db: DatabaseSync): void {
  const head = Buffer.alloc(18);
  readSync(file, head, 0, head.length, 0);
  const size = head.readUInt16BE(16);
  const page = Buffer.alloc(size);
  const zeros = Buffer.alloc(size);

  function look(number: number, found: (from: number, to: number) => void): void {
    readSync(file, page, 0, size, number * size);
    const [from, to] = unusedPart(page);
    if (page.compare(zeros, 0, to - from, from, to) !== 0) found(number * size + from, to - from);
  }

  patiently(() => isLogEmpty(db)); // pages that come later have nothing of what was erased
  const pages = statSync(path).size / size;
  if (pages >= MOST_PAGES) throw new Error('too many pages');
  const unclean: number[] = [];
  for (let number = 1; number < pages; number += 1) look(number, () => unclean.push(number));
  while (unclean.length > 0) {
    patiently(() => isLogEmpty(db) && isOnlyWriter(db, path));
    for (const end = performance.now() + AT_ONCE; unclean.length > 0 && performance.now() < end; )
      look(unclean.pop() as number, (from, length) => writeSync(file, zeros, 0, length, from));
    db.exec('UPDATE file SET commits = commits + 1; COMMIT'); // whereupon the others read these pages anew
    rest(AT_ONCE);
  }
  fsyncSync(file);
}

/** Bytes before the pointers, by what the page is. */
const heads = new Map([
  [2, 12],
  [5, 12],
  [10, 8],
  [13, 8],
]);

/** In a larger file, what begins as such a page may be another. */
const MOST_PAGES = 2 ** 25;

/**
 * From where to where a page has nothing that means anything: between its pointers and its cells. Only a page of a table or
 * an index has such a part. (SQLite's file format, 1.6.)
 */
function unusedPart(page: Buffer): readonly [from: number, to: number] {
  const head = heads.get(page.readUInt8(0));
  if (head === undefined) return [0, 0];
  return [head + 2 * page.readUInt16BE(3), page.readUInt16BE(5)];
}

/** Whether all of it is in the file now, and nobody reads what was before. */
function isLogEmpty(db: DatabaseSync): boolean {
  db.exec('PRAGMA wal_checkpoint(PASSIVE)'); // most of it, without keeping anybody from writing
  return db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0;
}

/** Whether it got the lock, and nobody wrote in between. */
function isOnlyWriter(db: DatabaseSync, path: string): boolean {
  db.exec('BEGIN IMMEDIATE');
  if (statSync(`${path}-wal`).size === 0) return true;
  db.exec('ROLLBACK');
  return false;
}

function patiently(attempt: () => boolean): void {
  const end = performance.now() + PATIENCE;
  for (;;) {
    try {
      if (attempt()) return;
    } catch (error) {
      if (codeOf(error) !== BUSY) throw error;
    }
    if (performance.now() > end) throw { errcode: BUSY };
    rest(1);
  }
}

const rest = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

function codeOf(error: unknown): number {
  const { errcode = 1, syscall } = error as { readonly errcode?: number; readonly syscall?: string };
  return syscall ? CANNOT_OPEN : errcode & 0xff;
}

process.on('message', (path: string) => {
  try {
    clean(path);
    process.send?.(OK);
  } catch (error) {
    process.send?.(codeOf(error));
  }
});
