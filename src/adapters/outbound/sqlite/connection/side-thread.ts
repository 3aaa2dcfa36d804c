import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';

export interface Question {
  readonly sql: string;
  readonly values: readonly SQLInputValue[];
}

/** Some of the rows; with `ended` the last of them, or SQLite's error of why there are no more. */
export interface Answer {
  readonly rows: readonly unknown[];
  readonly ended: boolean;
  readonly error?: { readonly errcode: number; readonly message: string };
}

export interface SideData {
  readonly path: string;
  readonly mode: 'ro' | 'rw';
  /** How many answers were taken. */
  readonly taken: Int32Array;
}

const { path, mode, taken }: SideData = workerData;

/** So few that taking them holds nobody up. */
const ROWS_AT_ONCE = 200;

/** Who reads waits for a lock, which harms nobody here. To wait with a lock of one's own would keep others from writing. */
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
        Atomics.wait(taken, 0, told - 1); // else they heap up, and are all taken in one turn of the event loop
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
