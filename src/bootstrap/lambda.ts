import { lambdaStore } from './lambda-store.ts';
import { mongodbForRequests } from './modules/mongodb-serving.ts';
import { startFunction } from './start-function.ts';

/**
 * The store for requests alone, as nobody works with leads here. A sandbox needs the whole store, because it
 * moves leads.
 */
const store = lambdaStore(async (uri, client, { APP_ENV }) =>
  APP_ENV === 'sandbox'
    ? (await import('./modules/mongodb.ts')).mongodbStore(uri, client)
    : mongodbForRequests(uri, client),
);

export const handler = await startFunction({ store });
