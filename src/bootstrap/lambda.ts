import { lambdaStore } from './lambda-store.ts';
import { startFunction } from './start-function.ts';

export const handler = await startFunction({ store: lambdaStore });
