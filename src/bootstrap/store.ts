import {
  type Bind,
  type Container,
  ContainerModule,
  type ResolutionContext,
  type ServiceIdentifier,
} from 'inversify';
import { requireOneWrite } from '../application/ports/outbound/crm.ts';
import type { Config } from './config.ts';
import { type AcceptsUri, type Environment, InvalidConfig, readConfig } from './read-config.ts';
import { type EveryStorePart, everyPart, groups, type InGroup, type PartName } from './store-parts.ts';
import { token } from './token.ts';
import { tokens } from './tokens.ts';

/** A store of leads, to compose any runtime with. */
export interface Store {
  /** The store's name in messages, such as `our CRM`. */
  readonly name: string;
  /** The setting that gives the store, if there is one, for messages. */
  readonly setting?: string | undefined;
  /** Whether leads outlive the process. Production requires it. */
  readonly durable: boolean;
  /** True if only this machine can reach the store: a sandbox then opens its desk and makes a key for a trial. */
  readonly local?: true | undefined;
  /** Whether the store was just made: its name may be mistyped. */
  readonly isNew?: boolean | undefined;
  /** Binds the parts of the store: a result of `storeModule`. Unbinding closes the store. */
  readonly module: ContainerModule;
}

/** The store that a module keeps in this process, and loses with it. */
export const storeInProcess = (module: ContainerModule): Store => ({
  name: 'in memory',
  setting: 'DATA_FILE or MONGODB_URI',
  durable: false,
  local: true,
  module,
});

/** Opens the store that the settings name. */
export interface StoreBySettings {
  readonly acceptsUri: AcceptsUri;
  readonly open: (config: Config) => Store | Promise<Store>;
}

/** Reads the settings and opens the store. Throws InvalidConfig. */
export async function configure(
  env: Environment,
  store: Store | StoreBySettings,
): Promise<{ readonly config: Config; readonly store: Store }> {
  if ('module' in store) return { config: await readConfig(env, store), store };
  const config = await readConfig(env, store.acceptsUri);
  return { config, store: await store.open(config) };
}

type Group<G extends keyof typeof groups> = Pick<EveryStorePart, InGroup<G>>;
type OrNone<T> = T | { readonly [K in keyof T]?: undefined };

/** The parts of a store: those that vendors need, and as many others as the store can keep. */
export type StoreParts = Group<'serving'> &
  OrNone<Group<'accounts'>> &
  OrNone<Group<'webhooks'>> &
  OrNone<Group<'sources'>> &
  Partial<Omit<EveryStorePart, InGroup>>;

/** The store lacks a part. The message is one plain sentence. */
export class IncompleteStore extends Error {
  override readonly name = 'IncompleteStore';
}

/** The store is there, and cannot be used: not for a mistake in the settings. The message is one plain sentence. */
export class UnusableStore extends Error {
  override readonly name = 'UnusableStore';
}

/** Bound with each store and requested by `compose`, so that unbinding closes the store. */
export const opened = token<object>('opened store');

/**
 * Binds the parts of a store. `close` is called when everything is unbound. Throws IncompleteStore if a part is
 * missing or unknown, which TypeScript also refuses.
 */
export function storeModule(parts: StoreParts, close: () => unknown = () => {}): ContainerModule {
  const given = Object.entries(parts).filter(([, part]) => part !== undefined && part !== null);
  requireComplete(given.map(([name]) => name));
  requireOneWrite(parts.crm);
  return new ContainerModule(({ bind }) => {
    bind(opened)
      .toConstantValue({})
      .onDeactivation(async () => void (await close()));
    bindParts(bind, Object.fromEntries(given.map(([name, part]) => [name, () => part])));
  });
}

/** Makes each part when it is first asked for. */
type PartFactories = {
  readonly [K in PartName]?: (context: ResolutionContext) => EveryStorePart[K];
};

export function bindParts(bind: Bind, factories: PartFactories): void {
  for (const [name, make] of Object.entries(factories))
    bind(tokens[name as PartName] as ServiceIdentifier)
      .toDynamicValue(make)
      .inSingletonScope();
}

function requireComplete(given: readonly string[]): void {
  const known: readonly string[] = everyPart;
  const unknown = given.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new IncompleteStore(`A store has no ${unknown.join(', ')}; its parts are ${known.join(', ')}.`);
  for (const [group, names] of Object.entries(groups)) {
    const missing = names.filter((name) => !given.includes(name));
    const isWanted = group === 'serving' || missing.length < names.length;
    if (isWanted && missing.length > 0)
      throw new IncompleteStore(`The store lacks ${missing.join(', ')}: ${names.join(', ')} go together.`);
  }
}

/** Throws IncompleteStore unless the store has bound all of these. `setting`: the setting that needs them. */
export function requireBound(
  container: Container,
  store: Store,
  needed: readonly PartName[],
  setting?: keyof Config,
): void {
  const missing = needed.filter((each) => !container.isBound(tokens[each]));
  if (missing.length === 0) return;
  const list = missing.map((each) => `tokens.${each}`).join(', ');
  const who = setting ? `${setting} is set: the` : 'The';
  throw new IncompleteStore(`${who} module of the store (${store.name}) has to bind ${list}, too.`);
}

/** Throws InvalidConfig if only one process can reach the store. */
export function requireShared({ durable, setting }: Store, why: string): void {
  if (!durable) throw new InvalidConfig(`${setting ?? 'A durable store'} is required: ${why}`);
}
