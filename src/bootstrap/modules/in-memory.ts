import type { ContainerModule } from 'inversify';
import { InMemoryCrm } from '../../adapters/outbound/in-memory/in-memory-crm.ts';
import type { IssuedKeys } from '../../application/ports/outbound/issued-keys.ts';
import { type Store, storeModule } from '../store.ts';

/** Keeps leads in this process, and loses them with it. Nobody works with them, and there are no keys but those of API_KEYS. */
export const inMemoryModule = (): ContainerModule =>
  storeModule({ crm: new InMemoryCrm(), vendors: noKeys, storeHealth: async () => true });

const noKeys: IssuedKeys = { find: async () => undefined, markUsed: async () => {} };

export const inMemoryStore = (): Store => ({
  name: 'in memory',
  setting: 'DATA_FILE or MONGODB_URI',
  durable: false,
  local: true,
  module: inMemoryModule(),
});
