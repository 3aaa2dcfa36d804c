import type { Container } from 'inversify';
import * as v from 'valibot';
import { clock } from '../adapters/outbound/runtime/runtime.ts';
import { LineJournal } from '../adapters/outbound/telemetry/line-journal.ts';
import { type CliContext, NotDone } from '../operators/adapters/inbound/cli/cli-context.ts';
import { runCommand } from '../operators/adapters/inbound/cli/leads-cli.ts';
import { newPushKeys } from '../operators/adapters/outbound/webhooks/push-keys.ts';
import { TimeZone } from '../operators/domain/time-zone.ts';
import { checkUp } from './check-up.ts';
import { compose } from './compose.ts';
import { type Config, DESK_PORT, settings } from './config.ts';
import { copyBetween } from './copy-between.ts';
import { deskModules } from './modules/operator.ts';
import { receiveMessages } from './modules/source-parts.ts';
import { upkeepModule } from './modules/upkeep.ts';
import { type Environment, InvalidConfig } from './read-config.ts';
import { restoreHere } from './restore-here.ts';
import { locale } from './setting-values.ts';
import { configure, IncompleteStore, requireBound, type Store, UnusableStore } from './store.ts';
import { knownStore, storeBySettings } from './store-by-settings.ts';
import { groups, type PartName } from './store-parts.ts';
import { tokens } from './tokens.ts';
import { version } from './version.ts';

/** The parts of its process that a command uses. */
type Surroundings = Pick<
  CliContext,
  'stdin' | 'stdout' | 'stderr' | 'colours' | 'columns' | 'user' | 'uninterrupted'
>;

interface Command extends Surroundings {
  readonly args: readonly string[];
  readonly env: Environment;
  /** Replaces the store that the settings name. */
  readonly store?: Store | undefined;
}

/** Runs one command of the operator's command line on the store that it is for. Resolves to the exit code. */
export async function leadsCommand({ args, env, store: given, ...surroundings }: Command): Promise<number> {
  let container: Container | undefined;
  let composed: Promise<Composed> | undefined;

  async function composeFor({ settings, parts }: Need, begins = false): Promise<Composed> {
    try {
      const { config, store } = await configured(env, settings, { given, begins });
      if (store.isNew) surroundings.stderr.write(`Made ${store.name}: there was none.\n`);
      const journal = new LineJournal('silent');
      const modules = [...(await deskModules(config)), upkeepModule];
      container = await compose(config, { store: store.module, journal, modules });
      requireBound(container, store, parts);
      return { config, container, store };
    } catch (error) {
      throw asNotDone(error);
    }
  }

  /** Composes once: each command asks for one need. */
  function composedFor(need: Need, begins?: boolean): Promise<Composed> {
    composed ??= composeFor(need, begins);
    return composed;
  }

  try {
    return await runCommand(args, {
      operator: async ({ begins } = {}) =>
        (await composedFor(toOperate, begins)).container.get(tokens.operator),
      desk: async ({ begins } = {}) => {
        const { config, container } = await composedFor(toLetIn, begins);
        return { access: container.get(tokens.deskAccess), url: deskUrl(config) };
      },
      upgrade: async () => {
        const { container } = await composedFor(toUpgrade);
        const upgrade = container.get(tokens.upgradeStore);
        if (upgrade) return upgrade;
        throw new NotDone(
          'The store has nothing to bring up to date: its module binds no tokens.storeUpgrade.',
        );
      },
      retention: async () => {
        const { config, container } = await composedFor(toRetain);
        const run = container.get(tokens.runRetention);
        if (run) return { run, months: config.RETENTION_MONTHS };
        throw new NotDone(
          'The store cannot keep that there is one run at a time: its module binds no tokens.leases.',
        );
      },
      remains: async () => {
        const { container } = await composedFor(toCompact);
        const remains = container.get(tokens.remains, { optional: true });
        if (remains) return remains;
        throw new NotDone('Only a file (DATA_FILE) keeps anything of what was erased.');
      },
      backup: async () => {
        const { container } = await composedFor(toBackUp);
        const backup = container.get(tokens.backUpStore);
        if (backup) return backup;
        throw new NotDone('Only a file (DATA_FILE) is backed up so. Of a database, use its own backup.');
      },
      restore: async (backup, progress) => {
        if (given) throw new NotDone('Only a file (DATA_FILE) is restored so.');
        return restoreHere(env, backup, progress).catch((error) => {
          throw asNotDone(error);
        });
      },
      copy: async (order) => {
        const bySettings = async (begins: boolean) =>
          (await configured(env, ['APP_ENV'], { given, begins })).store;
        return copyBetween(order, bySettings).catch((error) => {
          throw asNotDone(error);
        });
      },
      receive: async () => {
        const { container } = await composedFor(toReceive);
        const intake = container.get(tokens.sourceIntake);
        if (!intake) throw new NotDone('The store keeps no sources: its module binds no tokens.sources.');
        return receiveMessages(intake);
      },
      checkUp: async (program) => checkUp(await composedFor(toCheckUp), program),
      newPushKeys,
      store: given ?? storeNamed(env),
      ...surroundings,
      clock,
      get timeZone() {
        return zoneIn(env);
      },
      version,
    });
  } finally {
    container?.unbindAllAsync().catch(() => {}); // the command is done
  }
}

interface Composed {
  readonly config: Config;
  readonly container: Container;
  readonly store: Store;
}

/**
 * The settings and parts that a command needs. A mistake in any other setting must not keep operators from
 * revoking a leaked key.
 */
interface Need {
  readonly settings: readonly string[];
  /** The parts that the store has to bind. */
  readonly parts: readonly PartName[];
}

const toOperate: Need = {
  settings: [
    'APP_ENV',
    'HOST',
    'TIME_ZONE',
    'LOCALE',
    'DESK_HOURS',
    'DAYS_OFF',
    'ANSWER_WITHIN',
    'LOST_REASONS',
    'HOOK_KEY',
    'HOOK_KEY_FILE',
    'HOOK_ALLOW',
    'PUSH_PUBLIC_KEY',
    'QUIET_HOUR',
    'PUBLIC_URL',
    'SANDBOX_URL',
    'SOURCE_KEEP_DAYS',
  ],
  parts: groups.accounts,
};

const toRetain: Need = {
  settings: ['APP_ENV', 'RETENTION_MONTHS', 'QUIET_HOUR'],
  parts: ['audit', 'leads', 'erasure'],
};

const toCompact: Need = { settings: ['APP_ENV', 'QUIET_HOUR'], parts: [] };

const toUpgrade: Need = { settings: ['APP_ENV'], parts: ['audit', 'people'] };

const toReceive: Need = {
  settings: ['APP_ENV', 'HOOK_KEY', 'HOOK_KEY_FILE', 'SOURCE_KEEP_DAYS'],
  parts: ['sources'],
};

const toBackUp: Need = { settings: ['APP_ENV'], parts: ['audit'] };

const toCheckUp: Need = {
  settings: Object.keys(settings).flatMap((name) => [name, `${name}_FILE`]),
  parts: ['audit'],
};

const toLetIn: Need = {
  settings: ['APP_ENV', 'PORT', 'METRICS_PORT', 'DESK_PORT', 'DESK_URL'],
  parts: ['audit', 'people', 'tickets'],
};

/** The time zone of the business. Throws NotDone for an unknown one. */
function zoneIn({ TIME_ZONE, LOCALE = '' }: Environment): TimeZone {
  const read = v.safeParse(settings.TIME_ZONE, TIME_ZONE?.trim() || undefined);
  if (!read.success) throw new NotDone(`Fix this setting first: TIME_ZONE ${read.issues[0].message}.`);
  const zone = read.output ?? TimeZone.own();
  return v.is(locale, LOCALE) ? zone.writtenAs(LOCALE) : zone;
}

/** Reads these settings and those that name the database. `begins`: makes the data file if it is not there. */
async function configured(
  env: Environment,
  names: readonly string[],
  { given, begins }: { readonly given: Store | undefined; readonly begins: boolean },
) {
  const read = Object.fromEntries(names.map((name) => [name, env[name]]));
  // For addresses that are shown. A mistyped one is the server's trouble.
  if (names.includes('SANDBOX_URL') && /^\d{1,4}$|^[1-5]\d{4}$/.test(env.PORT ?? '')) read.PORT = env.PORT;
  if (given) return configure(read, given);
  const { MONGODB_URI, MONGODB_URI_FILE, DATA_FILE } = env;
  const found = await configure(
    { MONGODB_URI, MONGODB_URI_FILE, DATA_FILE, ...read },
    begins ? storeBySettings : knownStore,
  );
  if (found.store.durable) return found;
  throw new NotDone(
    'DATA_FILE is memory, which can be reached only from inside the server process. Name the servers’ file, or with MONGODB_URI their database, in the shell or in .env. (A link to the desk of a server in memory is printed by npm start.)',
  );
}

/** The store's name in messages, and the setting that gives it. */
const storeNamed = ({ MONGODB_URI, MONGODB_URI_FILE }: Environment) =>
  MONGODB_URI || MONGODB_URI_FILE
    ? { name: 'MongoDB', setting: 'MONGODB_URI' }
    : { name: 'the file of leads', setting: 'DATA_FILE' };

/** Turns errors of settings and stores into NotDone, in one sentence. */
function asNotDone(error: unknown): unknown {
  if (error instanceof InvalidConfig)
    return new NotDone(`Fix these settings first: ${error.message.replaceAll('\n', '; ')}.`);
  const isOfStore = error instanceof IncompleteStore || error instanceof UnusableStore;
  return isOfStore ? new NotDone(error.message) : error;
}

/** The address at which operators open the desk. Throws NotDone. */
function deskUrl({ DESK_URL, DESK_PORT: port = DESK_PORT }: Config): string {
  if (DESK_URL) return DESK_URL;
  if (port === 0) throw new NotDone('DESK_PORT=0 takes any free port: set DESK_URL to where the desk is.');
  return `http://127.0.0.1:${port}/`;
}
