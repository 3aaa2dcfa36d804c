import type { ContainerModule } from 'inversify';
import type { ConnectionOptions } from '../../adapters/outbound/mongodb/connection.ts';
import type { Config } from '../config.ts';

/** Where leads are kept, by the settings. Only the one that is used is loaded. */
export async function storeModule(
  { MONGODB_URI }: Config,
  options?: Pick<ConnectionOptions, 'client' | 'batched'>,
): Promise<ContainerModule> {
  if (MONGODB_URI) return (await import('./mongodb.ts')).mongodbModule(MONGODB_URI, options);
  return (await import('./in-memory.ts')).inMemoryModule();
}
