import type { Container, ContainerModule } from 'inversify';
import { allJournals } from '../adapters/outbound/telemetry/all-journals.ts';
import { inWords, LineJournal } from '../adapters/outbound/telemetry/line-journal.ts';
import { standardOutput } from '../adapters/outbound/telemetry/standard-output.ts';
import type { Journal } from '../application/ports/outbound/journal.ts';
import { reasonNotToStart } from './cannot-listen.ts';
import { compose } from './compose.ts';
import type { Config } from './config.ts';
import { doubtsAbout } from './config-rules.ts';
import type { ServerOptions } from './options.ts';
import { stopOnSignal } from './signals.ts';
import { configure, requireBound, type Store } from './store.ts';
import { storeBySettings } from './store-by-settings.ts';
import type { PartName } from './store-parts.ts';

/** A process that works. */
export interface RunningProcess {
  /** Ends what has begun, then closes everything. Signals to stop do it, too. */
  readonly stop: () => Promise<void>;
}

/** A server that serves. */
export interface RunningServer extends RunningProcess {
  /** Where it listens, such as `http://127.0.0.1:3000`. */
  readonly url: string;
  /** Where people open the operators' desk, ending in a slash, if it has one. */
  readonly deskUrl?: string | undefined;
}

/** What the parts of a process work with. */
export interface Composed {
  readonly config: Config;
  readonly store: Store;
  readonly container: Container;
  /** Milliseconds for what has begun, once the process is told to stop. */
  readonly drainTime: number;
}

/** What a process does until it is told to stop, such as to listen on a port. */
export interface Part {
  /** Begins nothing new. Resolves when what had begun has ended. All parts do it at once. */
  readonly drain?: () => Promise<unknown>;
  /** Called when all parts have drained. */
  readonly close?: () => Promise<unknown>;
}

/** Resolves when it works; to `undefined` if the settings or the store ask for none. */
export type StartPart = (composed: Composed) => Promise<Part | undefined>;

/** What the parts of a program have become. */
type Started<P extends Readonly<Record<string, StartPart>>> = {
  readonly [K in keyof P]: Awaited<ReturnType<P[K]>>;
};

/** One kind of process, as a list of what it does. */
export interface Program<P extends Readonly<Record<string, StartPart>>> {
  /** Throws InvalidConfig if there can be no such process. */
  readonly check?: (config: Config, store: Store) => void;
  /** Beside the usual ones. */
  readonly modules: (config: Config, store: Store) => Promise<readonly ContainerModule[]>;
  /** What the store has to bind. */
  readonly needs: readonly PartName[];
  /** Started in this order. */
  readonly parts: P;
  /** Says that all parts work. */
  readonly started: (parts: Started<P>, composed: Composed, log: Logs) => void;
}

/** Both write to standard output. */
interface Logs {
  readonly log: LineJournal;
  /** The same at every log level. */
  readonly always: LineJournal;
}

/**
 * Starts a process. If it cannot start, standard error says why, the exit code of the process becomes 1, and this
 * resolves to `undefined`.
 */
export async function startProcess<P extends Readonly<Record<string, StartPart>>>(
  program: Program<P>,
  { store: own, env = process.env, ...options }: ServerOptions,
): Promise<(RunningProcess & { readonly parts: Started<P> }) | undefined> {
  try {
    const { config, store } = await configure(env, own ?? storeBySettings);
    return await start(program, config, store, options);
  } catch (error) {
    console.error(reasonNotToStart(error));
    process.exitCode = 1;
    return undefined;
  }
}

/** Milliseconds from the signal to the end of the process, and of these for what has begun. */
const usualShutdown = { limit: 9_500, drainTime: 8_000 };

/** Lambda gives one second. It routes no more requests here before the signal. */
const shutdownOnLambda = { limit: 950, drainTime: 700 };

async function start<P extends Readonly<Record<string, StartPart>>>(
  program: Program<P>,
  config: Config,
  store: Store,
  { journal, ...options }: Omit<ServerOptions, 'store' | 'env'>,
) {
  const { limit, drainTime } = config.AWS_LAMBDA_HTTP_ENDPOINT ? shutdownOnLambda : usualShutdown;
  const write = standardOutput();
  const worded = process.stdout.isTTY ? inWords : undefined;
  const log = new LineJournal(config.LOG_LEVEL, write, worded);
  const told = journal ? allJournals(log, journal) : log;
  const { parts, composed, end } = await startParts(program, { config, store, drainTime }, told, options);
  const alive = setInterval(() => {}, 2 ** 31 - 1); // whatever else keeps a process alive or does not
  const stop = stopOnSignal(async () => {
    log.note('Stopping: what has begun ends first.');
    await end();
    clearInterval(alive);
    log.note('Stopped.');
  }, limit);
  program.started(parts, composed, { log, always: new LineJournal('info', write, worded) });
  return { parts, stop };
}

/** Starts what a program does: all of it, or it throws. `end` drains and closes it. */
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

  async function end(): Promise<void> {
    await Promise.all(working.map(([, part]) => part?.drain?.()));
    for (const [, part] of working) await part?.close?.();
    await container.unbindAllAsync();
  }

  try {
    requireBound(container, store, needs);
    for (const [name, startPart] of Object.entries(parts)) working.push([name, await startPart(composed)]);
  } catch (error) {
    await end().catch(() => {}); // the first error is the one to tell
    throw error;
  }
  return { parts: Object.fromEntries(working) as Started<P>, composed, end };
}
