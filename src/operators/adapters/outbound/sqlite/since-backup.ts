import type { DoAgain, SinceBackup } from '#operators/application/ports/outbound/store-restore.ts';
import type { Database } from '../../../../adapters/outbound/sqlite/connection/database.ts';

/** Lists what a file has that its backup lacks. Throws SQLite's errors. */
export function sinceBackup(db: Database, backup: string): SinceBackup {
  db.run('ATTACH DATABASE ? AS backup', [backup]);
  const count = (table: string): number =>
    db.one<{ count: number }>(
      `SELECT count(*) AS count FROM main.${table} WHERE id NOT IN (SELECT id FROM backup.${table})`,
    )?.count ?? 0;
  const keepsHeld = ['main', 'backup'].every((file) =>
    db.one(`SELECT 1 FROM ${file}.sqlite_schema WHERE name = 'held'`),
  );
  const again = [...(keepsHeld ? ofSources : []), ...questions].flatMap(({ what, sql, command }) =>
    db.all<Found>(sql).map(
      ({ id, name }): DoAgain => ({
        what: what.replace('NAME', name ?? ''),
        command: command.replace('ID', id).replace('NAME', JSON.stringify(name ?? '')),
      }),
    ),
  );
  const found = { leads: count('deals'), audit: count('audit') };
  const { first } =
    db.one<{ first: number | null }>(
      'SELECT min(at) AS first FROM main.audit WHERE id NOT IN (SELECT id FROM backup.audit)',
    ) ?? {};
  db.execute('DETACH DATABASE backup');
  return {
    ...found,
    again,
    auditSince: first ? new Date(first) : undefined,
  };
}

interface Found {
  readonly id: string;
  readonly name?: string | null;
}

/** Finds ids, and names if `what` or `command` contains one. */
interface Question {
  readonly what: string;
  readonly sql: string;
  readonly command: string;
}

/** Those of which a lead was made are no longer in the way: that lead is lost. */
const goneFromHeld: Question = {
  what: 'held lead erased or dropped',
  sql: `SELECT id FROM backup.held WHERE id NOT IN (SELECT id FROM main.held)
    AND (held ->> 'key') NOT IN (SELECT idempotency_key FROM main.deals WHERE idempotency_key IS NOT NULL)`,
  command: 'held drop ID',
};

/** A file of 0.3.0 has no sources, and holds nothing. */
const ofSources: readonly Question[] = [
  goneFromHeld,
  {
    what: 'source of NAME removed',
    sql: `SELECT id, source ->> 'vendorName' AS name FROM backup.sources
      WHERE id NOT IN (SELECT id FROM main.sources)`,
    command: 'source remove ID',
  },
  {
    what: 'secret of a source of NAME replaced: its sender needs another one',
    sql: `SELECT id, present.source ->> 'vendorName' AS name FROM main.sources AS present JOIN backup.sources AS old USING (id)
      WHERE present.source -> '$.secrets[#-1].digest' <> old.source -> '$.secrets[#-1].digest'`,
    command: 'source rotate ID',
  },
  {
    what: 'source of NAME opened: its sender needs another address',
    sql: `SELECT source ->> 'kind' AS id, source ->> 'vendorName' AS name FROM main.sources
      WHERE id NOT IN (SELECT id FROM backup.sources)`,
    command: 'source add ID --vendor NAME',
  },
];

const questions: readonly Question[] = [
  {
    what: 'customer erased',
    sql: `SELECT id FROM main.contacts WHERE erased IS NOT NULL
      AND id IN (SELECT id FROM backup.contacts WHERE contact IS NOT NULL)`,
    command: 'contact erase --contact ID --yes',
  },
  {
    what: 'lead erased',
    sql: `SELECT deals.id FROM main.deals LEFT JOIN main.contacts ON contacts.id = contact_id
      WHERE deals.erased = 1 AND contacts.erased IS NULL
      AND deals.id IN (SELECT id FROM backup.deals WHERE erased = 0)`,
    command: 'lead erase ID --yes',
  },
  {
    what: 'key of NAME revoked',
    sql: `SELECT key.value ->> 'id' AS id, name FROM main.vendors, json_each(account, '$.keys') AS key
      WHERE key.value ->> 'revoked' IS NOT NULL AND key.value ->> 'id' IN (
        SELECT key.value ->> 'id' FROM backup.vendors, json_each(account, '$.keys') AS key
        WHERE key.value ->> 'revoked' IS NULL)`,
    command: 'key revoke ID',
  },
  {
    what: 'key of NAME issued or replaced: the vendor needs another one',
    sql: `SELECT name AS id, name FROM main.vendors, json_each(account, '$.keys') AS key
      WHERE key.value ->> 'revoked' IS NULL AND name IN (SELECT name FROM backup.vendors) AND key.value ->> 'id' NOT IN (
        SELECT key.value ->> 'id' FROM backup.vendors, json_each(account, '$.keys') AS key)`,
    command: 'key issue NAME',
  },
  {
    what: 'vendor added, with its keys',
    sql: 'SELECT id, name FROM main.vendors WHERE id NOT IN (SELECT id FROM backup.vendors)',
    command: 'vendor add NAME',
  },
  {
    what: 'token of NAME revoked',
    sql: `SELECT id, record ->> 'name' AS name FROM main.access_tokens WHERE record ->> 'revoked' IS NOT NULL
      AND id IN (SELECT id FROM backup.access_tokens WHERE record ->> 'revoked' IS NULL)`,
    command: 'token revoke ID',
  },
  {
    what: 'token of NAME issued: the program needs another one',
    sql: `SELECT record ->> 'role' AS id, record ->> 'name' AS name FROM main.access_tokens
      WHERE record ->> 'revoked' IS NULL AND id NOT IN (SELECT id FROM backup.access_tokens)`,
    command: 'token issue NAME --role ID',
  },
  {
    what: 'NAME left',
    sql: `SELECT id, record ->> 'name' AS name FROM main.people WHERE record ->> 'left' IS NOT NULL
      AND id IN (SELECT id FROM backup.people WHERE record ->> 'left' IS NULL)`,
    command: 'person hand-over ID --nobody --end-sessions',
  },
  {
    what: 'person added',
    sql: `SELECT id, record ->> 'name' AS name FROM main.people WHERE id NOT IN (SELECT id FROM backup.people)`,
    command: 'person add NAME',
  },
  {
    what: 'webhook removed',
    sql: 'SELECT id FROM backup.hooks WHERE id NOT IN (SELECT id FROM main.hooks)',
    command: 'hook remove ID',
  },
  {
    what: 'webhook paused',
    sql: `SELECT id FROM main.hooks WHERE record ->> 'paused' IS NOT NULL
      AND id IN (SELECT id FROM backup.hooks WHERE record ->> 'paused' IS NULL)`,
    command: 'hook pause ID',
  },
  {
    what: 'secret of a webhook replaced',
    sql: `SELECT id FROM main.hooks AS present JOIN backup.hooks AS old USING (id)
      WHERE present.record -> '$.secrets[#-1].generation' <> old.record -> '$.secrets[#-1].generation'`,
    command: 'hook rotate ID',
  },
  {
    what: 'webhook added',
    sql: `SELECT id, record ->> 'url' AS name FROM main.hooks WHERE id NOT IN (SELECT id FROM backup.hooks)`,
    command: 'hook add NAME',
  },
];
