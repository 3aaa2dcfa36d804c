import { startDelivery } from 'partner-lead-service/server';
import { postgresStore } from './store.ts';

await startDelivery({ store: postgresStore() });
