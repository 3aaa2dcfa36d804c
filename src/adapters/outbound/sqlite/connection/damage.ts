import { SideConnection } from './side-connection.ts';
import { asStoreError } from './store-errors.ts';

/** Asks what goes through a whole file, in a thread of its own, so that nobody waits for it. */
export async function askAside<R>(path: string, sql: string): Promise<R[]> {
  const side = new SideConnection(path);
  try {
    return await side.all(sql, [], (row: R) => row);
  } catch (error) {
    throw asStoreError(error);
  } finally {
    await side.close();
  }
}

/** Checks a whole file with SQLite's quick_check. Resolves to a sentence if it is damaged. */
export async function damageOf(path: string): Promise<string | undefined> {
  const [found] = await askAside<{ readonly quick_check: string }>(path, 'PRAGMA quick_check(1)');
  return found?.quick_check === 'ok' ? undefined : SPOILED;
}

const SPOILED = 'A part of DATA_FILE is spoiled, as SQLite’s own check finds: restore a backup.';
