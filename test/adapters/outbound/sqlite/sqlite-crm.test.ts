import { afterAll } from 'vitest';
import type { DataFile } from '../../../../src/adapters/outbound/sqlite/connection/data-file.ts';
import { SqliteCrm } from '../../../../src/adapters/outbound/sqlite/sqlite-crm.ts';
import type { Crm } from '../../../../src/application/ports/outbound/crm.ts';
import { contactFromJson } from '../../../../src/domain/as-json.ts';
import { dealFromJson } from '../../../../src/operators/domain/work/as-json.ts';
import { crmContract } from '../../../../suites/crm-contract.ts';
import { crmAlone, crmIn, sharedFile } from '../../../support/sqlite-file.ts';

const whole = sharedFile();
const bare = sharedFile(crmAlone);
afterAll(() => Promise.all([whole.close(), bare.close()]));

const subject = ({ file, other, breakDown, clear }: typeof whole, crmOf: (file: DataFile) => Crm) => {
  const all = (table: string, column: string) =>
    other.read((db) =>
      db.all<{ text: string }>(
        `SELECT ${column} AS text FROM ${table} WHERE ${column} IS NOT NULL ORDER BY rowid`,
      ),
    );
  return {
    crm: crmOf(file),
    contacts: async () => (await all('contacts', 'contact')).map(({ text }) => contactFromJson(text)),
    deals: async () => (await all('deals', 'deal')).map(({ text }) => dealFromJson(text)),
    another: async () => crmOf(other),
    changeStatus: (id: string, status: string) =>
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
};

crmContract('SQLite', async () => subject(whole, crmIn));
crmContract('SQLite, without what operators keep', async () => subject(bare, (file) => new SqliteCrm(file)));
