import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';

export interface Question {
  readonly sql: string;
  readonly values: readonly SQLInputValue[];
}

/** A part of the rows. `ended`: it is the last; `error`: SQLite's error that ended it. */
export interface Answer {
  readonly rows: readonly unknown[];
  readonly ended: boolean;
  readonly error?: { readonly errcode: number; readonly message: string };
}

export interface SideData {
  readonly path: string;
  readonly mode: 'ro' | 'rw';
  /** A counter of the answers that were taken. */
  readonly taken: Int32Array;
}

const { path, mode, taken }: SideData = workerData;

/** The most rows of one answer, so few that taking them delays nobody. */
const ROWS_AT_ONCE = 200;

/**
 * Milliseconds to wait for a lock. A reader's wait harms nobody; a writer that waits while holding a lock would
 * keep others from writing.
 */
const WAIT_MS = { ro: 4_000, rw: 0 };

let database: DatabaseSync | undefined;
let told = 0;

function answer({ sql, values }: Question): void {
  const tell = (some: Answer) => {
    parentPort?.postMessage(some);
    told += 1;
  };
  try {
    database ??= open();
    let rows: unknown[] = [];
    for (const row of database.prepare(sql).iterate(...values)) {
      if (rows.length === ROWS_AT_ONCE) {
        tell({ rows, ended: false });
        Atomics.wait(taken, 0, told - 1); // otherwise answers pile up and are all taken in one turn of the event loop
        rows = [];
      }
      rows.push(row);
    }
    tell({ rows, ended: true });
  } catch (error) {
    const { errcode = 1, message } = error as Error & { readonly errcode?: number };
    tell({ rows: [], ended: true, error: { errcode, message } });
  }
}

function open(): DatabaseSync {
  const url = pathToFileURL(path);
  url.searchParams.set('mode', mode);
  return new DatabaseSync(url, { readOnly: mode === 'ro', timeout: WAIT_MS[mode] });
}

parentPort?.on('message', answer);
