import { expect, it } from 'vitest';
import type { Database } from '../../../../../src/adapters/outbound/sqlite/connection/database.ts';
import { freshFile } from '../../../../support/sqlite-file.ts';

const keep = (db: Database, name: string) =>
  db.run('INSERT INTO people (id, record) VALUES (?, ?)', [name, '{}']);

it('of units that arrive together, one that fails half done leaves nothing, and the others are kept once', async () => {
  const { file, close } = freshFile();
  const failing = (name: string) => (db: Database) => {
    keep(db, name);
    throw new Error(`${name} failed`);
  };
  const outcomes = await Promise.allSettled([
    file.write((db) => keep(db, 'first')),
    file.write(failing('second')),
    file.write((db) => keep(db, 'third')),
    file.write(() => {
      throw new Error('decided against it');
    }),
    file.write(failing('fifth')),
    file.write((db) => keep(db, 'sixth')),
  ]);
  const told = outcomes.map((each) => (each.status === 'fulfilled' ? each.value : each.reason.message));
  expect(told).toEqual([1, 'second failed', 1, 'decided against it', 'fifth failed', 1]);
  expect(await file.read((db) => db.all<{ id: string }>('SELECT id FROM people ORDER BY rowid'))).toEqual(
    ['first', 'third', 'sixth'].map((id) => ({ id })),
  );
  await close();
});
