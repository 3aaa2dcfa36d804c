import { lambdaStore } from './lambda-store.ts';
import { mongodbStore } from './modules/mongodb.ts';
import { startDeliveryFunction } from './start-delivery-function.ts';

export const handler = await startDeliveryFunction({ store: lambdaStore(mongodbStore) });
