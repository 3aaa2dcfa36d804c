import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Finished {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface Running {
  readonly process: ChildProcess;
  /** What it has written so far. */
  readonly written: () => { readonly out: string; readonly err: string };
  readonly finished: Promise<Finished>;
  /** Resolves when standard output or error contains the text. */
  readonly said: (text: string) => Promise<void>;
}

type Environment = Readonly<Record<string, string>>;

/** The same sources are started over and over: this halves the cost of a start. */
export const compileCache = join(tmpdir(), 'partner-lead-service-compiled');

/** Without this test run's own settings or colours. */
const plainEnv = (env: Environment): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  VITEST: process.env.VITEST, // by which `npm start` knows not to install
  NODE_COMPILE_CACHE: compileCache,
  DATA_FILE: 'memory', // unless a test has a database or a file
  ...env,
});

/** Whatever `run` has started and has not ended. */
export const stillRunning = new Set<ChildProcess>();

/** By itself or by a signal. */
export const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;

export function run(
  command: string,
  args: readonly string[],
  env: Environment = {},
  cwd = '.',
  timeout = 60_000,
): Running {
  const child = spawn(command, args, {
    cwd,
    env: plainEnv(env),
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout,
  });
  stillRunning.add(child);
  child.on('exit', () => stillRunning.delete(child));
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  const finished = once(child, 'close').then(([code]) => ({ code, out, err }));
  const said = async (text: string): Promise<void> => {
    while (!out.includes(text) && !err.includes(text)) {
      if (hasEnded(child))
        throw new Error(`ended with ${child.exitCode ?? child.signalCode} and never said ${text}: ${err}`);
      await Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data'), once(child, 'close')]);
    }
  };
  return { process: child, written: () => ({ out, err }), finished, said };
}

const words = { server: [], leads: [], desk: ['desk'], deliver: ['deliver'] } as const;

/** What starts a program: in a test the one file that is shipped, which the run has bundled, and elsewhere its sources. */
export async function commandOf(name: keyof typeof words): Promise<readonly string[]> {
  if (!process.env.VITEST) return [fileURLToPath(new URL(`../../src/bootstrap/${name}.ts`, import.meta.url))];
  const { askFor } = await import('./ask-for.ts');
  return [(await askFor('programs')) ?? '', ...words[name]];
}

/** A program as a separate process, which need not start well. */
export const startProgram = async (
  name: keyof typeof words,
  env: Environment,
  cwd?: string,
): Promise<Running> => run(process.execPath, await commandOf(name), env, cwd);

/** The operator's command line as a separate process. */
export const startLeads = async (args: readonly string[], env: Environment = {}): Promise<Running> =>
  run(process.execPath, [...(await commandOf('leads')), ...args], env);

export async function leads(args: readonly string[], env: Environment = {}): Promise<Finished> {
  const running = await startLeads(args, env);
  running.process.stdin?.end();
  return running.finished;
}

export interface ServerProcess extends AsyncDisposable {
  readonly url: string;
  readonly process: ChildProcess;
  readonly written: Running['written'];
  readonly finished: Running['finished'];
}

/** Import this in a program, and it ends with this process, even if that is killed. */
export const endWithParent = fileURLToPath(new URL('end-with-parent.ts', import.meta.url));

/** The server as a separate process, on a free port. */
export const startServer = (env: Environment, timeout?: number): Promise<ServerProcess> =>
  serving('server', { PORT: '0', ...env }, env.APP_ENV === 'production' ? '"Serving"' : '/v1/lead/', timeout);

/** The desk as a separate process, on a free port. */
export const startDesk = (env: Environment): Promise<ServerProcess> =>
  serving('desk', { DESK_PORT: '0', ...env }, '"Serving the desk"');

/** A process that only delivers; its `url` is that of its metrics, if it has some. */
export const startDeliverer = (env: Environment): Promise<ServerProcess> =>
  serving('deliver', env, '"Delivering to webhooks"');

async function serving(
  name: keyof typeof words,
  env: Environment,
  started: string,
  timeout?: number,
): Promise<ServerProcess> {
  const running = run(
    process.execPath,
    ['--import', endWithParent, ...(await commandOf(name))],
    env,
    '.',
    timeout,
  );
  await running.said(started);
  const { out } = running.written(); // the greeting may have begun with where the desk is
  const [url = ''] =
    /http:\/\/127\.0\.0\.1:\d+(?=\/v1)/.exec(out) ?? /http:\/\/127\.0\.0\.1:\d+/.exec(out) ?? [];
  return {
    url,
    process: running.process,
    written: running.written,
    finished: running.finished,
    async [Symbol.asyncDispose]() {
      running.process.kill('SIGKILL'); // a graceful shutdown takes time, and has its own tests
      await running.finished;
    },
  };
}
