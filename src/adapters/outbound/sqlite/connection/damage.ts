import { SideConnection } from './side-connection.ts';
import { asStoreError } from './store-errors.ts';

/** Checks a whole file with SQLite's quick_check, in a thread of its own. Resolves to a sentence if it is damaged. */
export async function damageOf(path: string): Promise<string | undefined> {
  const side = new SideConnection(path);
  try {
    const from = (row: { readonly quick_check: string }): string => row.quick_check;
    const [found] = await side.all('PRAGMA quick_check(1)', [], from);
    return found === 'ok' ? undefined : SPOILED;
  } catch (error) {
    throw asStoreError(error);
  } finally {
    await side.close();
  }
}

const SPOILED = 'A part of DATA_FILE is spoiled, as SQLite’s own check finds: restore a backup.';
