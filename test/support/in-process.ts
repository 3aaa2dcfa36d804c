import { PassThrough } from 'node:stream';
import { nameOfUser } from '../../src/adapters/outbound/runtime/name-of-user.ts';
import { LineJournal } from '../../src/adapters/outbound/telemetry/line-journal.ts';
import { leadsCommand } from '../../src/bootstrap/leads-command.ts';
import type { StartPart } from '../../src/bootstrap/part.ts';
import { type Program, startParts } from '../../src/bootstrap/process.ts';
import { delivery } from '../../src/bootstrap/start-delivery.ts';
import { server } from '../../src/bootstrap/start-server.ts';
import { configure, type Store } from '../../src/bootstrap/store.ts';
import { storeBySettings } from '../../src/bootstrap/store-by-settings.ts';
import { collector } from './collector.ts';

/** Programs as they are shipped, inside this process: without their greeting, and deaf to signals. */

type Environment = Readonly<Record<string, string>>;

async function start<P extends Readonly<Record<string, StartPart>>>(program: Program<P>, env: Environment) {
  const { config, store } = await configure({ DATA_FILE: 'memory', ...env }, storeBySettings);
  const lines: string[] = [];
  const journal = new LineJournal(config.LOG_LEVEL, (line) => void lines.push(line));
  const { parts, composed, end } = await startParts(program, { config, store, drainTime: 8_000 }, journal);
  let ended: Promise<void> | undefined;
  const stop = () => (ended ??= end());
  return {
    parts,
    container: composed.container,
    log: () => lines.join(''),
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

/** The server on a free port. It stops with `await using`. */
export async function serverHere(env: Environment) {
  const running = await start(server, { PORT: '0', ...env });
  return { ...running, url: running.parts.api.url };
}

/** A program that only delivers. It stops with `await using`. */
export const delivererHere = (env: Environment) => start(delivery, env);

/** The operator's command line, on the store that the settings name, or on another. `sent`: standard input. */
export async function leadsHere(args: readonly string[], env: Environment = {}, store?: Store, sent = '') {
  const [out, err] = [collector(), collector()];
  const stdin = new PassThrough().end(sent);
  const code = await leadsCommand({
    ...{ args, env: { DATA_FILE: 'memory', ...env }, store, stdin, stdout: out.stream, stderr: err.stream },
    ...{ colours: false, user: nameOfUser(), uninterrupted: (work) => work(() => false) },
  });
  return { code, out: out.text(), err: err.text() };
}

/** What such a command prints with `--json`. Throws if it fails. */
export async function jsonHere(args: readonly string[], env: Environment = {}) {
  const { code, out, err } = await leadsHere([...args, '--json'], env);
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${err}`);
  return JSON.parse(out);
}
