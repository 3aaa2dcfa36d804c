import type { ContainerModule } from 'inversify';
import type { Config } from '../config.ts';
import { inMemoryModule } from './in-memory.ts';
import { type ConnectionSettings, mongodbModule } from './mongodb.ts';

/** The store that the settings choose. Only its adapter is loaded. */
export const storeModule = (
  { MONGODB_URI }: Config,
  connection?: ConnectionSettings,
): Promise<ContainerModule> => (MONGODB_URI ? mongodbModule(MONGODB_URI, connection) : inMemoryModule());
