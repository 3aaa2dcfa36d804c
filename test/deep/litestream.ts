import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { run, startServer } from '../support/processes.ts';
import { sendLead } from '../support/receiver.ts';
import { rowsIn } from '../support/rows-in.ts';

/** `node test/deep/litestream.ts`: leads, an erasure and a restore beside the real Litestream, which Go builds. */
const VERSION = 'v0.5.18';
const tool = spawnSync('.ci/go-tool', [`github.com/benbjohnson/litestream/cmd/litestream@${VERSION}`], {
  encoding: 'utf8',
});
const litestream = join(tool.stdout.trim(), 'litestream');

const folder = mkdtempSync(join(tmpdir(), 'leads-litestream-'));
const DATA_FILE = join(folder, 'leads.db');
const config = join(folder, 'litestream.yml');
// As docs/where-leads-are-kept.md has it, with a folder in place of a bucket.
writeFileSync(
  config,
  `snapshot:\n  interval: 24h\n  retention: 168h\ndbs:\n  - path: ${DATA_FILE}\n    replica:\n      url: file://${folder}/replica\n`,
);

const isTrue = (what: string, holds: boolean): void => {
  console.log(`${holds ? 'ok   ' : 'WRONG'} ${what}`);
  if (!holds) process.exitCode = 1;
};
const leads = (...args: string[]) =>
  run(process.execPath, ['src/bootstrap/leads.ts', ...args], { DATA_FILE }).finished;
const restored = (name: string): string => {
  const path = join(folder, name);
  spawnSync(litestream, ['restore', '-config', config, '-o', path, DATA_FILE], { stdio: 'inherit' });
  return path;
};
const has = (text: string, ...paths: string[]): string[] =>
  paths.filter((path) => readFileSync(path, 'latin1').toLowerCase().includes(text));
const owed = (): number => {
  const db = new DatabaseSync(DATA_FILE, { readOnly: true });
  const { count } = db.prepare('SELECT count(*) AS count FROM owed').get() ?? {};
  db.close();
  return Number(count);
};
const erase = (email: string) => leads('contact', 'erase', '--email', email, '--yes', '--by', 'grace');

try {
  const env = { DATA_FILE, DESK_PORT: '0', API_KEYS: 'Acme:sesame', LOG_LEVEL: 'warn' };
  await using server = await startServer(env, 600_000);
  const send = async (from: number, count: number): Promise<void> => {
    for (let n = from; n < from + count; n += 1)
      await sendLead(
        server.url,
        { email: `zq${n}x@example.com`, lead_notes: `Zq${n}x `.repeat(60) },
        'sesame',
      );
  };
  await send(0, 200);
  const beside = run(litestream, ['replicate', '-config', config], {}, folder, 600_000);
  await sleep(5_000);
  await send(200, 200);
  const { code, err } = await erase('zq7x@example.com');
  isTrue(`an erasure beside Litestream ends with 0: ${code}`, code === 0);
  isTrue('and says who keeps bytes of it', /litestream \(process \d+\)/.test(err));
  const began = Date.now();
  while (owed() > 0 && Date.now() - began < 240_000) {
    await sleep(2_000);
    await send(1_000 + Math.floor((Date.now() - began) / 1_000), 1);
  }
  isTrue(`what it owed is removed after ${Math.round((Date.now() - began) / 1_000)} s`, owed() === 0);
  isTrue(
    'nothing of the customer is in file and log',
    has('zq7x', DATA_FILE, `${DATA_FILE}-wal`).length === 0,
  );
  isTrue('others are', has('zq8x', DATA_FILE).length === 1);
  beside.process.kill('SIGTERM');
  await beside.finished;
  const continuous = restored('continuous.db');
  const same = (path: string): boolean => JSON.stringify(rowsIn(path)) === JSON.stringify(rowsIn(DATA_FILE));
  isTrue('the restored copy is the same, row by row', same(continuous));
  isTrue('and has nothing of the customer', has('zq7x', continuous).length === 0);

  await send(400, 50);
  spawnSync(litestream, ['replicate', '-once', '-config', config]);
  const second = await erase('zq9x@example.com');
  isTrue('between two runs of a timer, an erasure is done at once', second.code === 0 && owed() === 0);
  spawnSync(litestream, ['replicate', '-once', '-config', config]);
  const once = restored('once.db');
  isTrue('the restored copy is the same, row by row', same(once));
  isTrue('and has nothing of the customer', has('zq9x', once).length === 0);
  server.process.kill('SIGTERM');
  await server.finished;
} finally {
  rmSync(folder, { recursive: true });
}
