import { lambdaStore } from './lambda-store.ts';
import { startDeliveryFunction } from './start-delivery-function.ts';

export const handler = await startDeliveryFunction({ store: lambdaStore });
