import { inMemoryStore } from './modules/in-memory.ts';
import { mongodbStore } from './modules/mongodb.ts';
import type { StoreBySettings } from './store.ts';

/** An instance handles one event at a time. A connection idle for a minute may have died while Lambda was frozen. */
const client = { maxPoolSize: 1, maxIdleTimeMS: 60_000 };

/** Not `storeBySettings`, which imports MongoDB's adapter lazily: in a bundle, that makes a cold start 4 % slower. */
export const lambdaStore: StoreBySettings = {
  acceptsUri: () => true, // to ask the driver twice, here and when it connects, takes 4 ms of a cold start
  open: ({ MONGODB_URI }) => (MONGODB_URI ? mongodbStore(MONGODB_URI, client) : inMemoryStore()),
};
