import { startFunction } from 'partner-lead-service/lambda';
import { postgresStore } from './store.ts';

export const handler = await startFunction({ store: postgresStore() });
