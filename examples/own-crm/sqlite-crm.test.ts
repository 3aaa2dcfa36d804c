import { crmContract } from 'partner-lead-service/testing';
import { SqliteCrm } from './sqlite-crm.ts';

crmContract('SQLite', async () => {
  const crm = new SqliteCrm(':memory:');
  return {
    crm,
    contacts: async () => crm.contacts(),
    deals: async () => crm.deals(),
    close: async () => crm.close(),
  };
});
