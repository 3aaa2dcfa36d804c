import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DataFile } from '../../../../../src/adapters/outbound/sqlite/connection/data-file.ts';
import { SqliteErasure } from '../../../../../src/operators/adapters/outbound/sqlite/contacts/sqlite-erasure.ts';
import { SqliteRemains } from '../../../../../src/operators/adapters/outbound/sqlite/remains/sqlite-remains.ts';
import { dealOf, leadOf } from '../../../../../suites/samples.ts';
import { addLead } from '../../../../support/added-leads.ts';
import { crmIn, freshFile } from '../../../../support/sqlite-file.ts';

const now = new Date();

describe('what a file has of erased customers', () => {
  let fresh: ReturnType<typeof freshFile>;
  let others: DatabaseSync[];
  beforeEach(() => {
    fresh = freshFile();
    others = [];
  });
  afterEach(async () => {
    for (const each of others) if (each.isOpen) each.close();
    await fresh.close();
  });

  const remainsIn = (file: DataFile) => new SqliteRemains(file, '3:00');

  /** Resolves to the ids of the contacts. */
  const keepSome = (file: DataFile, count = 60): Promise<string[]> =>
    Promise.all(
      Array.from({ length: count }, async (_, number) => {
        const draft = { email: `e${number}zq@example.com`, notes: `Zqx${number} `.repeat(1_500) };
        const deal = dealOf(draft, { id: `lead-${number}` });
        return (await addLead(crmIn(file), deal, { customer: leadOf(draft).customer })).contactId;
      }),
    );

  /** As another program opens it. */
  function opened(): DatabaseSync {
    const db = new DatabaseSync(fresh.path);
    others.push(db);
    return db;
  }

  function read(db: DatabaseSync): void {
    db.exec('BEGIN');
    db.prepare('SELECT count(*) FROM deals').get();
  }

  /** In which of the two it still stands. */
  const places = (text: string) =>
    ['', '-wal'].filter((end) => readFileSync(`${fresh.path}${end}`, 'latin1').includes(text));

  // SQLite 3.53.4: with automatic vacuum on, some pages of a file are neither a table's nor an index's.
  it('goes, and the file stays whole, also if somebody switched automatic vacuum on', async () => {
    await fresh.file.write(() => {});
    await fresh.file.close();
    opened().exec('PRAGMA auto_vacuum = FULL; VACUUM');

    const file = fresh.open();
    const [first = ''] = await keepSome(file);
    await new SqliteErasure(file).erase(first, now);
    expect(places('Zqx0 ')).not.toEqual([]); // the search finds what is there
    expect(await remainsIn(file).remove({ thoroughly: false })).toBeUndefined();
    expect(places('Zqx0 ')).toEqual([]);
    expect(await file.problems()).toEqual([]);
    expect(await file.read((db) => db.one('PRAGMA integrity_check'))).toEqual({ integrity_check: 'ok' });
    expect(await crmIn(file).statusOf('lead-39')).toBeDefined();
  });

  it('is owed while somebody reads, also to a process that opens the file later, which removes it then', async () => {
    const [first = ''] = await keepSome(fresh.file);
    const shell = opened();
    read(shell);
    await new SqliteErasure(fresh.file).erase(first, now);
    const owed = await remainsIn(fresh.file).remove({ thoroughly: false });
    expect(owed).toEqual({ since: now, why: expect.stringMatching(/another program lets go of the file/) });

    const later = remainsIn(fresh.open());
    expect(await later.owed()).toEqual(owed);
    expect(places('Zqx0 ')).not.toEqual([]);
    shell.exec('COMMIT');
    expect(await later.remove({ thoroughly: false })).toBeUndefined();
    expect(await later.owed()).toBeUndefined();
    expect(places('Zqx0 ')).toEqual([]);
    expect(places('Zqx1 ')).not.toEqual([]);
  });

  // As Litestream 0.5.18 does: it reads at all times, and only it writes the log back, which then begins from its first frame.
  it('goes beside a program that always reads, once that has written the log back', async () => {
    const [first = '', second = ''] = await keepSome(fresh.file);
    const replicator = opened();
    replicator.exec('CREATE TABLE _seq (n INTEGER); INSERT INTO _seq VALUES (1)');
    const reader = opened();
    read(reader);
    await new SqliteErasure(fresh.file).erase(first, now);
    const remains = remainsIn(fresh.file);
    expect(await remains.remove({ thoroughly: false })).toBeDefined();
    await new SqliteErasure(fresh.file).erase(second, now); // one more meanwhile
    expect(await remains.remove({ thoroughly: false })).toBeDefined();

    for (let minute = 0; minute < 2; minute += 1) {
      reader.exec('COMMIT');
      replicator.exec('PRAGMA wal_checkpoint(PASSIVE)');
      read(reader);
      replicator.exec('UPDATE _seq SET n = n + 1');
      await remains.remove({ thoroughly: false });
    }
    expect(await remains.owed()).toBeUndefined();
    expect([places('Zqx0 '), places('Zqx1 ')]).toEqual([[], []]);
    expect(places('Zqx2 ')).not.toEqual([]);
  });

  it('waits for the quiet hour if others would wait, as far as the last time tells', async () => {
    const [first = ''] = await keepSome(fresh.file);
    const remains = remainsIn(fresh.file);
    await new SqliteErasure(fresh.file).eraseLead('lead-1', now);
    await remains.remove({ thoroughly: false });
    await fresh.file.write((db) => void db.run('UPDATE vacuumed SET milliseconds = 60000'));
    await new SqliteErasure(fresh.file).erase(first, now);
    const owed = await remains.remove({ thoroughly: false });
    expect(owed?.why).toMatch(/quiet hour, from 3:00 on/);
    expect(places('Zqx0 ')).not.toEqual([]);
    expect(await remains.remove({ thoroughly: true })).toBeUndefined();
    expect(places('Zqx0 ')).toEqual([]);
  });

  it('is nothing after an erasure of nothing', async () => {
    await keepSome(fresh.file, 1);
    const erasure = new SqliteErasure(fresh.file);
    await erasure.erase('nobody', now);
    await erasure.eraseLead('none', now);
    await erasure.retire(['lead-0'], { unmovedSince: new Date(0), at: now });
    expect(await remainsIn(fresh.file).owed()).toBeUndefined();
  });
});
