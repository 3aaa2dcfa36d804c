import { afterAll } from 'vitest';
import { SqliteCrm } from '../../../../src/adapters/outbound/sqlite/leads/sqlite-crm.ts';
import { contactFromJson, dealFromJson } from '../../../../src/domain/work/as-json.ts';
import { crmContract } from '../../../../src/testing/crm-contract.ts';
import { sharedFile } from '../../../support/sqlite-file.ts';

const { file, other, breakDown, clear, close } = sharedFile();
afterAll(close);

crmContract('SQLite', async () => {
  const all = (table: string, column: string) =>
    other.read((db) =>
      db.all<{ text: string }>(
        `SELECT ${column} AS text FROM ${table} WHERE ${column} IS NOT NULL ORDER BY rowid`,
      ),
    );
  return {
    crm: new SqliteCrm(file),
    contacts: async () => (await all('contacts', 'contact')).map(({ text }) => contactFromJson(text)),
    deals: async () => (await all('deals', 'deal')).map(({ text }) => dealFromJson(text)),
    another: async () => new SqliteCrm(other),
    changeStatus: (id, status) =>
      other.write((db) => void db.run('UPDATE deals SET status = ? WHERE id = ?', [status, id])),
    refuseWrites: () =>
      other.write((db) => {
        for (const table of ['contacts', 'deals'])
          for (const write of ['INSERT', 'UPDATE'])
            db.execute(
              `CREATE TRIGGER no_${write}_${table} BEFORE ${write} ON ${table} BEGIN SELECT RAISE(ABORT, 'refused'); END`,
            );
      }),
    breakDown,
    close: clear,
  };
});
