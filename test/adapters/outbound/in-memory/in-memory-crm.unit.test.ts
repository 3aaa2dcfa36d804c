import { InMemoryCrm } from '../../../../src/adapters/outbound/in-memory/in-memory-crm.ts';
import { InMemoryRecords } from '../../../../src/adapters/outbound/in-memory/in-memory-records.ts';
import { crmContract } from '../../../../src/testing/crm-contract.ts';

crmContract(
  'in memory',
  async () => {
    const records = new InMemoryRecords();
    const crm = new InMemoryCrm(records);
    return {
      crm,
      contacts: async () => crm.contacts,
      deals: async () => crm.deals,
      another: async () => new InMemoryCrm(records),
      changeStatus: async (id, status) => {
        const deal = records.deals.get(id);
        if (deal) records.deals.set(id, { ...deal, status });
      },
    };
  },
  { without: ['refuseWrites', 'breakDown'] },
);
