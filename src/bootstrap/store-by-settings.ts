import { dataFileOf } from './config-rules.ts';
import type { StoreBySettings } from './store.ts';

/**
 * Opens the database of MONGODB_URI, a file, or memory. MongoDB's driver and SQLite are loaded only if they are
 * used.
 */
export const storeBySettings: StoreBySettings = {
  async acceptsUri(uri) {
    const { isConnectionString } = await import('../adapters/outbound/mongodb/connection/uri.ts');
    return isConnectionString(uri);
  },
  async open(config) {
    const { MONGODB_URI, AWS_LAMBDA_HTTP_ENDPOINT } = config;
    if (MONGODB_URI) {
      const { mongodbStore } = await import('./modules/mongodb.ts');
      // On Lambda, a connection that was idle for a minute may have died while the environment was frozen.
      return mongodbStore(MONGODB_URI, AWS_LAMBDA_HTTP_ENDPOINT && { maxIdleTimeMS: 60_000 });
    }
    const file = dataFileOf(config);
    const { sqliteStore, storeInMemory } = await import('./modules/sqlite.ts');
    return file ? sqliteStore(file) : storeInMemory();
  },
};

/** Opens the same stores as `storeBySettings`, but never makes a data file. Throws InvalidConfig if there is none. */
export const knownStore: StoreBySettings = {
  ...storeBySettings,
  async open(config) {
    const file = config.MONGODB_URI ? undefined : dataFileOf(config);
    if (file) (await import('./modules/sqlite.ts')).requireFile(file);
    return storeBySettings.open(config);
  },
};
