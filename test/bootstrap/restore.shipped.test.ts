import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, it } from 'vitest';
import { sqliteStore } from '../../src/bootstrap/modules/sqlite.ts';
import { jsonHere, leadsHere } from '../support/in-process.ts';
import { commandOf, leads, run } from '../support/processes.ts';
import { rowsIn } from '../support/rows-in.ts';
import { fillStore } from '../support/whole-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'leads-restore-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Kills its process before a call of a function that changes names of files: `KILL_AT` says which one, from 0. */
const killer = `
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  let left = Number(process.env.KILL_AT);
  for (const name of ['openSync', 'linkSync', 'renameSync', 'rmSync']) {
    const real = fs[name];
    fs[name] = (...args) => {
      if (String(args[0]).includes('leads.db') && left-- === 0) process.kill(process.pid, 'SIGKILL');
      return real(...args);
    };
  }
  syncBuiltinESMExports();`;

it.each(['a file', 'a damaged file', 'no file'])(
  'a restore over %s that is killed, wherever that is, leaves what was there or the backup, and can be run again',
  async (what) => {
    const own = mkdtempSync(join(folder, 'killed-'));
    const [made, backup, DATA_FILE] = ['made.db', 'friday.db', 'leads.db'].map((name) => join(own, name)) as [
      string,
      string,
      string,
    ];
    const preload = join(own, 'killer.mjs');
    writeFileSync(preload, killer);
    await fillStore(await sqliteStore(made));
    await jsonHere(['backup', backup], { DATA_FILE: made });
    await jsonHere(['vendor', 'add', 'Since Then'], { DATA_FILE: made });
    await expect.poll(() => existsSync(`${made}-wal`)).toBe(false);
    const leadsIn = (path: string) => rowsIn(path).deals?.length;
    const whole = leadsIn(backup);

    let step = 0;
    for (let isDone = false; !isDone; step += 1) {
      for (const name of readdirSync(own)) if (name.startsWith('leads.db')) rmSync(join(own, name));
      if (what === 'a file') copyFileSync(made, DATA_FILE);
      if (what === 'a damaged file') writeFileSync(DATA_FILE, 'spoiled '.repeat(1_000));
      const killed = run(
        process.execPath,
        ['--import', preload, ...(await commandOf('leads')), 'restore', backup],
        { DATA_FILE, KILL_AT: `${step}` },
      );
      killed.process.stdin?.end();
      isDone = (await killed.finished).code === 0;

      const started = await leadsHere(['person', 'add', 'Eve'], { DATA_FILE }); // makes a file, as a start does
      const named = /spoiled|leads restore is at work on it, or was broken off/.test(started.err);
      const hasBegun = what !== 'no file' || step > 0;
      if (started.code === 0) expect(leadsIn(DATA_FILE), `step ${step}`).toBe(hasBegun ? whole : 0);
      else expect([what, named], started.err).not.toEqual(['a file', false]);
      if (started.code !== 0) expect(named, started.err).toBe(true);
      const again = await leadsHere(['restore', backup], { DATA_FILE });
      expect([again.code, again.err], `step ${step}`).toEqual([0, '']);
      const kept = readdirSync(own).filter((name) => /^leads\.db\.before-[^.]*$/.test(name));
      const names = kept.filter((name) => !/-(wal|shm|journal)$/.test(name)).map((name) => join(own, name));
      if (what === 'a file')
        expect(names.some((name) => rowsIn(name).vendors?.length === rowsIn(made).vendors?.length)).toBe(
          true,
        );
      expect(leadsIn(DATA_FILE)).toBe(whole);
    }
    expect(step).toBeGreaterThan(3);
  },
  120_000,
);

it('a start while a restore is at work waits, then says so', async () => {
  const DATA_FILE = join(folder, 'held.db');
  await fillStore(await sqliteStore(DATA_FILE));
  using held = new DatabaseSync(DATA_FILE);
  held.exec('PRAGMA journal_mode = DELETE; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT');
  writeFileSync(`${DATA_FILE}-restoring`, '');
  const received = await leads(['receive', 'src_1'], { DATA_FILE });
  expect(received.code).toBe(75);
  expect(received.err).toContain('another process holds its lock; leads restore is at work on it');
});
