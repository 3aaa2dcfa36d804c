import { ContainerModule } from 'inversify';
import type { ConnectionOptions } from '../../adapters/outbound/mongodb/connection.ts';
import { tokens } from '../tokens.ts';

/** How a runtime connects, and what it counts. */
export type ConnectionSettings = Omit<ConnectionOptions, 'warn'>;

/**
 * Keeps everything in the database that the URI names. Unbinding closes the connection.
 * Only the adapter is imported on demand: a bundle starts more slowly if such an import reaches Inversify.
 */
export async function mongodbModule(
  uri: string,
  settings: ConnectionSettings = {},
): Promise<ContainerModule> {
  const [{ MongoConnection }, { MongoCrm }, { MongoVendors }] = await Promise.all([
    import('../../adapters/outbound/mongodb/connection.ts'),
    import('../../adapters/outbound/mongodb/mongo-crm.ts'),
    import('../../adapters/outbound/mongodb/mongo-vendors.ts'),
  ]);
  return new ContainerModule(({ bind }) => {
    bind(tokens.mongoConnection)
      .toDynamicValue(({ get }) => {
        const { warn } = get(tokens.journal);
        return new MongoConnection(uri, { warn, ...settings });
      })
      .inSingletonScope()
      .onDeactivation((connection) => connection.close());
    bind(tokens.crm)
      .toDynamicValue(({ get }) => new MongoCrm(get(tokens.mongoConnection)))
      .inSingletonScope();
    bind(tokens.vendors)
      .toDynamicValue(({ get }) => new MongoVendors(get(tokens.mongoConnection)))
      .inSingletonScope();
    bind(tokens.storeHealth)
      .toDynamicValue(({ get }) => get(tokens.mongoConnection).isReachable)
      .inSingletonScope();
  });
}
