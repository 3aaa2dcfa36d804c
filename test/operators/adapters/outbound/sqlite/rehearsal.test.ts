import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DataFile } from '../../../../../src/adapters/outbound/sqlite/connection/data-file.ts';
import {
  type Rehearse,
  StoreUnavailable,
  StoreUnfit,
} from '../../../../../src/application/ports/outbound/store.ts';
import { sqliteStore } from '../../../../../src/bootstrap/modules/sqlite.ts';
import { fileOfLeads } from '../../../../../src/operators/adapters/outbound/sqlite/file-of-leads.ts';
import { rehearsalOfFile } from '../../../../../src/operators/adapters/outbound/sqlite/rehearsal-of-file.ts';
import { run } from '../../../../support/processes.ts';
import { rowsIn } from '../../../../support/rows-in.ts';
import { freshFile } from '../../../../support/sqlite-file.ts';
import { fillStore } from '../../../../support/whole-store.ts';

let fresh: ReturnType<typeof freshFile>;
let file: DataFile;
let rehearse: Rehearse;
let told: string[];
beforeEach(() => {
  fresh = freshFile();
  file = fresh.file;
  told = [];
  rehearse = rehearsalOfFile(file, (message) => void told.push(message));
});
afterEach(() => fresh.close());

/** All that a file has: also what it keeps of itself. */
function everything(path: string) {
  const db = new DatabaseSync(path, { readOnly: true });
  const own = ['file', 'owed', 'vacuumed', 'tallied_days', 'sqlite_sequence'];
  const kept = own.map((table) => db.prepare(`SELECT * FROM ${table}`).all());
  db.close();
  return { ...rowsIn(path), kept };
}

const failure = (mends = false) => rehearse({ mends }).catch((error: unknown) => error);

describe('a rehearsal in a file', () => {
  it('leaves no record, no commit and no number used, with every kind of record there before', async () => {
    await fillStore(await sqliteStore(fresh.path));
    const before = everything(fresh.path);
    for (const mends of [true, false, false]) await rehearse({ mends });
    expect(everything(fresh.path)).toEqual(before);
    await file.close();
    expect(readFileSync(fresh.path, 'latin1')).not.toContain('rehearsal-');
    expect(told).toEqual([]);
  });

  it('leaves nothing either if the process is killed in the middle of it', async () => {
    await rehearse({ mends: false });
    const before = everything(fresh.path);
    const killed = await run(process.execPath, ['test/support/killed-rehearsal.ts', fresh.path], {}).finished;
    expect(killed.err).toBe('');
    expect(killed.out).toBe('a deal is there\n');
    expect(killed.code).not.toBe(0);
    expect(everything(fresh.path)).toEqual(before);
    expect(await failure()).toBeUndefined();
  });

  it.each([
    [
      'DROP INDEX deals_idempotency',
      'one Idempotency-Key makes two leads: the index deals_idempotency is missing',
    ],
    ['DROP TRIGGER tallied_lead_added', 'a kept tally stays when a lead comes: a trigger is missing'],
    ['DROP TABLE deal_words', 'no such table: deal_words'],
    [
      'ALTER TABLE contacts RENAME named TO called',
      'INSERT INTO contacts: table contacts has no column named named',
    ],
    [
      'ALTER TABLE deliveries RENAME due TO due_at',
      'INSERT INTO deliveries: table deliveries has no column named due',
    ],
    [
      "CREATE TRIGGER no BEFORE INSERT ON deals BEGIN SELECT RAISE(ABORT, 'no'); END",
      'INSERT INTO deals: no',
    ],
  ])('is red after %s, and names the cause', async (sql, why) => {
    await file.read((db) => db.execute(sql));
    const error = await failure();
    expect(error).toBeInstanceOf(StoreUnfit);
    expect((error as Error).message).toContain(why);
  });

  it('is red where a page more has no room, and waiting may help', async () => {
    await file.read((db) => {
      db.execute('DROP TABLE contacts');
      db.execute(
        'CREATE TABLE contacts (id, contact, named, erased, merged_into, more DEFAULT (zeroblob(100000)))',
      );
      const { page_count: pages } = db.one<{ page_count: number }>('PRAGMA page_count') ?? { page_count: 0 };
      db.execute(`PRAGMA max_page_count = ${pages}`);
    });
    const error = await failure();
    expect(error).toBeInstanceOf(StoreUnavailable);
    expect(error).not.toBeInstanceOf(StoreUnfit);
    expect((error as Error).message).toContain('the disk of the file of leads is full (INSERT INTO contacts');
  });

  it('with mending, makes again what another program took, tells so once, and is green', async () => {
    await file.read((db) => db.execute('DROP INDEX deals_idempotency; DROP TRIGGER tallied_lead_added'));
    expect(await failure(true)).toBeUndefined();
    expect(await failure(true)).toBeUndefined();
    expect(told).toEqual([
      'The file of leads lacked parts, which another program took away. They are made again: index deals_idempotency, trigger tallied_lead_added.',
    ]);
  });

  it('waits for others that write', async () => {
    const other = new DatabaseSync(fresh.path);
    other.exec('BEGIN IMMEDIATE');
    const rehearsed = failure();
    await new Promise((resolve) => setTimeout(resolve, 50));
    other.exec('COMMIT');
    other.close();
    expect(await rehearsed).toBeUndefined();
  });

  it('in memory is the same', async () => {
    const memory = fileOfLeads(':memory:');
    await rehearsalOfFile(memory, () => {})({ mends: true });
    expect(await memory.read((db) => db.one('SELECT count(*) AS count FROM deals'))).toEqual({ count: 0 });
    await memory.close();
  });
});
