import type { ContainerModule } from 'inversify';
import { InMemoryAccessTokens } from '../../adapters/outbound/in-memory/in-memory-access-tokens.ts';
import { InMemoryAuditLog } from '../../adapters/outbound/in-memory/in-memory-audit-log.ts';
import { inMemoryBackOffice } from '../../adapters/outbound/in-memory/in-memory-back-office.ts';
import { InMemoryCrm } from '../../adapters/outbound/in-memory/in-memory-crm.ts';
import { InMemoryDeliveries } from '../../adapters/outbound/in-memory/in-memory-deliveries.ts';
import { InMemoryHooks } from '../../adapters/outbound/in-memory/in-memory-hooks.ts';
import { InMemoryLeases } from '../../adapters/outbound/in-memory/in-memory-leases.ts';
import { InMemoryPeople } from '../../adapters/outbound/in-memory/in-memory-people.ts';
import { InMemoryRecords } from '../../adapters/outbound/in-memory/in-memory-records.ts';
import { InMemoryRefusals } from '../../adapters/outbound/in-memory/in-memory-refusals.ts';
import { InMemoryTickets } from '../../adapters/outbound/in-memory/in-memory-tickets.ts';
import { InMemoryVendors } from '../../adapters/outbound/in-memory/in-memory-vendors.ts';
import type { Store } from '../store.ts';
import { storeModule } from '../store.ts';

/** Keeps everything in this process, and loses it with the process. */
export function inMemoryModule(): ContainerModule {
  const records = new InMemoryRecords();
  const vendors = new InMemoryVendors();
  return storeModule({
    crm: new InMemoryCrm(records),
    vendors,
    storeHealth: async () => true,
    ...inMemoryBackOffice(records),
    managedVendors: vendors,
    audit: new InMemoryAuditLog(),
    tickets: new InMemoryTickets(),
    people: new InMemoryPeople(),
    accessTokens: new InMemoryAccessTokens(),
    leases: new InMemoryLeases(),
    refusals: new InMemoryRefusals(),
    hooks: new InMemoryHooks(records),
    deliveries: new InMemoryDeliveries(records),
  });
}

export const inMemoryStore = (): Store => ({
  name: 'in memory',
  setting: 'DATA_FILE or MONGODB_URI',
  durable: false,
  local: true,
  module: inMemoryModule(),
});
