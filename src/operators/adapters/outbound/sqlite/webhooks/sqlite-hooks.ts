import type { Progress } from '#operators/application/events/ports/deliveries.ts';
import type { HookDirectory } from '#operators/application/events/ports/hook-directory.ts';
import {
  HOOK_KEY_ID,
  type Shelf,
  type ShelvedHookKey,
} from '#operators/application/ports/outbound/shelves.ts';
import type { Hook } from '#operators/domain/events/hook.ts';
import type { DataFile } from '../../../../../adapters/outbound/sqlite/connection/data-file.ts';
import type { Database } from '../../../../../adapters/outbound/sqlite/connection/database.ts';
import { HooksInRecords } from '../../records/hooks-in-records.ts';
import { recordTable, SqliteRecords } from '../tables/records.ts';
import { tableShelf } from '../tables/table-shelf.ts';
import { inSteps } from './delivery-steps.ts';

export const hooks = recordTable<Hook>('hooks', 'id');

/** The webhooks; and the fingerprint of the key of their secrets, in at most one row. */
export const hookTables = `
  CREATE TABLE hooks (id TEXT PRIMARY KEY, record TEXT NOT NULL) STRICT;
  CREATE TABLE hook_key (fingerprint TEXT NOT NULL) STRICT;
`;

/** The webhooks in the file. Every call is short, except the removal of a hook. */
export class SqliteHooks extends HooksInRecords implements HookDirectory {
  readonly #file: DataFile;

  constructor(file: DataFile) {
    super(new SqliteRecords(file, hooks));
    this.#file = file;
  }

  keepKey(fingerprint: string, replacing?: string): Promise<string> {
    return this.#file.write((db) => {
      const kept = keptKey(db);
      if (kept !== undefined && kept !== replacing) return kept;
      putKey(db, fingerprint);
      return fingerprint;
    });
  }

  keptKey(): Promise<string | undefined> {
    return this.#file.read(keptKey);
  }

  async remove(hookId: string, progress?: Progress): Promise<void> {
    await inSteps(this.#file, hookId, progress, { sql: 'TRUE', values: [] }, (db, number) =>
      db.run('DELETE FROM deliveries WHERE number = ?', [number]),
    );
    await this.records.remove({ id: hookId });
  }
}

const keptKey = (db: Database): string | undefined =>
  db.one<{ fingerprint: string }>('SELECT fingerprint FROM hook_key')?.fingerprint;

function putKey(db: Database, fingerprint: string): void {
  db.run('DELETE FROM hook_key');
  db.run('INSERT INTO hook_key (fingerprint) VALUES (?)', [fingerprint]);
}

export const hookKeyShelf = (file: DataFile): Shelf<ShelvedHookKey> =>
  tableShelf(file, {
    table: 'hook_key',
    key: `'${HOOK_KEY_ID}'`,
    from: ({ fingerprint }: { readonly fingerprint: string }) => ({ id: HOOK_KEY_ID, fingerprint }),
    put: (db, { fingerprint }) => putKey(db, fingerprint),
  });
