import { besideCrm, fileModule, type Store } from 'partner-lead-service/compose';
import { SqliteCrm } from './sqlite-crm.ts';

/** Leads in our CRM; beside it, what it has no place for: issued keys, the audit log, webhooks. */
export const crm = new SqliteCrm(process.env.CRM_FILE ?? 'crm.sqlite');
const module = besideCrm(crm, await fileModule(process.env.BESIDE_FILE ?? 'beside.db'));
export const store: Store = { name: 'our CRM', durable: true, module };
