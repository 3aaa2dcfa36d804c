import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { sqliteStore } from '../../src/bootstrap/modules/sqlite.ts';
import { tokens } from '../../src/bootstrap/tokens.ts';
import { backupOfFile } from '../../src/operators/adapters/outbound/sqlite/backup-of-file.ts';
import { jsonHere, leadsHere, serverHere } from '../support/in-process.ts';
import { run } from '../support/processes.ts';
import { rowsIn } from '../support/rows-in.ts';
import { fillStore, partsOf } from '../support/whole-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'leads-backup-'));
afterAll(() => rmSync(folder, { recursive: true }));

let DATA_FILE: string;
let backup: string;
beforeEach(() => {
  const own = mkdtempSync(join(folder, 'one-'));
  DATA_FILE = join(own, 'leads.db');
  backup = join(own, 'friday.db');
});

/** Makes it larger than what is copied at once. */
function manyPages(path: string): DatabaseSync {
  const db = new DatabaseSync(path);
  db.exec(`
    INSERT INTO people (id, record)
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 800)
    SELECT 'many-' || n, json_object('name', hex(randomblob(8000))) FROM numbers`);
  return db;
}

describe('a backup of the file', () => {
  it('has all that was there when it began, beside a process that goes on writing', async () => {
    await fillStore(await sqliteStore(DATA_FILE));
    await using parts = partsOf(await sqliteStore(DATA_FILE));
    const people = parts.get(tokens.people);
    const person = { name: 'Eve', email: undefined, role: undefined, seen: undefined };
    let [before, added, isOver] = [2, 2, false];
    const writing = (async () => {
      for (; !isOver; added += 1) await people.add({ id: `per_${added + 1}`, ...person });
    })();
    before = added;
    const { code, out } = await leadsHere(['backup', backup], { DATA_FILE });
    isOver = true;
    await writing;
    expect({ code, out }).toEqual({ code: 0, out: `${backup} has 28 leads, and everything else.\n` });
    const [kept, present] = [rowsIn(backup), rowsIn(DATA_FILE)];
    expect(kept.people?.length).toBeGreaterThanOrEqual(before);
    expect(kept.people?.length).toBeLessThan(present.people?.length ?? 0);
    expect({ ...kept, people: [], audit: [] }).toEqual({ ...present, people: [], audit: [] });
  });

  it('of many pages is of one moment, and goes on while others write; one that was cut off is begun anew', async () => {
    await fillStore(await sqliteStore(DATA_FILE));
    using other = manyPages(DATA_FILE);
    const before = rowsIn(DATA_FILE);
    copyFileSync(DATA_FILE, `${backup}.unfinished`);
    truncateSync(`${backup}.unfinished`, statSync(DATA_FILE).size / 2);
    const told: number[] = [];
    await backupOfFile(DATA_FILE)(backup, ({ looked }) => {
      told.push(looked);
      if (told.length < 10)
        other.exec(`INSERT INTO people (id, record) VALUES ('late-${told.length}', '{}')`);
    });
    expect(told.length).toBeGreaterThan(2);
    expect(told).toEqual([...new Set(told)].sort((a, b) => a - b));
    expect(rowsIn(backup)).toEqual(before);
    expect(rowsIn(DATA_FILE).people).toHaveLength((before.people?.length ?? 0) + told.length);
  });

  it('for which there is no room leaves nothing behind, and says so', async () => {
    await fillStore(await sqliteStore(DATA_FILE));
    manyPages(DATA_FILE)[Symbol.dispose]();
    const limited = ['-c', 'ulimit -f 2000; exec "$@"', 'sh', process.execPath];
    const { code, err } = await run('sh', [...limited, 'src/bootstrap/leads.ts', 'backup', backup], {
      DATA_FILE,
    }).finished;
    const words = 'It was not finished: there is no room for the backup. Run it again.\n';
    expect({ code, err }).toEqual({ code: 1, err: words });
    expect(readdirSync(dirname(backup)).filter((name) => name.startsWith('friday'))).toEqual([]);
  });

  it('is one file that nobody else reads, and is restored by copying it back', async () => {
    const [leadId = ''] = await fillStore(await sqliteStore(DATA_FILE));
    const before = rowsIn(DATA_FILE);
    await jsonHere(['backup', backup], { DATA_FILE });
    expect(statSync(backup).mode & 0o777).toBe(0o600);
    expect([`${backup}-wal`, `${backup}-shm`, `${backup}.unfinished`].filter(existsSync)).toEqual([]);
    const restored = `${backup}.restored`;
    copyFileSync(backup, restored);
    expect(await jsonHere(['lead', 'show', leadId], { DATA_FILE: restored })).toMatchObject({
      customer: { firstName: 'Ada' },
    });
    expect(rowsIn(restored)).toEqual({ ...before, audit: expect.anything() });
  });

  it('is never written in place of another file', async () => {
    await fillStore(await sqliteStore(DATA_FILE));
    const before = rowsIn(DATA_FILE);
    const { code, err } = await leadsHere(['backup', DATA_FILE], { DATA_FILE });
    expect({ code, err }).toEqual({ code: 1, err: `${DATA_FILE} is there already: name a new file.\n` });
    expect({ ...rowsIn(DATA_FILE), audit: [] }).toEqual({ ...before, audit: [] });
  });

  it('is refused where it cannot be written, and of what is no file', async () => {
    await fillStore(await sqliteStore(DATA_FILE));
    const nowhere = await leadsHere(['backup', join(folder, 'nowhere', 'friday.db')], { DATA_FILE });
    expect(nowhere).toMatchObject({ code: 1, err: expect.stringContaining('cannot be written (ENOENT)') });
    const database = await leadsHere(['backup', backup], { MONGODB_URI: 'mongodb://127.0.0.1:1/leads' });
    expect(database).toMatchObject({ code: 1, err: expect.stringMatching(/^Only a file/) });
  });
});

describe('a backup into a folder', () => {
  const namesIn = (path: string) => readdirSync(path).sort();
  const old = 'leads-20200101T030000Z.db';
  let into: string;
  beforeEach(() => {
    into = mkdtempSync(join(folder, 'into-'));
    for (const name of [old, 'leads-friday.db']) writeFileSync(join(into, name), 'earlier');
  });

  it('is opened and checked before those go that were kept for long enough; others stay', async () => {
    await fillStore(await sqliteStore(DATA_FILE));
    const first = await jsonHere(['backup', '--into', into, '--keep', '3650d'], { DATA_FILE });
    expect(first).toEqual({ file: join(into, namesIn(into)[1] ?? ''), leads: 28, removed: 0 });
    rmSync(first.file);
    const { code, out } = await leadsHere(['backup', '--into', into], { DATA_FILE });
    const [made = '', other] = namesIn(into);
    expect([code, other, out]).toEqual([
      0,
      'leads-friday.db',
      `${join(into, made)} has 28 leads, and everything else; it was opened and checked. Removed 1 older.\n`,
    ]);
    expect(rowsIn(join(into, made)).deals).toHaveLength(28);
  });

  it('that fails removes nothing', async () => {
    await fillStore(await sqliteStore(DATA_FILE));
    manyPages(DATA_FILE)[Symbol.dispose]();
    const limited = ['-c', 'ulimit -f 2000; exec "$@"', 'sh', process.execPath];
    const words = ['src/bootstrap/leads.ts', 'backup', '--into', into];
    expect((await run('sh', [...limited, ...words], { DATA_FILE }).finished).code).toBe(1);
    expect(namesIn(into)).toEqual([old, 'leads-friday.db']);
    const nowhere = await leadsHere(['backup', '--into', join(into, 'none')], { DATA_FILE });
    expect(nowhere).toMatchObject({ code: 1, err: `There is no folder ${join(into, 'none')}.\n` });
  });

  it('is told by the audit log, leads doctor and a metric, also that it is late', async () => {
    const env = { DATA_FILE, METRICS_PORT: '0', APP_ENV: 'sandbox' };
    await using server = await serverHere(env);
    const metrics = server.parts.metrics?.url ?? '';
    const scraped = async () =>
      /^leads_(?:backup_age|disk_free)\S* .*/gm[Symbol.match](await (await fetch(metrics)).text());
    const doctor = async () => (await leadsHere(['doctor'], { DATA_FILE })).out;
    expect(await scraped()).toEqual([expect.stringMatching(/_bytes \d{8}/), 'leads_backup_age_seconds Nan']);
    expect(await doctor()).toContain('backup: not done yet by this command\n');
    await jsonHere(['backup', '--into', into, '--by', 'Ada'], { DATA_FILE });
    expect(await scraped()).toContainEqual(expect.stringMatching(/^leads_backup_age_seconds \d(\.\d+)?$/));
    expect(await doctor()).toMatch(/^backup: last done on \S+$/m);
    const { entries } = await jsonHere(['audit'], { DATA_FILE });
    expect(entries[0]).toMatchObject({ by: 'Ada', action: 'store.backup', on: 'store', outcome: 'done' });
    await leadsHere(['backup', '--into', join(into, 'none')], { DATA_FILE });
    expect(await doctor()).toMatch(/^backup: last done on/m); // one that failed is none
    const day = new DatabaseSync(DATA_FILE);
    day.exec(
      `UPDATE audit SET entry = json_set(entry, '$.at', '2026-01-01T03:00:00.000Z') WHERE by_name = 'Ada'`,
    );
    day.close();
    const told = 'The last good backup is of 2026-01-01T03:00:00.000Z: leads backup is to run daily.';
    expect(await doctor()).toContain(`backup: ${told}\n`);
    expect(await (await fetch(new URL('/readyz', metrics))).text()).toBe(`ok, but: ${told}\n`);
  });

  it('and the port of metrics is not ready while no lead would be kept', async () => {
    await using server = await serverHere({ DATA_FILE, METRICS_PORT: '0' });
    const ready = () => fetch(new URL('/readyz', server.parts.metrics?.url));
    expect((await ready()).status).toBe(200);
    renameSync(DATA_FILE, `${DATA_FILE}.away`);
    const answer = await ready();
    expect([answer.status, await answer.text()]).toEqual([503, 'no lead would be kept\n']);
  });

  it('and the disk of the file: too little room for a copy is a line at the port of metrics', async () => {
    await using server = await serverHere({ DATA_FILE, METRICS_PORT: '0' });
    const ready = async () => (await fetch(new URL('/readyz', server.parts.metrics?.url))).text();
    expect(await ready()).toBe('ok\n');
    const { bavail, bsize } = statfsSync(folder);
    truncateSync(DATA_FILE, bavail * bsize + 2 ** 30); // without content: it takes no room
    expect(await ready()).toMatch(/^ok, but: The disk of DATA_FILE has \d+ MiB left: it should have \d+ MiB/);
  });
});

describe('a file of a later release', () => {
  it('is refused in plain words by every command, and stays as it is', async () => {
    await fillStore(await sqliteStore(DATA_FILE));
    const db = new DatabaseSync(DATA_FILE);
    db.exec('PRAGMA user_version = 9');
    db.close();
    const before = rowsIn(DATA_FILE);
    for (const args of [['lead', 'list'], ['upgrade'], ['copy', '--to', backup], ['backup', backup]]) {
      const { code, err } = await leadsHere(args, { DATA_FILE });
      expect({ code, err }).toEqual({
        code: 1,
        err: expect.stringContaining(
          'was written by a later release (format 9; this one knows 1): start that one',
        ),
      });
    }
    expect(rowsIn(DATA_FILE)).toEqual(before);
    expect(existsSync(backup)).toBe(false);
  });

  it('is not of this one, in which nothing is to be mended', async () => {
    await fillStore(await sqliteStore(DATA_FILE));
    const { out } = await leadsHere(['upgrade'], { DATA_FILE });
    expect(out).toBe(
      'parts: looked at 0, changed 0\ncolumns: looked at 28, changed 0\ntimes: looked at 28, changed 0\n',
    );
  });
});
