/** `partner-lead-service/compose`: the parts of the service as Inversify modules, for a runtime of your own. */

import type { ContainerModule } from 'inversify';

export { LineJournal } from '../adapters/outbound/telemetry/line-journal.ts';
export { compose, type RuntimeParts } from '../bootstrap/compose.ts';
export type { Config } from '../bootstrap/config.ts';
export { type AnnouncingCrm, besideCrm } from '../bootstrap/modules/beside-crm.ts';
export { coreModule } from '../bootstrap/modules/core.ts';
export { inMemoryModule } from '../bootstrap/modules/in-memory.ts';
export { operatorModule } from '../bootstrap/modules/operator.ts';
export { type Environment, InvalidConfig, readConfig } from '../bootstrap/read-config.ts';
export type { Store } from '../bootstrap/store.ts';
export {
  IncompleteStore,
  type StoreParts,
  storeModule,
} from '../bootstrap/store.ts';
export type { EveryStorePart } from '../bootstrap/store-parts.ts';
export { tokens } from '../bootstrap/tokens.ts';

/**
 * Binds a store that keeps everything in the database of the URI. `client`: options for MongoDB's driver, which
 * is loaded only now.
 */
export async function mongodbModule(uri: string, client?: object): Promise<ContainerModule> {
  const module = await import('../bootstrap/modules/mongodb.ts');
  return module.mongodbModule(uri, client);
}

/** Binds a store that keeps everything in one file. Several processes of one machine may use the file. */
export async function fileModule(path: string): Promise<ContainerModule> {
  const module = await import('../bootstrap/modules/sqlite.ts');
  return module.sqliteModule(path);
}
