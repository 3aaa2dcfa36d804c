import { dataFileOf } from './config-rules.ts';
import type { StoreBySettings } from './store.ts';

/** The database of MONGODB_URI, a file, or memory. MongoDB's driver and SQLite are loaded only if they are used. */
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
