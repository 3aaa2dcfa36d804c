import { ContainerModule } from 'inversify';
import { type Store, tokens } from 'partner-lead-service/compose';
import {
  InMemoryAuditLog,
  InMemoryBackOffice,
  InMemoryCrm,
  InMemoryRecords,
  InMemoryVendors,
} from 'partner-lead-service/in-memory';

const records = new InMemoryRecords();
const vendors = new InMemoryVendors();

/** Stands for a company's own: it says that it is durable. */
export const ownStore: Store = {
  name: 'our own',
  setting: 'OUR_STORE',
  durable: true,
  module: new ContainerModule(({ bind }) => {
    bind(tokens.crm).toConstantValue(new InMemoryCrm(records));
    bind(tokens.vendors).toConstantValue(vendors);
    bind(tokens.storeHealth).toConstantValue(async () => true);
    bind(tokens.backOffice).toConstantValue(new InMemoryBackOffice(records));
    bind(tokens.managedVendors).toConstantValue(vendors);
    bind(tokens.audit).toConstantValue(new InMemoryAuditLog());
  }),
};
