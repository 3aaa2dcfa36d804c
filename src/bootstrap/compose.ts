import { Container, ContainerModule } from 'inversify';
import { clock, newLeadId, newRequestId, randomBytes, sha256 } from '../adapters/outbound/runtime/runtime.ts';
import { StaticKeys } from '../adapters/outbound/static-keys/static-keys.ts';
import type { Journal } from '../application/ports/outbound/journal.ts';
import type { TakeQuota } from '../application/ports/outbound/quota.ts';
import type { Config } from './config.ts';
import { announcingModule } from './modules/announcing.ts';
import { coreModule } from './modules/core.ts';
import { sandboxModule } from './modules/sandbox.ts';
import { opened } from './store.ts';
import { tokens } from './tokens.ts';

/** The parts of a runtime beside its settings. */
export interface RuntimeParts {
  /** The module that binds the store: `inMemoryModule()`, `await mongodbModule(uri)`, or a result of `storeModule`. */
  readonly store: ContainerModule;
  readonly journal: Journal;
  /** Replaces RATE_LIMIT_PER_MINUTE. */
  readonly takeQuota?: TakeQuota | undefined;
  /** Further modules, such as `operatorModule`. They are loaded last. */
  readonly modules?: readonly ContainerModule[] | undefined;
}

/** Composes the service by the settings, for a runtime to serve. Unbinding everything closes the store. */
export async function compose(
  config: Config,
  { store, journal, takeQuota, modules = [] }: RuntimeParts,
): Promise<Container> {
  const container = new Container();
  const quota = takeQuota ?? (await quotaBySettings(config));
  const usual = [runtimeModule(config, journal, quota), store, coreModule, announcingModule];
  if (config.APP_ENV === 'sandbox') usual.push(sandboxModule);
  container.load(...usual, ...modules);
  container.get(opened, { optional: true });
  return container;
}

/** Binds what the process itself provides: settings, clock, random ids, log and rate limit. */
const runtimeModule = (config: Config, journal: Journal, takeQuota: TakeQuota | undefined): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(tokens.config).toConstantValue(config);
    bind(tokens.runtime).toConstantValue({ clock, digest: sha256, newLeadId, newRequestId, randomBytes });
    bind(tokens.staticKeys).toConstantValue(config.API_KEYS ?? StaticKeys.parse(''));
    bind(tokens.journal).toConstantValue(journal);
    bind(tokens.takeQuota).toConstantValue(takeQuota);
  });

/** Resolves to the rate limit of the settings. Its code is loaded only if there is one. */
async function quotaBySettings({ RATE_LIMIT_PER_MINUTE: limit }: Config): Promise<TakeQuota | undefined> {
  if (limit === 0) return undefined;
  return (await import('../adapters/outbound/rate-limit/vendor-quota.ts')).vendorQuota(limit);
}
