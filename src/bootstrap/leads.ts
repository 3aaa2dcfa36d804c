import { runLeads } from './run-leads.ts';

await runLeads();
