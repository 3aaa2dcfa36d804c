import { Container, type ContainerModule } from 'inversify';
import type { Journal } from '../application/ports/outbound/journal.ts';
import type { TakeQuota } from '../application/ports/outbound/quota.ts';
import type { Config } from './config.ts';
import { coreModule } from './modules/core.ts';
import { quotaBySettings, runtimeModule } from './modules/runtime.ts';
import { opened } from './store-parts.ts';

/** What a runtime is composed of, beside the settings. */
export interface RuntimeParts {
  /** Binds what the store keeps: `inMemoryModule()`, `await mongodbModule(uri)`, or what `storeModule` makes. */
  readonly store: ContainerModule;
  readonly journal: Journal;
  /** In place of RATE_LIMIT_PER_MINUTE. */
  readonly takeQuota?: TakeQuota | undefined;
  /** Modules beyond the usual ones, such as `operatorModule`. They are loaded last. */
  readonly modules?: readonly ContainerModule[] | undefined;
}

/** Composes the service by the settings, for a runtime to serve. Unbinding all of it closes the store. */
export async function compose(
  config: Config,
  { store, journal, takeQuota, modules = [] }: RuntimeParts,
): Promise<Container> {
  const container = new Container();
  const quota = takeQuota ?? (await quotaBySettings(config));
  container.load(runtimeModule(config, journal, quota), store, coreModule, ...modules);
  container.get(opened, { optional: true });
  return container;
}
