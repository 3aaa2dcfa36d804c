import { LineJournal } from '../adapters/outbound/telemetry/line-journal.ts';
import { standardOutput } from '../adapters/outbound/telemetry/standard-output.ts';
import { compose } from './compose.ts';
import { type Config, InvalidConfig } from './config.ts';
import {
  type RunningServer,
  type ServerOptions,
  startOrSayWhyNot,
  stopOnSignal,
  usualShutdown,
} from './running-server.ts';
import { deskModules, requireDesk, serveDesk, unusable } from './serve-desk.ts';
import type { Store } from './store.ts';
import { tokens } from './tokens.ts';
import { version } from './version.ts';

/**
 * Starts the operators' desk as a process of its own, which needs rights of its own in the database. If it cannot start,
 * standard error says why, the exit code of the process becomes 1, and this resolves to `undefined`.
 */
export const startDesk = (options: ServerOptions = {}): Promise<RunningServer | undefined> =>
  startOrSayWhyNot(options, start);

async function start(config: Config, store: Store): Promise<RunningServer> {
  if (!store.durable)
    throw new InvalidConfig(
      `${store.setting ?? 'A durable store'} is required: the desk of a store in memory is part of the server (npm start)`,
    );
  const write = standardOutput();
  const log = new LineJournal(config.LOG_LEVEL, write);
  const container = await compose(config, {
    store: store.module,
    journal: log,
    modules: await deskModules(config),
  });
  requireDesk(container, store);
  const { url, drain } = await serveDesk(container, config, store, usualShutdown.drainTime).catch((error) => {
    throw unusable(error, config);
  });
  const stop = stopOnSignal(async () => {
    log.note('Stopping: what has arrived is answered first.');
    await drain();
    await container.unbindAllAsync();
    log.note('Stopped.');
  }, usualShutdown.limit);
  const told = (problem: string | undefined) => problem && log.warn(problem);
  container
    .get(tokens.operator)
    .hookKeyProblem()
    .then(told, () => {}); // a store that is down is told otherwise
  new LineJournal('info', write).note('Serving the desk', { version, url }); // at every log level
  return { url, stop };
}
