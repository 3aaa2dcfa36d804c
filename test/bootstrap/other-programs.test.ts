import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sqliteStore } from '../../src/bootstrap/modules/sqlite.ts';
import { jsonHere, leadsHere, serverHere } from '../support/in-process.ts';
import { sendLead } from '../support/receiver.ts';
import { fillStore } from '../support/whole-store.ts';

let folder: string;
let DATA_FILE: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'leads-others-'));
  DATA_FILE = join(folder, 'leads.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

const here = (words: string) => leadsHere(words.split(' '), { DATA_FILE });
const json = (words: string) => jsonHere(words.split(' '), { DATA_FILE });

function otherProgram<T>(work: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(DATA_FILE);
  const result = work(db);
  db.close();
  return result;
}
const by = (sql: string): void => otherProgram((db) => db.exec(sql));
const named = (type: string): unknown[] =>
  otherProgram((db) =>
    db.prepare('SELECT name, sql FROM sqlite_schema WHERE type = ? ORDER BY name').all(type),
  );

/** Rebuilds a table as `sqlite-utils transform` 4.2.1 does: with its indexes, quoted, and without its triggers. */
function transform(table: string): void {
  otherProgram((db) => {
    const all = `SELECT sql FROM sqlite_schema WHERE tbl_name = ? AND type = ? AND sql IS NOT NULL`;
    const indexes = db.prepare(all).all(table, 'index');
    const [made] = db.prepare(all).all(table, 'table');
    const other = `${made?.sql}`
      .replace(`CREATE TABLE ${table}`, 'CREATE TABLE "other"')
      .replaceAll(/DEFAULT (\d)/g, `DEFAULT '$1'`);
    db.exec(`BEGIN; ${other}; INSERT INTO other SELECT * FROM ${table}; DROP TABLE ${table}`);
    db.exec(`ALTER TABLE other RENAME TO ${table}; ${indexes.map(({ sql }) => sql).join(';')}; COMMIT`);
  });
}

describe('a file as another program leaves it', () => {
  it('is as this release makes it, in the doctor’s eyes, as long as nothing was taken away', async () => {
    await fillStore(await sqliteStore(DATA_FILE));
    by('VACUUM; CREATE TABLE notes (id); CREATE INDEX own ON deals (key_id)');
    expect((await here('doctor')).out).toContain(
      '\nstore: nothing is wrong\nbackup: not done yet by this command\nrehearsal: nothing is wrong\n',
    );
  });

  it('without triggers is told of, reports right, and is mended by an upgrade', async () => {
    const [, , leadId = ''] = await fillStore(await sqliteStore(DATA_FILE));
    const triggers = named('trigger');
    const report = 'report --since 2020-01-01 --until 2040-01-01';
    const before = await json(report); // keeps tallies
    expect(otherProgram((db) => db.prepare('SELECT count(*) AS kept FROM tallied_days').get())).not.toEqual({
      kept: 0,
    });
    transform('deals');
    await json(`lead move ${leadId} Lost --reason so --lost-reason price --by grace`);
    const after = await json(report);
    expect(after.total).toMatchObject({ lost: before.total.lost + 1, open: before.total.open - 1 });

    const { code, out } = await here('doctor');
    expect(code).toBe(1);
    expect(out).toContain(
      'store: Another program took parts of DATA_FILE away, or changed them: trigger tallied_lead_added, trigger tallied_lead_changed, trigger tallied_lead_removed, trigger as_it_came_erased, trigger as_it_came_removed. leads upgrade and the next start of a server make them again.',
    );
    expect(out).toContain('rehearsal: A made-up lead cannot be kept: ');
    expect((await here('upgrade --dry-run')).out).toContain('parts: looked at 5, would change 5');
    expect((await here('upgrade')).out).toContain('parts: looked at 5, changed 5\n');
    expect(named('trigger')).toEqual(triggers);
    expect((await here('doctor')).out).toContain('store: nothing is wrong');
    expect(await json(report)).toEqual(after);
  });

  it('without triggers loses what came with an erased lead all the same, at once or when it is mended', async () => {
    await fillStore(await sqliteStore(DATA_FILE));
    const came = `SELECT id FROM as_it_came JOIN deals USING (id) WHERE erased = 0`;
    const [first] = otherProgram((db) => db.prepare(came).all());
    transform('deals');
    await json(`lead erase ${first?.id} --yes`);
    const left = () => otherProgram((db) => db.prepare('SELECT id FROM as_it_came').all());
    expect(left()).not.toContainEqual(first);
    by(`INSERT INTO as_it_came SELECT '${first?.id}', 'source', 0, 'Ada', 0, NULL`); // as a program without it leaves
    await here('upgrade');
    expect(left()).not.toContainEqual(first);
  });

  it('without indexes is mended by the next start, which says so; of two leads with one key, one keeps it', async () => {
    await json('vendor add Acme');
    const { key } = await json('key issue Acme');
    await using server = await serverHere({ DATA_FILE });
    const body = { email: 'ada@example.com' };
    const leadId = await sendLead(server.url, body, key);
    const indexes = named('index');
    by('DROP INDEX deals_idempotency; DROP INDEX deals_owner');
    by(`UPDATE deals SET idempotency_key = 'k', deal = json_set(deal, '$.idempotency', json('{"key":"k"}'))`);
    by(`INSERT INTO deals SELECT number + 1, 'other', json_set(deal, '$.id', 'other'), contact_id, vendor_id, idempotency_key,
      status, deal_type, status_since, received_at, key_id, owner, waits_since, follow_up_at, promised_by, changed_at, erased, tally FROM deals`);
    await server.stop();

    await using next = await serverHere({ DATA_FILE, LOG_LEVEL: 'warn' });
    expect(next.log()).toContain(
      'The file of leads lacked parts, which another program took away. They are made again: index deals_idempotency, index deals_owner.',
    );
    expect((await fetch(`${next.url}/readyz`)).status).toBe(200);
    expect(named('index')).toEqual(indexes);
    const keys = otherProgram((db) =>
      db.prepare('SELECT id FROM deals WHERE idempotency_key IS NOT NULL').all(),
    );
    expect(keys).toEqual([{ id: leadId }]);
    expect((await here('doctor')).out).toContain('store: nothing is wrong');
  });

  it('with another status in the column than in the record is told of, and upgraded', async () => {
    const [leadId = ''] = await fillStore(await sqliteStore(DATA_FILE));
    const { status } = await json(`lead show ${leadId}`);
    by(`UPDATE deals SET status = 'Nonsense' WHERE id = '${leadId}'`);
    const { out } = await here('doctor');
    expect(out).toContain(`store: Another program changed columns of one lead (${leadId}): `);
    expect((await here('upgrade')).out).toContain('columns: looked at 28, changed 1\n');
    expect(otherProgram((db) => db.prepare('SELECT status FROM deals WHERE id = ?').get(leadId))).toEqual({
      status,
    });
    expect((await here('doctor')).out).toContain('store: nothing is wrong');
  });

  it.each([
    [
      'ALTER TABLE deals DROP COLUMN key_id',
      'column deals.key_id. They cannot be made again: restore a backup.',
    ],
    ['DROP INDEX deals_due; CREATE INDEX deals_due ON deals (id)', 'index deals_due. leads upgrade'],
    [
      'DROP TABLE refusals; CREATE TABLE refusals (number INTEGER PRIMARY KEY, vendor_id TEXT NOT NULL, at INTEGER NOT NULL, request TEXT NOT NULL); CREATE INDEX refusals_vendor ON refusals (vendor_id, at)',
      'table refusals. They cannot',
    ],
  ])('and after %s', async (sql, told) => {
    await json('vendor add Acme');
    by(sql);
    expect((await here('doctor')).out).toContain(told);
  });
});

describe('leads restore', () => {
  it('says if the copy was not made by leads backup', async () => {
    await fillStore(await sqliteStore(DATA_FILE));
    const [copy, backup] = [join(folder, 'copy.db'), join(folder, 'backup.db')];
    await json(`backup ${backup}`);
    copyFileSync(DATA_FILE, copy);
    const words =
      'The copy was not made by leads backup: unless its log (…-wal) lay beside it, the last leads are missing.';
    expect((await here(`restore ${copy}`)).out).toContain(words);
    expect((await here(`restore ${backup}`)).out).not.toContain(words);
    expect(await json(`restore ${copy}`)).toMatchObject({ madeByBackup: false });
  });
});
