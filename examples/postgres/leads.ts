import { runLeads } from 'partner-lead-service/cli';
import { postgresStore } from './store.ts';

await runLeads({ store: postgresStore() });
