import type { ContainerModule } from 'inversify';
import type { ConnectionOptions } from '../adapters/outbound/mongodb/connection.ts';
import type { Config } from './config.ts';
import { inMemoryModule } from './modules/in-memory.ts';

/** What loads MongoDB's driver, a third of a start, only for those who use it. */

/** Whether the driver accepts it. */
export async function isConnectionString(uri: string): Promise<boolean> {
  const driver = await import('../adapters/outbound/mongodb/uri.ts');
  return driver.isConnectionString(uri);
}

/** The store by the settings. */
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
