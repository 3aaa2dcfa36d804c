import { ContainerModule } from 'inversify';
import type { MongoConnection } from '../../adapters/outbound/mongodb/connection.ts';
import { MongoCrm } from '../../adapters/outbound/mongodb/mongo-crm.ts';
import { MongoVendors } from '../../adapters/outbound/mongodb/mongo-vendors.ts';
import { tokens } from '../tokens.ts';

/** Keeps everything in a database. Unbinding closes the connection. */
export const mongodbModule = (connection: MongoConnection): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(tokens.mongoConnection)
      .toConstantValue(connection)
      .onDeactivation(() => connection.close());
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
