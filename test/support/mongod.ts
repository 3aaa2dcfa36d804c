import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MongoClient } from 'mongodb';

export interface MongodOptions {
  /** A free one by default. */
  readonly port?: number;
  readonly args?: readonly string[];
}

/** One mongod on loopback with a data folder of its own, which survives `kill` and goes with `stop`. */
export class Mongod {
  readonly port: number;
  readonly #binary: string;
  readonly #args: readonly string[];
  readonly #folder = mkdtempSync(join(tmpdir(), 'mongod-'));
  #process: ChildProcess | undefined;
  #watchdog: ChildProcess | undefined;

  private constructor(binary: string, port: number, args: readonly string[]) {
    this.#binary = binary;
    this.port = port;
    this.#args = args;
  }

  /** A standalone server, unless `args` make it a member of a replica set. Failpoints are on. */
  static async start(binary: string, { port, args = [] }: MongodOptions = {}): Promise<Mongod> {
    const mongod = new Mongod(binary, port ?? (await freePort()), args);
    await mongod.start();
    return mongod;
  }

  get address(): string {
    return `127.0.0.1:${this.port}`;
  }

  /** Talks to this node alone, whatever set it belongs to. */
  get directUri(): string {
    return `mongodb://${this.address}/?directConnection=true`;
  }

  /** Again, on the same port and data. */
  async start(): Promise<void> {
    const fixed = ['--bind_ip', '127.0.0.1', '--port', `${this.port}`, '--dbpath', this.#folder];
    const modest = [
      '--wiredTigerCacheSizeGB',
      '0.5',
      '--setParameter',
      'diagnosticDataCollectionEnabled=false',
    ];
    const failpoints = ['--setParameter', 'enableTestCommands=1'];
    const child = spawn(this.#binary, [...fixed, ...modest, ...failpoints, ...this.#args], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    this.#process = child;
    this.#watchdog = endWithUs(child, this.#folder);
    await listening(child);
    child.unref();
  }

  /** SIGKILL: whatever was not on disk is gone. */
  async kill(): Promise<void> {
    this.#watchdog?.kill('SIGKILL');
    await ended(this.#process, 'SIGKILL');
    this.#process = undefined;
  }

  /** Holds the process still: connections stay open and nothing answers. */
  pause(): void {
    this.#process?.kill('SIGSTOP');
  }

  resume(): void {
    this.#process?.kill('SIGCONT');
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

export interface ReplicaSet {
  readonly uri: string;
  readonly nodes: readonly Mongod[];
  /** The node that takes writes now; waits for an election that is under way. */
  primary(): Promise<Mongod>;
  stop(): Promise<void>;
}

/** A replica set of one or more nodes, with a primary when it resolves. */
export async function startReplicaSet(
  binary: string,
  options: readonly MongodOptions[],
): Promise<ReplicaSet> {
  const nodes = await Promise.all(
    options.map(({ port, args = [] }) =>
      Mongod.start(binary, {
        ...(port && { port }),
        args: ['--replSet', 'rs', '--oplogSize', '256', ...args],
      }),
    ),
  );
  const members = nodes.map((node, index) => ({ _id: index, host: node.address }));
  const settings = { electionTimeoutMillis: 2_000, heartbeatIntervalMillis: 500 };
  await askNode(nodes[0], { replSetInitiate: { _id: 'rs', members, settings } });
  const set = {
    uri: `mongodb://${nodes.map((node) => node.address).join(',')}/?replicaSet=rs`,
    nodes,
    primary: () => primaryOf(nodes),
    stop: async () => void (await Promise.all(nodes.map((node) => node.stop()))),
  };
  await set.primary();
  return set;
}

async function primaryOf(nodes: readonly Mongod[]): Promise<Mongod> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    for (const node of nodes) {
      const hello = await askNode(node, { hello: 1 }).catch(() => undefined);
      if (hello?.isWritablePrimary) return node;
    }
    await sleep(100);
  }
  throw new Error('no node became primary within 30 s');
}

async function askNode(node: Mongod | undefined, command: Record<string, unknown>) {
  if (!node) throw new Error('a replica set has one node at least');
  const client = new MongoClient(node.directUri, { serverSelectionTimeoutMS: 1_000 });
  try {
    return await client.db('admin').command(command);
  } finally {
    await client.close();
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** Reads the log to its end (a full pipe would halt the server); resolves when it takes connections. */
function listening(child: ChildProcess): Promise<void> {
  let log = '';
  let ready = false;
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => reject(new Error(`mongod ended with ${code}\n${log.slice(-2_000)}`)));
    child.stdout?.on('data', (chunk: Buffer) => {
      if (ready) return;
      log += chunk;
      ready = log.includes('Waiting for connections');
      if (!ready) return;
      log = '';
      (child.stdout as unknown as { unref(): void }).unref();
      resolve();
    });
  });
}

async function ended(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  child.ref();
  child.kill(signal);
  await once(child, 'exit');
}

/** However this process ends, its pipe closes then: the watchdog ends the server and clears its data. */
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
