import { setTimeout as pause } from 'node:timers/promises';
import { greeting } from '../adapters/inbound/terminal/greeting.ts';
import { clock, randomBytes } from '../adapters/outbound/runtime/runtime.ts';
import { StaticKeys } from '../adapters/outbound/static-keys/static-keys.ts';
import { allJournals } from '../adapters/outbound/telemetry/all-journals.ts';
import { LineJournal } from '../adapters/outbound/telemetry/line-journal.ts';
import { RefusalCounter } from '../adapters/outbound/telemetry/refusal-counter.ts';
import { standardOutput } from '../adapters/outbound/telemetry/standard-output.ts';
import { ApiKey } from '../domain/api-key.ts';
import { compose } from './compose.ts';
import { type Config, InvalidConfig } from './config.ts';
import { addHook, oldestDue, startDeliveries } from './deliveries.ts';
import { startMetrics } from './modules/metrics.ts';
import {
  type RunningServer,
  type ServerOptions,
  startOrSayWhyNot,
  stopOnSignal,
  usualShutdown,
} from './running-server.ts';
import { deskBeside, deskModules } from './serve-desk.ts';
import { serveOnKoa } from './serve-on-koa.ts';
import { requireBound, type Store, servedBy } from './store.ts';
import { tokens } from './tokens.ts';
import { version } from './version.ts';

/**
 * Starts the server as it is shipped: settings, reference page, log, metrics and signals. If it cannot start, standard
 * error says why, the exit code of the process becomes 1, and this resolves to `undefined`.
 */
export const startServer = (options: ServerOptions = {}): Promise<RunningServer | undefined> =>
  startOrSayWhyNot(options, start);

/** Lambda gives one second. It routes no more requests here before the signal. */
const shutdownOnLambda = { limit: 950, drainTime: 700 };

/** The vendor that this key belongs to. */
const DEMO = 'demo';

/** A sandbox key for one run of the server. */
const freshApiKey = (): string => ApiKey.issue('test', randomBytes(ApiKey.randomBytes)).value;

async function start(config: Config, store: Store): Promise<RunningServer> {
  const freshKey = config.API_KEYS || store.durable ? undefined : freshApiKey();
  const keyed = freshKey ? { ...config, API_KEYS: StaticKeys.parse(`${DEMO}:${freshKey}`) } : config;

  if (config.SANDBOX_HOOK && !freshKey)
    throw new InvalidConfig(
      'SANDBOX_HOOK is for the vendor whose key is printed: with API_KEYS or a store that lasts, none is. Leave it out, or add the webhook with hook add',
    );

  const write = standardOutput();
  const log = new LineJournal(config.LOG_LEVEL, write);
  const metrics = await startMetrics(config);
  const refusals = new RefusalCounter(clock);
  const journal = allJournals(log, refusals.journal, ...(metrics ? [metrics.journal] : []));
  const modules = [...(await deskModules(config)), ...(metrics ? [metrics.module] : [])];
  const container = await compose(keyed, { store: store.module, journal, modules });
  requireBound(container, store, servedBy);
  const isOnLambda = config.AWS_LAMBDA_HTTP_ENDPOINT !== undefined;
  const refusalStore = container.get(tokens.refusals, { optional: true });
  if (refusalStore && !isOnLambda) refusals.start(refusalStore); // on Lambda, no timer runs between requests
  const shutdown = isOnLambda ? shutdownOnLambda : usualShutdown;
  const hook =
    freshKey && config.SANDBOX_HOOK ? await addHook(container, config.SANDBOX_HOOK, DEMO) : undefined;
  const { url, docsUrl, drain } = await serveOnKoa(container, config, shutdown.drainTime);
  const desk = await deskBeside(container, config, store).catch(async (error) => {
    await drain();
    throw error;
  });

  if (container.get(tokens.webhooks)) metrics?.watchDeliveries(() => oldestDue(container));

  let deliveries: ReturnType<typeof startDeliveries>;
  async function close(): Promise<void> {
    log.note('Stopping: what has arrived is answered first.');
    const delivered = Promise.race([
      deliveries?.stop(),
      pause(shutdown.drainTime, undefined, { ref: false }),
    ]);
    await Promise.all([drain(), desk?.drain(), delivered]);
    await Promise.race([refusals.stop(), pause(1_000, undefined, { ref: false })]); // a store that is down holds up no end
    await container.unbindAllAsync();
    log.note('Stopped.');
  }
  const stop = stopOnSignal(close, shutdown.limit);

  process.stdout.on('error', () => {}); // as with the log: what cannot be written harms no request
  const metricsUrl = metrics?.url;
  const isAlone = config.APP_ENV === 'production' || isOnLambda; // nobody reads a greeting
  if (!isAlone)
    process.stdout.write(
      greeting({ version, url, docsUrl, metricsUrl, desk, config, store, freshKey, hook }),
    );
  const startLog = isAlone ? new LineJournal('info', write) : log; // at every log level
  startLog.note('Serving', { version, url: `${url}/v1`, ...(desk && { desk: desk.url }) });
  void container.get(tokens.storeHealth)(); // connects now, before the first request needs it
  deliveries = startDeliveries(container, config, journal.warn);
  return { url, stop };
}
