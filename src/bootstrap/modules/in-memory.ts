import { ContainerModule } from 'inversify';
import { InMemoryAuditLog } from '../../adapters/outbound/in-memory/in-memory-audit-log.ts';
import { InMemoryBackOffice } from '../../adapters/outbound/in-memory/in-memory-back-office.ts';
import { InMemoryCrm } from '../../adapters/outbound/in-memory/in-memory-crm.ts';
import { InMemoryDeliveries } from '../../adapters/outbound/in-memory/in-memory-deliveries.ts';
import { InMemoryHooks } from '../../adapters/outbound/in-memory/in-memory-hooks.ts';
import { InMemoryPeople } from '../../adapters/outbound/in-memory/in-memory-people.ts';
import { InMemoryRecords } from '../../adapters/outbound/in-memory/in-memory-records.ts';
import { InMemoryRefusals } from '../../adapters/outbound/in-memory/in-memory-refusals.ts';
import { InMemoryTickets } from '../../adapters/outbound/in-memory/in-memory-tickets.ts';
import { InMemoryVendors } from '../../adapters/outbound/in-memory/in-memory-vendors.ts';
import type { Store } from '../store.ts';
import { tokens } from '../tokens.ts';

/** Keeps everything in this process, and loses it with the process. */
export const inMemoryModule = (): ContainerModule =>
  new ContainerModule(({ bind }) => {
    const records = new InMemoryRecords();
    const vendors = new InMemoryVendors();
    bind(tokens.crm).toConstantValue(new InMemoryCrm(records));
    bind(tokens.vendors).toConstantValue(vendors);
    bind(tokens.storeHealth).toConstantValue(async () => true);
    bind(tokens.backOffice).toConstantValue(new InMemoryBackOffice(records));
    bind(tokens.managedVendors).toConstantValue(vendors);
    bind(tokens.audit).toConstantValue(new InMemoryAuditLog());
    bind(tokens.tickets).toConstantValue(new InMemoryTickets());
    bind(tokens.people).toConstantValue(new InMemoryPeople());
    bind(tokens.refusals).toConstantValue(new InMemoryRefusals());
    bind(tokens.hooks).toConstantValue(new InMemoryHooks(records));
    bind(tokens.deliveries).toConstantValue(new InMemoryDeliveries(records));
  });

export const inMemoryStore = (): Store => ({
  name: 'in memory',
  setting: 'MONGODB_URI',
  durable: false,
  module: inMemoryModule(),
});
