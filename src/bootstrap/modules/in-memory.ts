import { ContainerModule } from 'inversify';
import { tokens } from '../tokens.ts';

/** Keeps everything in this process, and loses it with the process. Loaded on demand, as the other store is. */
export async function inMemoryModule(): Promise<ContainerModule> {
  const [{ InMemoryCrm }, { InMemoryVendors }] = await Promise.all([
    import('../../adapters/outbound/in-memory/in-memory-crm.ts'),
    import('../../adapters/outbound/in-memory/in-memory-vendors.ts'),
  ]);
  return new ContainerModule(({ bind }) => {
    bind(tokens.crm).toConstantValue(new InMemoryCrm());
    bind(tokens.vendors).toConstantValue(new InMemoryVendors());
    bind(tokens.storeHealth).toConstantValue(async () => true);
  });
}
