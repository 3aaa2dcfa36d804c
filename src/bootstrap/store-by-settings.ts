import { isFile } from './config-rules.ts';
import { inMemoryStore } from './modules/in-memory.ts';
import type { StoreBySettings } from './store.ts';

/** The database of MONGODB_URI, the file of DATA_FILE, or memory. MongoDB's driver is loaded only if it is used. */
export const storeBySettings: StoreBySettings = {
  async acceptsUri(uri) {
    const { isConnectionString } = await import('../adapters/outbound/mongodb/connection/uri.ts');
    return isConnectionString(uri);
  },
  async open({ MONGODB_URI, DATA_FILE, AWS_LAMBDA_HTTP_ENDPOINT }) {
    if (isFile(DATA_FILE)) return (await import('./modules/sqlite.ts')).sqliteStore(DATA_FILE);
    if (!MONGODB_URI) return inMemoryStore();
    const { mongodbStore } = await import('./modules/mongodb.ts');
    // On Lambda, a connection idle for a minute may have died while the environment stood still.
    return mongodbStore(MONGODB_URI, AWS_LAMBDA_HTTP_ENDPOINT && { maxIdleTimeMS: 60_000 });
  },
};
