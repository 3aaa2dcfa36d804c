import type { ContainerModule } from 'inversify';
import type { ConnectionOptions } from '../adapters/outbound/mongodb/connection.ts';
import type { Config } from './config.ts';
import { inMemoryModule } from './modules/in-memory.ts';

/** The store that the settings name. MongoDB's driver is loaded only if it is used. */
export async function storeModule(
  { MONGODB_URI }: Config,
  options?: ConnectionOptions,
): Promise<ContainerModule> {
  if (!MONGODB_URI) return inMemoryModule();
  const [{ MongoConnection }, { mongodbModule }] = await Promise.all([
    import('../adapters/outbound/mongodb/connection.ts'),
    import('./modules/mongodb.ts'),
  ]);
  return mongodbModule(new MongoConnection(MONGODB_URI, options));
}

/** `isConnectionString` of MongoDB's adapter, which is loaded only if there is a URI to check. */
export async function acceptsUri(uri: string): Promise<true | readonly string[]> {
  const { isConnectionString } = await import('../adapters/outbound/mongodb/uri.ts');
  return isConnectionString(uri);
}
