import { InMemoryCrm } from '../../../../src/adapters/outbound/in-memory/in-memory-crm.ts';
import { crmContract } from '../../../../src/testing/crm-contract.ts';

crmContract(
  'in memory',
  async () => {
    const crm = new InMemoryCrm();
    return { crm, contacts: async () => crm.contacts, deals: async () => crm.deals };
  },
  { without: ['another', 'breakDown'] },
);
