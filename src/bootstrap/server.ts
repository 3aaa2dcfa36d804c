import { greeting } from '../adapters/inbound/terminal/greeting.ts';
import { randomBytes } from '../adapters/outbound/runtime/runtime.ts';
import { StaticKeys } from '../adapters/outbound/static-keys/static-keys.ts';
import { allJournals } from '../adapters/outbound/telemetry/all-journals.ts';
import { LineJournal } from '../adapters/outbound/telemetry/line-journal.ts';
import { standardOutput } from '../adapters/outbound/telemetry/standard-output.ts';
import { ApiKey } from '../domain/api-key.ts';
import { compose } from './compose.ts';
import { type Config, InvalidConfig, readConfig } from './config.ts';
import { startMetrics } from './modules/metrics.ts';
import { noSuchHost } from './no-such-host.ts';
import { serveOnKoa } from './serve-on-koa.ts';
import { onStopSignal } from './signals.ts';
import { acceptsUri, storeModule } from './store.ts';
import { tokens } from './tokens.ts';
import { version } from './version.ts';

/** Longest time from the signal to the end of the process, in milliseconds. */
const SHUTDOWN_LIMIT = 9_500;

/** `process.exit` alone would wait for a write that the system holds up, such as the log on a terminal that stands still. */
function endNow(): void {
  process.kill(process.pid, 'SIGKILL');
  process.exit(1); // in a container, where the first process cannot kill itself
}

/** A sandbox key for one run of the server. */
const freshApiKey = (): string => ApiKey.issue('test', randomBytes(ApiKey.randomBytes)).value;

async function start(config: Config): Promise<void> {
  const freshKey = config.API_KEYS || config.MONGODB_URI ? undefined : freshApiKey();
  const keyed = freshKey ? { ...config, API_KEYS: StaticKeys.parse(`demo:${freshKey}`) } : config;

  const write = standardOutput();
  const log = new LineJournal(config.LOG_LEVEL, write);
  const metrics = await startMetrics(config);
  const journal = metrics ? allJournals(log, metrics.journal) : log;
  const store = await storeModule(config, { warn: journal.warn, batched: metrics?.batched });
  const container = await compose(keyed, { store, journal, modules: metrics ? [metrics.module] : [] });
  const { url, docsUrl, drain } = await serveOnKoa(container, config);

  let stopping = false;
  async function stop(): Promise<void> {
    if (stopping) return endNow(); // second signal
    stopping = true;
    setTimeout(endNow, SHUTDOWN_LIMIT).unref();
    log.note('Stopping: what has arrived is answered first.');
    await drain();
    await container.unbindAllAsync();
    log.note('Stopped.');
  }
  onStopSignal(() => void stop().catch(endNow));

  process.stdout.on('error', () => {}); // as with the log: what cannot be written harms no request
  const database = config.MONGODB_URI && container.get(tokens.mongoConnection).database;
  const metricsUrl = metrics?.url;
  const isProduction = config.APP_ENV === 'production';
  if (!isProduction)
    process.stdout.write(greeting({ version, url, docsUrl, metricsUrl, config, database, freshKey }));
  const startLog = isProduction ? new LineJournal('info', write) : log; // in production at every log level
  startLog.note('Serving', { version, url: `${url}/v1` });
  void container.get(tokens.storeHealth)(); // connects now, before the first request needs it
}

const noArguments = 'The server takes no arguments: a setting is a variable, as in PORT=3001 npm start.';
const problem =
  process.argv.length > 2
    ? noArguments
    : await readConfig(process.env, acceptsUri).then(start).catch(reasonNotToStart);
if (problem) {
  console.error(problem);
  process.exitCode = 1;
}

function reasonNotToStart(error: unknown): string {
  if (error instanceof InvalidConfig) return `Fix these settings first:\n${error.message}`;
  const { code, port } = error as NodeJS.ErrnoException & { readonly port?: number };
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken. Choose another with PORT=3001, or PORT=0 for any free one.`;
  if (code === 'EACCES')
    return `This user may not use port ${port}. Choose one above 1023, such as PORT=3000.`;
  if (noSuchHost.has(code))
    return 'HOST is not an address of this machine. Use 127.0.0.1, or 0.0.0.0 for every interface.';
  throw error;
}
