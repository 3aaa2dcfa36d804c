import { runLeads } from 'partner-lead-service/cli';
import { store } from './opened.ts';

await runLeads({ store });
