import type { ContainerModule } from 'inversify';
import { InMemoryCrm } from '../../adapters/outbound/in-memory/in-memory-crm.ts';
import type { IssuedKeys } from '../../application/ports/outbound/issued-keys.ts';
import { type Store, storeInProcess, storeModule } from '../store.ts';

/**
 * Binds a store that keeps leads in this process, and loses them with it. It has no operators, and no keys but
 * those of API_KEYS.
 */
export const inMemoryModule = (): ContainerModule =>
  storeModule({ crm: new InMemoryCrm(), vendors: noKeys, storeHealth: async () => true });

const noKeys: IssuedKeys = { find: async () => undefined, markUsed: async () => {} };

export const inMemoryStore = (): Store => storeInProcess(inMemoryModule());
