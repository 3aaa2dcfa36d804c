import { Container, type ContainerModule } from 'inversify';
import { guardedJournal } from '../adapters/outbound/telemetry/guarded-journal.ts';
import { oncePerMinute } from '../application/once-per-minute.ts';
import type { Journal } from '../application/ports/outbound/journal.ts';
import type { Config } from './config.ts';
import { coreModule } from './modules/core.ts';
import { inMemoryModule } from './modules/in-memory.ts';
import { type ConnectionSettings, mongodbModule } from './modules/mongodb.ts';
import { quotaModule } from './modules/quota.ts';
import { runtimeModule } from './modules/runtime.ts';

interface RuntimeParts {
  readonly journal: Journal;
  readonly connection?: ConnectionSettings;
  /** Modules beyond the usual ones. */
  readonly modules?: readonly ContainerModule[];
}

/** Composes the service by the settings, for a runtime to serve. Unbinding all of it closes what it opened. */
export async function compose(
  config: Config,
  { journal, connection, modules = [] }: RuntimeParts,
): Promise<Container> {
  const container = new Container();
  container.load(
    runtimeModule(config, guardedJournal(journal, oncePerMinute(console.error))),
    await (config.MONGODB_URI ? mongodbModule(config.MONGODB_URI, connection) : inMemoryModule()),
    await quotaModule(config),
    coreModule,
    ...modules,
  );
  return container;
}
