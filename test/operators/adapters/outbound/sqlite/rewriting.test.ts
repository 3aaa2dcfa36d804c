import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { SqliteErasure } from '../../../../../src/operators/adapters/outbound/sqlite/contacts/sqlite-erasure.ts';
import { dealOf, leadOf } from '../../../../../src/testing/samples.ts';
import { crmIn, freshFile } from '../../../../support/sqlite-file.ts';

// SQLite 3.53.4: with automatic vacuum on, some pages of a file are neither a table's nor an index's.
it('a file on which somebody switched automatic vacuum on stays whole', async () => {
  const { file, open, path, close } = freshFile();
  await file.write(() => {});
  await file.close();
  const shell = new DatabaseSync(path);
  shell.exec('PRAGMA auto_vacuum = FULL; VACUUM');
  shell.close();

  const again = open();
  const [crm, erasure] = [crmIn(again), new SqliteErasure(again)];
  const keep = async (number: number) => {
    const draft = { email: `e${number}@example.com`, notes: `Zqx${number} `.repeat(1_500) };
    const contactId = await crm.upsertContact(leadOf(draft).customer);
    await crm.addDeal(dealOf(draft, { id: `lead-${number}`, contactId }));
    return contactId;
  };
  const [first = ''] = await Promise.all(Array.from({ length: 40 }, (_, number) => keep(number)));
  await erasure.erase(first, new Date());
  expect(await again.problems()).toEqual([]);
  expect(await again.read((db) => db.one('PRAGMA integrity_check'))).toEqual({ integrity_check: 'ok' });
  expect(await crm.statusOf('lead-39')).toBeDefined();
  await close();
});
