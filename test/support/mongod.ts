import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { hasEnded } from './processes.ts';

export interface MongodOptions {
  /** A free port by default. */
  readonly port?: number;
  readonly args?: readonly string[];
  /** Keeps its data in memory, where there is room: for tests that are not about disks. */
  readonly inMemory?: boolean;
}

const fixed = [
  ...['--logappend', '--quiet', '--nounixsocket', '--wiredTigerCacheSizeGB', '0.5'],
  ...['--setParameter', 'diagnosticDataCollectionEnabled=false'],
  ...['--setParameter', 'enableTestCommands=1'], // for failpoints
];

/** One mongod on loopback with its own data folder, which survives `kill` and is removed by `stop`. */
export class Mongod {
  readonly port: number;
  readonly #binary: string;
  readonly #args: readonly string[];
  readonly #folder: string;
  #process: ChildProcess | undefined;
  #watchdog: ChildProcess | undefined;

  private constructor(binary: string, port: number, { args = [], inMemory = false }: MongodOptions) {
    this.#binary = binary;
    this.port = port;
    this.#args = args;
    this.#folder = mkdtempSync(join((inMemory && memory()) || tmpdir(), 'mongod-'));
  }

  /** A standalone server, unless `args` make it a member of a replica set. Failpoints are on. */
  static async start(binary: string, options: MongodOptions = {}): Promise<Mongod> {
    const mongod = new Mongod(binary, options.port ?? (await freePort()), options);
    await mongod.start();
    return mongod;
  }

  get pid(): number | undefined {
    return this.#process?.pid;
  }

  get address(): string {
    return `127.0.0.1:${this.port}`;
  }

  /** Connects to this node only, whatever set it belongs to. */
  get directUri(): string {
    return `mongodb://${this.address}/?directConnection=true`;
  }

  /** Starts it, the first time or again, on the same port and data. */
  async start(): Promise<void> {
    const log = join(this.#folder, 'log'); // a pipe would block the server whenever nobody reads it
    const own = [
      '--bind_ip',
      '127.0.0.1',
      '--port',
      `${this.port}`,
      '--dbpath',
      this.#folder,
      '--logpath',
      log,
    ];
    const child = spawn(this.#binary, [...own, ...fixed, ...this.#args], { stdio: 'ignore' });
    await once(child, 'spawn');
    this.#process = child;
    this.#watchdog = endWithUs(child, this.#folder);
    await listening(child, this.port, log);
    child.unref();
  }

  /** SIGKILL: whatever was not on disk is lost. */
  async kill(): Promise<void> {
    await ended(this.#process, 'SIGKILL');
    this.#watchdog?.kill('SIGKILL');
    this.#process = undefined;
  }

  /** Stops the process: connections stay open and nothing answers. */
  pause(): void {
    this.#process?.kill('SIGSTOP');
  }

  resume(): void {
    this.#process?.kill('SIGCONT');
  }

  /** Copies its files as they are at one moment, into a folder that must not be there: what a snapshot of a volume has. */
  async snapshot(folder: string): Promise<void> {
    this.pause();
    await cp(this.#folder, folder, { recursive: true });
    this.resume();
  }

  /** Puts such files in the place of its own. It must not run. */
  async restore(folder: string): Promise<void> {
    await rm(this.#folder, { recursive: true });
    await cp(folder, this.#folder, { recursive: true });
  }

  async stop(): Promise<void> {
    await ended(this.#process, 'SIGKILL');
    rmSync(this.#folder, { recursive: true, force: true });
    await this.kill();
  }
}

/** A folder in memory, if the system has one with room for a few servers. Containers often have a small one. */
function memory(): string | undefined {
  const folder = '/dev/shm';
  if (!existsSync(folder)) return undefined;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize > 2 ** 31 ? folder : undefined;
}

/** Resolves when the server accepts connections. */
async function listening(server: ChildProcess, port: number, log: string): Promise<void> {
  for (let attempt = 0; attempt < 1_200; attempt += 1) {
    if (hasEnded(server)) break;
    const socket = connect(port, '127.0.0.1');
    const [up] = await Promise.race([
      once(socket, 'connect').then(() => [true]),
      once(socket, 'close').then(() => [false]),
    ]).catch(() => [false]);
    socket.destroy();
    if (up) return;
    await sleep(50);
  }
  throw new Error(`mongod did not start\n${readFileSync(log, 'utf8').slice(-2_000)}`);
}

async function ended(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (!child || hasEnded(child)) return;
  child.ref();
  child.kill(signal);
  await once(child, 'exit');
}

/** However this process ends, its pipe to the watchdog closes, which then kills the server and deletes its data. */
function endWithUs(server: ChildProcess, folder: string): ChildProcess {
  const watchdog = spawn(
    'sh',
    ['-c', 'read -r _; kill -9 "$0"; sleep 1; rm -rf "$1"', `${server.pid}`, folder],
    {
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
    },
  );
  watchdog.unref();
  (watchdog.stdin as unknown as { unref(): void }).unref();
  return watchdog;
}
