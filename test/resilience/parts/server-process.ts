import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { commandOf, endWithParent, hasEnded } from '../../support/processes.ts';

const entries = {
  /** All programs in one file, of which the server is the first. */
  service: (await commandOf('server')).join(' '),
  /** Accepts an acknowledgement by the primary alone: the harness must be able to see what that loses. */
  weak: fileURLToPath(new URL('weak-server.ts', import.meta.url)),
  /** Settles events before it posts them: the harness must be able to see what that loses. */
  hasty: fileURLToPath(new URL('hasty-deliverer.ts', import.meta.url)),
  /** The service, which also reports its memory on request. */
  measured: fileURLToPath(new URL('measured-server.ts', import.meta.url)),
};

/** In bytes: the whole process, and what is still in use after a garbage collection. */
export interface Memory {
  readonly rss: number;
  readonly inUse: number;
}

/** The service as a separate process, which keeps its port from one start to the next. */
export class ServerProcess {
  #entry: string;
  readonly #env: Readonly<Record<string, string>>;
  /** What starts it: a command, before that of Node. */
  readonly #through: readonly string[];
  #process: ChildProcess | undefined;
  #url = '';

  private constructor(entry: string, env: Readonly<Record<string, string>>, through: readonly string[] = []) {
    this.#entry = entry;
    this.#env = env;
    this.#through = through;
  }

  static async start(
    env: Readonly<Record<string, string>>,
    entry: keyof typeof entries = 'service',
  ): Promise<ServerProcess> {
    return ServerProcess.startProgram(env, entries[entry]);
  }

  /** `program`: the path of what to run. */
  static async startProgram(env: Readonly<Record<string, string>>, program: string): Promise<ServerProcess> {
    const server = new ServerProcess(program, env);
    await server.start();
    return server;
  }

  /** Started by another command: with other rights, or another view of the disk. */
  static async startThrough(
    through: readonly string[],
    env: Readonly<Record<string, string>>,
  ): Promise<ServerProcess> {
    const server = new ServerProcess(entries.service, env, through);
    await server.start();
    return server;
  }

  get url(): string {
    return this.#url;
  }

  get pid(): number {
    return this.#process?.pid ?? 0;
  }

  /** The largest that its memory has been, in bytes, as Linux tells it. */
  get peakMemory(): number {
    const [, kilobytes] =
      /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${this.#process?.pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) * 1024;
  }

  /** Only for a `measured` server. */
  async memory(): Promise<Memory> {
    if (!this.#process) throw new Error('the server does not run');
    this.#process.send('memory');
    const [memory] = await once(this.#process, 'message');
    return memory;
  }

  /** Resolves when it listens. */
  async start(): Promise<void> {
    const port = this.#url ? new URL(this.#url).port : '0';
    const [command = '', ...args] = [
      ...this.#through,
      process.execPath,
      '--import',
      endWithParent,
      this.#entry,
    ];
    const child = spawn(command, args, {
      env: {
        PATH: process.env.PATH,
        API_KEYS: 'acme:key-of-acme',
        LOG_LEVEL: 'silent',
        DATA_FILE: 'memory',
        ...this.#env,
        PORT: port,
      },
      stdio: ['pipe', 'pipe', 'inherit', ...(this.#entry === entries.measured ? (['ipc'] as const) : [])],
    });
    this.#process = child;
    let said = '';
    const { stdout } = child;
    if (!stdout) throw new Error('the server has no output');
    while (!/127\.0\.0\.1:\d+/.test(said)) {
      const [chunk] = await Promise.race([once(stdout, 'data'), once(child, 'exit').then(() => [])]);
      if (chunk === undefined) throw new Error(`the server did not start: ${said}`);
      said += chunk;
    }
    stdout.resume();
    this.#url = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0] ?? '';
  }

  /** Ends it as a deployment does, and starts another program in its place. Resolves when that listens. */
  async becomes(program: string): Promise<void> {
    await this.end('SIGTERM');
    this.#entry = program;
    await this.start();
  }

  /** Resolves with its exit code, or `null` if it was killed. */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.#process;
    if (!child || hasEnded(child)) return child?.exitCode ?? null;
    child.kill(signal);
    const [code] = await once(child, 'exit');
    return code;
  }
}
