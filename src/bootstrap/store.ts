import type { Container, ContainerModule } from 'inversify';
import type { Config } from './config.ts';
import { type AcceptsUri, type Environment, InvalidConfig, readConfig } from './read-config.ts';
import { type EveryStorePart, IncompleteStore } from './store-parts.ts';
import { tokens } from './tokens.ts';

/** Where leads are kept, for any runtime to be composed with. */
export interface Store {
  /** As messages call it, such as `PostgreSQL`. */
  readonly name: string;
  /** The setting that says where leads are kept, if there is one: messages name it. */
  readonly setting?: string | undefined;
  /** Whether leads outlive the process. Production requires it. */
  readonly durable: boolean;
  /** Binds what the store keeps: what `storeModule` makes of its parts. Unbinding closes the store. */
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

/** Throws IncompleteStore unless the store has bound all of these. */
export function requireBound(
  container: Container,
  { name }: Store,
  needed: readonly (keyof EveryStorePart)[],
): void {
  const missing = needed.filter((each) => !container.isBound(tokens[each]));
  if (missing.length === 0) return;
  const list = missing.map((each) => `tokens.${each}`).join(', ');
  throw new IncompleteStore(`The module of the store (${name}) has to bind ${list}, too.`);
}

/** Throws InvalidConfig if only one process can reach the store. */
export function requireShared({ durable, setting }: Store, why: string): void {
  if (!durable) throw new InvalidConfig(`${setting ?? 'A durable store'} is required: ${why}`);
}
