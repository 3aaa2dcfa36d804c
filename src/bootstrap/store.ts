import type { ContainerModule } from 'inversify';
import { type AcceptsUri, type Config, type Environment, readConfig } from './config.ts';

/** Where leads are kept, for any runtime to be composed with. */
export interface Store {
  /** As messages call it, such as `PostgreSQL`. */
  readonly name: string;
  /** The setting that says where leads are kept, if there is one: messages name it. */
  readonly setting?: string | undefined;
  /** Whether leads outlive the process. Production requires it. */
  readonly durable: boolean;
  /**
   * Binds `crm`, `vendors` and `storeHealth` of `tokens`, and for operators `backOffice`, `managedVendors` and `audit`.
   * Unbinding closes the store.
   */
  readonly module: ContainerModule;
}

/** The store that MONGODB_URI names. */
export interface StoreBySettings {
  readonly acceptsUri: AcceptsUri;
  readonly open: (config: Config) => Store | Promise<Store>;
}

/** Reads the settings, and with them the store. Throws InvalidConfig. */
export async function settle(
  env: Environment,
  store: Store | StoreBySettings,
): Promise<{ readonly config: Config; readonly store: Store }> {
  if ('module' in store) return { config: await readConfig(env, store), store };
  const config = await readConfig(env, store.acceptsUri);
  return { config, store: await store.open(config) };
}
