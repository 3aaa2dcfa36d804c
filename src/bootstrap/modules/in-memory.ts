import { ContainerModule } from 'inversify';
import { InMemoryCrm } from '../../adapters/outbound/in-memory/in-memory-crm.ts';
import { InMemoryVendors } from '../../adapters/outbound/in-memory/in-memory-vendors.ts';
import { tokens } from '../tokens.ts';

/** Everything in this process, gone with it. */
export const inMemoryModule = (): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(tokens.crm).toConstantValue(new InMemoryCrm());
    bind(tokens.vendors).toConstantValue(new InMemoryVendors());
    bind(tokens.storeHealth).toConstantValue(async () => true);
  });
