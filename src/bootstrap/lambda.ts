import { lambdaStore } from './lambda-store.ts';
import { mongodbForRequests } from './modules/mongodb-serving.ts';
import { startFunction } from './start-function.ts';

/** Nobody works with leads here, but a sandbox moves some by itself. */
const store = lambdaStore(async (uri, client, { APP_ENV }) =>
  APP_ENV === 'sandbox'
    ? (await import('./modules/mongodb.ts')).mongodbStore(uri, client)
    : mongodbForRequests(uri, client),
);

export const handler = await startFunction({ store });
