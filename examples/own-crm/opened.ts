import { besideCrm, mongodbModule, type Store } from 'partner-lead-service/compose';
import { SqliteCrm } from './sqlite-crm.ts';

/** Leads in our CRM; beside it, what it has no place for: issued keys, the audit log, webhooks. */
export const crm = new SqliteCrm(process.env.CRM_FILE ?? 'crm.sqlite');
const module = besideCrm(crm, await mongodbModule(process.env.BESIDE_URI ?? ''));
export const store: Store = { name: 'our CRM', durable: true, module };
