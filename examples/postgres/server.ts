import { startServer } from 'partner-lead-service/server';
import { postgresStore } from './store.ts';

await startServer({ store: postgresStore() });
