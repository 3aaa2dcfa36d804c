import { lambdaStore } from './lambda-store.ts';
import { startDeliverer } from './start-deliverer.ts';

export const handler = await startDeliverer({ store: lambdaStore });
