import { setTimeout as pause } from 'node:timers/promises';
import type { ContainerModule } from 'inversify';
import { allJournals } from '../adapters/outbound/telemetry/all-journals.ts';
import { inWords, LineJournal } from '../adapters/outbound/telemetry/line-journal.ts';
import { standardOutput } from '../adapters/outbound/telemetry/standard-output.ts';
import type { Journal } from '../application/ports/outbound/journal.ts';
import { reasonNotToStart } from './cannot-listen.ts';
import { compose } from './compose.ts';
import type { Config } from './config.ts';
import { doubtsAbout } from './config-rules.ts';
import type { ServerOptions } from './options.ts';
import type { Composed, Part, StartPart } from './part.ts';
import { stopOnSignal } from './signals.ts';
import { configure, requireBound, type Store } from './store.ts';
import { knownStore, storeBySettings } from './store-by-settings.ts';
import type { PartName } from './store-parts.ts';

/** A process at work. */
export interface RunningProcess {
  /**
   * Ends what has begun, then closes everything, as a signal to stop does. Leaves no timers or handlers in the
   * process.
   */
  readonly stop: () => Promise<void>;
  /** Resolves when the process has stopped, whoever asked for it. */
  readonly stopped: Promise<void>;
}

/** A running server. */
export interface RunningServer extends RunningProcess {
  /** The address of the service, such as `http://127.0.0.1:3000`. */
  readonly url: string;
  /** The desk's address, which ends in a slash, if there is a desk. */
  readonly deskUrl?: string | undefined;
}

/** The parts of a program once they have started. */
type Started<P extends Readonly<Record<string, StartPart>>> = {
  readonly [K in keyof P]: Awaited<ReturnType<P[K]>>;
};

/** A kind of process, as a list of its parts. */
export interface Program<P extends Readonly<Record<string, StartPart>>> {
  /** Makes the data file if it is not there. */
  readonly begins?: true;
  /** Throws InvalidConfig if these settings allow no such process. */
  readonly check?: (config: Config, store: Store) => void;
  /** Further modules beside the usual ones. */
  readonly modules: (config: Config, store: Store) => Promise<readonly ContainerModule[]>;
  /** The parts that the store has to bind. */
  readonly needs: readonly PartName[];
  /** The parts, in the order in which they start. */
  readonly parts: P;
  /** Reports that all parts work. */
  readonly started: (parts: Started<P>, composed: Composed, log: Logs) => void;
}

/** Two logs on standard output. */
interface Logs {
  readonly log: LineJournal;
  /** Writes at every log level. */
  readonly always: LineJournal;
}

/**
 * Starts a process. If it cannot start, standard error says why, the process's exit code becomes 1, and this
 * resolves to `undefined`.
 */
export async function startProcess<P extends Readonly<Record<string, StartPart>>>(
  program: Program<P>,
  { store: own, env = process.env, ...options }: ServerOptions,
): Promise<(RunningProcess & { readonly parts: Started<P> }) | undefined> {
  try {
    const { config, store } = await configure(env, own ?? (program.begins ? storeBySettings : knownStore));
    return await start(program, config, store, options);
  } catch (error) {
    console.error(reasonNotToStart(error));
    process.exitCode = 1;
    return undefined;
  }
}

/**
 * Milliseconds of a shutdown: `delay` before it begins, `limit` from then to its end, of these `drainTime` for
 * requests.
 */
function shutdownOf({ AWS_LAMBDA_HTTP_ENDPOINT, APP_ENV, SHUTDOWN_DELAY_MS }: Config) {
  /** Lambda gives one second, and routes no requests here after the signal. */
  if (AWS_LAMBDA_HTTP_ENDPOINT) return { delay: 0, limit: 950, drainTime: 700 };
  const delay = SHUTDOWN_DELAY_MS ?? (APP_ENV === 'production' ? 5_000 : 0);
  return { delay, limit: 9_500, drainTime: 8_000 };
}

async function start<P extends Readonly<Record<string, StartPart>>>(
  program: Program<P>,
  config: Config,
  store: Store,
  { journal, ...options }: Omit<ServerOptions, 'store' | 'env'>,
) {
  const { delay, limit, drainTime } = shutdownOf(config);
  const write = standardOutput();
  const worded = process.stdout.isTTY ? inWords : undefined;
  const log = new LineJournal(config.LOG_LEVEL, write, worded);
  const told = journal ? allJournals(log, journal) : log;
  if (store.isNew && config.APP_ENV === 'production') told.warn(madeInProduction(store));
  else if (store.isNew) log.note(`Made ${store.name}: there was none.`);
  const starting = startParts(program, { config, store, drainTime }, told, options);
  const { promise: stopped, resolve: hasStopped } = Promise.withResolvers<void>();
  // Listens for signals before the first part can say that it is ready.
  const stop = stopOnSignal({
    limit: delay + limit,
    async leave() {
      if (delay === 0) return;
      const started = await starting.catch(() => undefined);
      if (!started?.leave()) return;
      log.note(`Stopping: serves on for ${delay / 1_000} s.`);
      await pause(delay);
    },
    async close() {
      const started = await starting.catch(() => undefined);
      if (started) log.note('Stopping: what has begun ends first.');
      try {
        await started?.end();
        if (started) log.note('Stopped.');
      } finally {
        clearInterval(alive);
        process.stdout.off('error', ignore);
        hasStopped();
      }
    },
  });
  const alive = setInterval(() => {}, 2 ** 31 - 1); // keeps the process alive, whatever its parts do
  process.stdout.on('error', ignore); // a line that cannot be written must not harm requests
  const { parts, composed } = await starting.catch(async (error) => {
    await stop();
    throw error;
  });
  program.started(parts, composed, { log, always: new LineJournal('info', write, worded) });
  return { parts, stop, stopped };
}

/** In production, a file is made once: later, it is the name that is wrong. */
const madeInProduction = ({ name, setting }: Store): string =>
  `Made ${name}: there was none. If leads were kept before this start, ${setting} had another value then.`;

const ignore = (): void => {};

/**
 * Starts all parts of a program, or throws. `leave` returns whether any part announces that it will end; `end` drains
 * and closes the parts.
 */
export async function startParts<P extends Readonly<Record<string, StartPart>>>(
  { check, modules, needs, parts }: Program<P>,
  given: Omit<Composed, 'container'>,
  journal: Journal,
  { takeQuota, modules: others = [] }: Pick<ServerOptions, 'takeQuota' | 'modules'> = {},
) {
  const { config, store } = given;
  check?.(config, store);
  for (const doubt of doubtsAbout(config)) journal.warn(doubt);
  const container = await compose(config, {
    store: store.module,
    journal,
    takeQuota,
    modules: [...(await modules(config, store)), ...others],
  });
  const composed: Composed = { ...given, container };
  const working: [string, Part | undefined][] = [];

  function leave(): boolean {
    const leaving = working.filter(([, part]) => part?.leave);
    for (const [, part] of leaving) part?.leave?.();
    return leaving.length > 0;
  }

  async function end(): Promise<void> {
    await Promise.all(working.map(([, part]) => part?.drain?.()));
    for (const [, part] of working) await part?.close?.();
    await container.unbindAllAsync();
  }

  try {
    requireBound(container, store, needs);
    for (const [name, startPart] of Object.entries(parts)) working.push([name, await startPart(composed)]);
  } catch (error) {
    await end().catch(() => {}); // the first error is reported
    throw error;
  }
  return { parts: Object.fromEntries(working) as Started<P>, composed, leave, end };
}
