import { startDesk } from 'partner-lead-service/server';
import { postgresStore } from './store.ts';

await startDesk({ store: postgresStore() });
