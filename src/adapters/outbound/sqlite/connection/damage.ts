import { SideConnection } from './side-connection.ts';
import { asStoreError } from './store-errors.ts';

/** What SQLite's own check finds wrong with a file, in a sentence. It reads all of it, in a thread that nobody else asks. */
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
