import { Container, type ContainerModule } from 'inversify';
import type { Journal } from '../application/ports/outbound/journal.ts';
import type { Config } from './config.ts';
import { coreModule } from './modules/core.ts';
import { quotaModule } from './modules/quota.ts';
import { runtimeModule } from './modules/runtime.ts';

/** What a runtime is composed of, beside the settings. */
export interface RuntimeParts {
  /** Binds what `tokens` marks as the store's. */
  readonly store: ContainerModule;
  readonly journal: Journal;
  /** Modules beyond the usual ones, such as `operatorModule`. */
  readonly modules?: readonly ContainerModule[] | undefined;
}

/** Composes the service by the settings, for a runtime to serve. Unbinding all of it closes the store. */
export async function compose(
  config: Config,
  { store, journal, modules = [] }: RuntimeParts,
): Promise<Container> {
  const container = new Container();
  container.load(runtimeModule(config, journal), store, await quotaModule(config), coreModule, ...modules);
  return container;
}
