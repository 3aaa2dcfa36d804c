import type { ContainerModule } from 'inversify';
import type { ConnectionOptions } from '../../adapters/outbound/mongodb/connection.ts';
import type { Config } from '../config.ts';
import { inMemoryModule } from './in-memory.ts';
import { mongodbModule } from './mongodb.ts';

/** The store that the settings choose. Only its adapter is loaded. */
export const storeModule = (
  { MONGODB_URI }: Config,
  options?: Pick<ConnectionOptions, 'client' | 'batched'>,
): Promise<ContainerModule> => (MONGODB_URI ? mongodbModule(MONGODB_URI, options) : inMemoryModule());
