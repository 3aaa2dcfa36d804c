import { inMemoryStore } from './modules/in-memory.ts';
import type { StoreBySettings } from './store.ts';

/** MongoDB if MONGODB_URI is set, else memory. MongoDB's driver is loaded only if it is used. */
export const storeBySettings: StoreBySettings = {
  async acceptsUri(uri) {
    const { isConnectionString } = await import('../adapters/outbound/mongodb/uri.ts');
    return isConnectionString(uri);
  },
  async open({ MONGODB_URI }) {
    if (!MONGODB_URI) return inMemoryStore();
    const { mongodbStore } = await import('./modules/mongodb.ts');
    return mongodbStore(MONGODB_URI);
  },
};
