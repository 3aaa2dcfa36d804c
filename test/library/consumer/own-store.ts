import { type Store, storeModule } from 'partner-lead-service/compose';
import {
  InMemoryAuditLog,
  InMemoryCrm,
  InMemoryPeople,
  InMemoryRecords,
  InMemoryVendors,
  inMemoryBackOffice,
} from 'partner-lead-service/in-memory';

const records = new InMemoryRecords();
const vendors = new InMemoryVendors();

/** Stands for a company's own: it says that it is durable. */
export const ownStore: Store = {
  name: 'our own',
  setting: 'OUR_STORE',
  durable: true,
  module: storeModule({
    crm: new InMemoryCrm(records),
    vendors,
    storeHealth: async () => true,
    ...inMemoryBackOffice(records),
    managedVendors: vendors,
    audit: new InMemoryAuditLog(),
    people: new InMemoryPeople(),
  }),
};
