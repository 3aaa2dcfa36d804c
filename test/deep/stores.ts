import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { onDisk, withoutPrivilege } from '../resilience/parts/trouble.ts';
import { cache } from '../support/cache.ts';
import { freePort } from '../support/free-port.ts';
import { run, startServer } from '../support/processes.ts';
import { pythonTool } from './python-tool.ts';

/**
 * `node test/deep/stores.ts`: stores that are not what they say, as their makers ship them, and files as other programs
 * and disks leave them: what a start and each command say. Builds FerretDB with Go, fetches mongo-java-server with
 * Maven and sqlite-utils from PyPI.
 */
const FERRETDB = 'v1.24.2';
const MONGO_JAVA_SERVER = '1.47.0';
const SQLITE_UTILS = '4.2.1';

const folder = mkdtempSync(join(tmpdir(), 'leads-stores-'));

function isTrue(what: string, holds: boolean, came: unknown = ''): void {
  console.log(`${holds ? 'ok   ' : 'WRONG'} ${what}${holds ? '' : `: ${came}`}`);
  if (!holds) process.exitCode = 1;
}

function must(command: string, args: readonly string[], options: object = {}): string {
  const { status, stdout } = spawnSync(command, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    ...options,
  });
  if (status !== 0) throw new Error(`${command} ${args[0]} failed`);
  return stdout;
}

const as = (env: Record<string, string>, before: readonly string[] = []) => {
  const [command = '', ...args] = [...before, process.execPath];
  return {
    leads: (words: string) =>
      run(command, [...args, 'src/bootstrap/leads.ts', ...words.split(' ')], env).finished,
    start: () =>
      run(command, [...args, 'src/bootstrap/server.ts'], { PORT: '0', DESK_PORT: '0', ...env }).finished,
  };
};

/** Builds FerretDB, whose release wants a file of its version that its module lacks. */
function ferretdb(): string {
  const home = join(cache, `ferretdb-${FERRETDB}`);
  const program = join(home, 'ferretdb');
  if (existsSync(program)) return program;
  const { Dir } = JSON.parse(
    must('go', ['mod', 'download', '-json', `github.com/FerretDB/FerretDB@${FERRETDB}`]),
  );
  cpSync(Dir, join(home, 'source'), { recursive: true });
  must('chmod', ['-R', 'u+w', home]);
  writeFileSync(join(home, 'source/build/version/version.txt'), FERRETDB);
  must('go', ['build', '-o', program, './cmd/ferretdb'], { cwd: join(home, 'source') });
  return program;
}

/** Fetches mongo-java-server, and a program that serves it. */
function mongoJavaServer(): readonly string[] {
  const home = join(folder, 'java');
  mkdirSync(home);
  const dependency = `<dependency><groupId>de.bwaldvogel</groupId><artifactId>mongo-java-server</artifactId><version>${MONGO_JAVA_SERVER}</version></dependency>`;
  writeFileSync(
    join(home, 'pom.xml'),
    `<project><modelVersion>4.0.0</modelVersion><groupId>x</groupId><artifactId>x</artifactId><version>1</version><packaging>pom</packaging><dependencies>${dependency}</dependencies></project>`,
  );
  must('mvn', ['-q', '-B', 'dependency:copy-dependencies', `-DoutputDirectory=${home}`], { cwd: home });
  writeFileSync(
    join(home, 'Main.java'),
    `public class Main { public static void main(String[] args) {
      new de.bwaldvogel.mongo.MongoServer(new de.bwaldvogel.mongo.backend.memory.MemoryBackend())
        .bind("127.0.0.1", Integer.parseInt(args[0])); } }`,
  );
  return ['java', '-cp', `${home}/*`, join(home, 'Main.java')];
}

async function listening(port: number): Promise<void> {
  for (let n = 0; n < 300; n += 1) {
    const socket = connect(port, '127.0.0.1');
    const up = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (up) return;
    await sleep(100);
  }
  throw new Error('The store does not listen.');
}

const commands = [
  'vendor add Acme',
  'vendor list',
  'lead list',
  'report',
  'hook list',
  'source list',
  'upgrade',
  'doctor',
];

async function refused(name: string, serve: (port: number) => readonly string[], why: string): Promise<void> {
  const port = await freePort();
  const [command = '', ...args] = serve(port);
  const store = run(command, args, {}, folder, 600_000);
  try {
    await listening(port);
    const { leads, start } = as({ MONGODB_URI: `mongodb://127.0.0.1:${port}/leads` });
    const began = performance.now();
    const { code, err } = await start();
    isTrue(`${name}: a start ends with 1`, code === 1, code);
    isTrue(
      `${name}: it says why`,
      err === `The store (MongoDB, database leads) cannot be used: ${why}.\n`,
      err,
    );
    isTrue(`${name}: at once`, performance.now() - began < 10_000);
    for (const words of commands) {
      const told = await leads(words);
      isTrue(
        `${name}: leads ${words}`,
        told.code === 1 && told.err === `The store (MongoDB) cannot be used: ${why}.\n`,
        told.err + told.out,
      );
    }
  } finally {
    store.process.kill('SIGKILL');
    await store.finished;
  }
}

/** What sqlite-utils leaves: the doctor tells, a report is right, and an upgrade mends. */
async function transformed(): Promise<void> {
  const DATA_FILE = join(folder, 'transformed.db');
  const { leads } = as({ DATA_FILE });
  await leads('vendor add Acme');
  must(join(pythonTool('sqlite-utils', SQLITE_UTILS), 'sqlite-utils'), [
    ...['transform', DATA_FILE, 'deals', '--type', 'status', 'text'],
  ]);
  const told = await leads('doctor');
  isTrue(
    'sqlite-utils transform: the doctor names three triggers',
    told.out.match(/trigger tallied_lead_/g)?.length === 3 && !/column|index/.test(told.out),
    told.out,
  );
  isTrue(
    'an upgrade makes all again',
    /parts: looked at \d+, changed [^0]/.test((await leads('upgrade')).out),
  );
  isTrue('and nothing is missing then', (await leads('doctor')).out.includes('store: nothing is wrong'));
}

/** A file that this user may only read. */
async function readOnly(): Promise<void> {
  const DATA_FILE = join(folder, 'read-only.db');
  await as({ DATA_FILE }).leads('vendor add Acme');
  chmodSync(DATA_FILE, 0o400);
  const { leads, start } = as({ DATA_FILE }, withoutPrivilege());
  const why = `DATA_FILE cannot be used (${DATA_FILE}): it may only be read (EACCES).\n`;
  const { code, err } = await start();
  isTrue('a file that may only be read: a start ends with 1 and says why', code === 1 && err === why, err);
  for (const words of commands.filter((each) => each !== 'vendor add Acme')) {
    const told = await leads(words);
    isTrue(`leads ${words} too`, told.code === 1 && told.err === why, told.err + told.out);
  }
}

/** Runs on a small disk of its own: fills it up, and starts a server there. */
async function fullDisk(disk: string): Promise<void> {
  const DATA_FILE = join(disk, 'leads.db');
  await as({ DATA_FILE }).leads('vendor add Acme');
  const reader = new DatabaseSync(DATA_FILE); // while it reads, no room of the log is used again
  reader.exec('BEGIN');
  reader.prepare('SELECT count(*) FROM deals').get();
  const fill = (name: string, step: number) => {
    for (let n = 0; ; n += 1)
      try {
        writeFileSync(join(disk, `${name}${n}`), Buffer.alloc(step));
      } catch {
        return rmSync(join(disk, `${name}${n}`), { force: true });
      }
  };
  for (const step of [1_000_000, 64_000, 4_096]) fill(`filling-${step}-`, step);
  await using server = await startServer({ DATA_FILE, DESK_PORT: '0' });
  const ready = async () => (await fetch(`${server.url}/readyz`)).status;
  isTrue('a full disk: a server that starts is not ready', (await ready()) === 503);
  const { out } = server.written();
  isTrue(
    'and says why, with the statement',
    /Not ready, as a made-up lead cannot be kept: the disk of the file of leads is full/.test(out),
    out,
  );
  reader.close();
  rmSync(join(disk, 'filling-1000000-0'));
  await sleep(2_500);
  isTrue('it is ready once there is room', (await ready()) === 200);
}

const [, , part, disk = ''] = process.argv;
if (part === 'full-disk') await fullDisk(disk);
else
  try {
    await transformed();
    await readOnly();
    const [program, ...args] = [
      ...onDisk(folder, '16m'),
      process.execPath,
      import.meta.filename,
      'full-disk',
      folder,
    ];
    isTrue('all of that', spawnSync(program ?? '', args, { stdio: 'inherit' }).status === 0);
    await refused(
      `FerretDB ${FERRETDB}`,
      (port) => [
        ...[ferretdb(), '--handler=sqlite', `--sqlite-url=file:${folder}/`, `--state-dir=${folder}`],
        ...[`--listen-addr=127.0.0.1:${port}`, '--debug-addr=-', '--telemetry=disable'],
      ],
      `it is FerretDB ${FERRETDB}, which has no partial indexes`,
    );
    const java = mongoJavaServer();
    await refused(
      `mongo-java-server ${MONGO_JAVA_SERVER}`,
      (port) => [...java, `${port}`],
      'a server answers, but is older than MongoDB 4.4',
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
