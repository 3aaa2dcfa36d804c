import { ContainerModule } from 'inversify';
import { type ConnectionOptions, MongoConnection } from '../../adapters/outbound/mongodb/connection.ts';
import { MongoCrm } from '../../adapters/outbound/mongodb/mongo-crm.ts';
import { MongoVendors } from '../../adapters/outbound/mongodb/mongo-vendors.ts';
import { InvalidConfig } from '../config.ts';
import { tokens } from '../tokens.ts';

/** Everything in the database that the URI names. Unbinding closes the connection. */
export const mongodbModule = (
  uri: string,
  options: Pick<ConnectionOptions, 'client' | 'batched'> = {},
): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(tokens.mongoConnection)
      .toResolvedValue((journal) => connectionTo(uri, { warn: journal.warn, ...options }), [tokens.journal])
      .inSingletonScope()
      .onDeactivation((connection) => connection.close());
    bind(tokens.crm)
      .toResolvedValue((connection) => new MongoCrm(connection), [tokens.mongoConnection])
      .inSingletonScope();
    bind(tokens.vendors)
      .toResolvedValue((connection) => new MongoVendors(connection), [tokens.mongoConnection])
      .inSingletonScope();
    bind(tokens.storeHealth)
      .toResolvedValue((connection) => connection.isReachable, [tokens.mongoConnection])
      .inSingletonScope();
  });

/** The driver's own message would quote parts of the address. */
function connectionTo(uri: string, options: ConnectionOptions): MongoConnection {
  try {
    return new MongoConnection(uri, options);
  } catch {
    throw new InvalidConfig(
      'MONGODB_URI is no address that the MongoDB driver understands: look for a misspelt option, or a % or @ in the password that is not percent-encoded',
    );
  }
}
