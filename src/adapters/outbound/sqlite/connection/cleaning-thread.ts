import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';

/** Here it harms nobody to wait for a lock. */
const WAIT_MS = 4_000;
const BUSY = 5;

/** Writes the file anew, and empties its log. Returns SQLite's code of why it cannot. */
function clean(): number | undefined {
  const url = pathToFileURL(workerData);
  url.searchParams.set('mode', 'rw');
  const db = new DatabaseSync(url, { timeout: WAIT_MS });
  try {
    db.exec('PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; VACUUM');
    const { busy } = db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() ?? {};
    return busy ? BUSY : undefined;
  } catch (error) {
    return (error as { readonly errcode?: number }).errcode ?? 1;
  } finally {
    db.close();
  }
}

parentPort?.postMessage(clean());
