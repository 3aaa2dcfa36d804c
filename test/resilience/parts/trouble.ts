import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  closeSync,
  copyFileSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { ServerProcess } from './server-process.ts';

/** What happens to a file of leads under a server. Resolves to what gives it back. */
type Trouble = (path: string, server: ServerProcess) => Promise<() => void> | (() => void);

export const troubles: Readonly<Record<string, Trouble>> = {
  'taken away': (path) => moved(path),

  'taken away without its log'(path) {
    const away = `${path}.away`;
    renameSync(path, away);
    return () => renameSync(away, path);
  },

  'replaced by another'(path) {
    const giveBack = moved(path);
    const another = join(dirname(path), 'another', 'leads.db');
    copyFileSync(another, path);
    return () => {
      for (const name of files(path)) rmSync(name, { force: true });
      giveBack();
    };
  },

  'replaced by its own state of an hour ago'(path) {
    const giveBack = moved(path);
    copyFileSync(`${path}.before`, path);
    return () => {
      for (const name of files(path)) rmSync(name, { force: true });
      giveBack();
    };
  },

  'its rights taken away'(path) {
    chmodSync(path, 0o000);
    return () => chmodSync(path, 0o600);
  },

  'not allowed to grow'(path, { pid }) {
    const most = Math.max(...files(path).map((name) => statSync(name).size));
    limitFiles(pid, `${most}`);
    return () => limitFiles(pid, 'unlimited');
  },

  'its log cut off in its middle'(path) {
    const log = `${path}-wal`;
    const whole = readFileSync(log);
    truncateSync(log, whole.length / 2);
    return () => writeFileSync(log, whole);
  },

  'its log removed'(path) {
    rmSync(`${path}-wal`);
    return () => {}; // what was in it is in the server's hands
  },

  'a page spoiled': (path, server) =>
    spoiled(path, server, (_, db) => {
      const { page } =
        db.prepare(`SELECT rootpage AS page FROM sqlite_schema WHERE name = 'deals'`).get() ?? {};
      return [{ at: (Number(page) - 1) * PAGE, length: PAGE }];
    }),

  'kept texts spoiled': (path, server) =>
    spoiled(path, server, (bytes) => {
      const [text, places]: [string, Place[]] = ['{"id":"', []];
      for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + 1))
        places.push({ at, length: 4 });
      return places;
    }),
};

const PAGE = 4_096;

interface Place {
  readonly at: number;
  readonly length: number;
}

/** As somebody who may do no more than the file's rights say, whoever runs the tests. */
export const withoutPrivilege = (): readonly string[] =>
  process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search'] : [];

/** A disk of its own, of this size. */
export const onDisk = (folder: string, size: string): readonly string[] => [
  ...['unshare', '--user', '--map-root-user', '--mount', 'sh', '-c'],
  ...[`mount -t tmpfs -o size=${size} none ${folder} && exec "$@"`, 'sh'],
];

/** Resolves when another process holds the lock; to what resolves when it has let it go. */
export async function lockedBySomebody(path: string, milliseconds: number): Promise<() => Promise<unknown>> {
  const program = `
    const { DatabaseSync } = require('node:sqlite');
    const db = new DatabaseSync(${JSON.stringify(path)}, { timeout: 5000 });
    db.exec('BEGIN IMMEDIATE');
    console.log('locked');
    setTimeout(() => db.exec('COMMIT'), ${milliseconds});`;
  const holder = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(holder, 'exit');
  await once(holder.stdout, 'data');
  return () => ended;
}

const files = (path: string): string[] => ['', '-wal', '-shm'].map((end) => `${path}${end}`);

function moved(path: string): () => void {
  const away = join(dirname(path), 'away');
  mkdirSync(away, { recursive: true });
  const pairs = files(path).map((name) => [name, name.replace(dirname(path), away)] as const);
  for (const [here, there] of pairs) renameSync(here, there);
  return () => {
    for (const [here, there] of pairs)
      if (statSync(there, { throwIfNoEntry: false })) renameSync(there, here);
  };
}

const limitFiles = (pid: number, most: string): unknown =>
  execFileSync('prlimit', [`--fsize=${most}:unlimited`, '--pid', `${pid}`]);

/** While the server is down: it would not look at what it still has in its memory. */
async function spoiled(
  path: string,
  server: ServerProcess,
  find: (bytes: Buffer, db: DatabaseSync) => readonly Place[],
): Promise<() => void> {
  await server.end('SIGKILL');
  const db = new DatabaseSync(path);
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const whole = readFileSync(path);
  const places = find(whole, db);
  db.close();
  const write = (from: Buffer) => {
    const file = openSync(path, 'r+');
    for (const { at, length } of places) writeSync(file, from, at, length, at);
    closeSync(file);
  };
  write(Buffer.alloc(whole.length, 0xff));
  await server.start();
  return () => write(whole);
}
