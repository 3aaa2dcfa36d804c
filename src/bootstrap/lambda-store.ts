import type { Config } from './config.ts';
import { dataFileOf, NO_FILE_ON_LAMBDA } from './config-rules.ts';
import { InvalidConfig } from './read-config.ts';
import type { Store, StoreBySettings } from './store.ts';

/**
 * Options of MongoDB's client: an instance handles one event at a time, and a connection that was idle for a
 * minute may have died while Lambda was frozen.
 */
const client = { maxPoolSize: 1, maxIdleTimeMS: 60_000 };

/**
 * The store of a function. Not `storeBySettings`, which imports MongoDB's adapter lazily: in a bundle, that makes a cold
 * start 4 % slower.
 */
export const lambdaStore = (
  onMongodb: (uri: string, options: typeof client, config: Config) => Store | Promise<Store>,
): StoreBySettings => ({
  acceptsUri: () => true, // asking the driver both here and when it connects would take 4 ms of a cold start
  async open(config) {
    const { MONGODB_URI, DATA_FILE } = config;
    if (DATA_FILE && dataFileOf({ DATA_FILE })) throw new InvalidConfig(`DATA_FILE ${NO_FILE_ON_LAMBDA}`);
    if (MONGODB_URI) return onMongodb(MONGODB_URI, client, config);
    return (await import('./modules/in-memory.ts')).inMemoryStore();
  },
});
