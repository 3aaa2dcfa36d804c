import type { Container, ContainerModule } from 'inversify';
import { type AcceptsUri, type Config, type Environment, readConfig } from './config.ts';
import { tokens } from './tokens.ts';

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

/** What a store has to bind for a runtime. */
export const servedBy = ['crm', 'vendors', 'storeHealth'] as const;
export const operatedBy = ['backOffice', 'managedVendors', 'audit'] as const;

/** The store's module lacks a binding. The message is one plain sentence. */
export class IncompleteStore extends Error {
  override readonly name = 'IncompleteStore';
}

/** Throws IncompleteStore unless the store has bound all of these. */
export function requireBound(
  container: Container,
  { name }: Store,
  needed: readonly (keyof typeof tokens)[],
): void {
  const missing = needed.filter((each) => !container.isBound(tokens[each]));
  if (missing.length === 0) return;
  const list = missing.map((each) => `tokens.${each}`).join(', ');
  throw new IncompleteStore(`The module of the store (${name}) has to bind ${list}, too.`);
}
