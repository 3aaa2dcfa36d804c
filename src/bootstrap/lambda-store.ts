import { dataFileOf, NO_FILE_ON_LAMBDA } from './config-rules.ts';
import { mongodbStore } from './modules/mongodb.ts';
import { InvalidConfig } from './read-config.ts';
import type { StoreBySettings } from './store.ts';

/** An instance handles one event at a time. A connection idle for a minute may have died while Lambda was frozen. */
const client = { maxPoolSize: 1, maxIdleTimeMS: 60_000 };

/** Not `storeBySettings`, which imports MongoDB's adapter lazily: in a bundle, that makes a cold start 4 % slower. */
export const lambdaStore: StoreBySettings = {
  acceptsUri: () => true, // to ask the driver twice, here and when it connects, takes 4 ms of a cold start
  async open({ MONGODB_URI, DATA_FILE }) {
    if (DATA_FILE && dataFileOf({ DATA_FILE })) throw new InvalidConfig(`DATA_FILE ${NO_FILE_ON_LAMBDA}`);
    if (MONGODB_URI) return mongodbStore(MONGODB_URI, client);
    return (await import('./modules/in-memory.ts')).inMemoryStore();
  },
};
