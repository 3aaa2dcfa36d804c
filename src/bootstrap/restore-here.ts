import { placeOf } from '../adapters/outbound/sqlite/connection/place.ts';
import { NotDone } from '../operators/adapters/inbound/cli/cli-context.ts';
import type { StoreRestore } from '../operators/application/ports/outbound/store-restore.ts';
import { dataFileOf } from './config-rules.ts';
import { type Environment, readConfig } from './read-config.ts';
import { storeBySettings } from './store-by-settings.ts';

/**
 * Restores a backup into the file in the settings, which may be missing or damaged. Throws NotDone, InvalidConfig,
 * and the errors of `StoreRestore`.
 */
export async function restoreHere(
  { APP_ENV, DATA_FILE, MONGODB_URI, MONGODB_URI_FILE }: Environment,
  ...order: Parameters<StoreRestore>
): ReturnType<StoreRestore> {
  const env = { APP_ENV, DATA_FILE, MONGODB_URI, MONGODB_URI_FILE };
  const config = await readConfig(env, storeBySettings.acceptsUri);
  const file = config.MONGODB_URI ? undefined : dataFileOf(config);
  if (!file)
    throw new NotDone('Only a file (DATA_FILE) is restored so. For a database, see docs/database.md.');
  const { restoreOfFile } = await import('../operators/adapters/outbound/sqlite/restore-of-file.ts');
  return restoreOfFile(placeOf(file))(...order);
}
