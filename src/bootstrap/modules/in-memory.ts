import { ContainerModule } from 'inversify';
import { InMemoryCrm } from '../../adapters/outbound/in-memory/in-memory-crm.ts';
import { InMemoryVendors } from '../../adapters/outbound/in-memory/in-memory-vendors.ts';
import { tokens } from '../tokens.ts';

/** Keeps everything in this process, and loses it with the process. */
export const inMemoryModule = (): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(tokens.crm).toConstantValue(new InMemoryCrm());
    bind(tokens.vendors).toConstantValue(new InMemoryVendors());
    bind(tokens.storeHealth).toConstantValue(async () => true);
  });
