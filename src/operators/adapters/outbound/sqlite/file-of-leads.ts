import { DataFile } from '../../../../adapters/outbound/sqlite/connection/data-file.ts';
import type { Database } from '../../../../adapters/outbound/sqlite/connection/database.ts';
import { crmTables } from '../../../../adapters/outbound/sqlite/crm-tables.ts';
import { heldIndex, sourceTables } from '../../../../adapters/outbound/sqlite/source-rows.ts';
import { StoreUnavailable } from '../../../../application/ports/outbound/store.ts';
import type { StoreUpgrade } from '../../../application/ports/outbound/store-upgrade.ts';
import { accessTokenTables } from './desk/sqlite-access-tokens.ts';
import { auditTables } from './desk/sqlite-audit-log.ts';
import { leaseTables } from './desk/sqlite-leases.ts';
import { peopleTables } from './desk/sqlite-people.ts';
import { ticketTables } from './desk/sqlite-tickets.ts';
import { giftTables, workTables } from './leads/deal-rows.ts';
import { talliedTables } from './leads/tallied-days.ts';
import { remainsTables } from './remains/owed-rows.ts';
import { asItCameTables } from './sources/as-it-came-rows.ts';
import { refusalTables } from './vendors/sqlite-refusals.ts';
import { deliveryTables } from './webhooks/delivery-rows.ts';
import { hookTables } from './webhooks/sqlite-hooks.ts';

/** The format of this release. Files of earlier releases are upgraded, those of later ones refused. */
const VERSION = 1;

/** SQLite's application id of these files: `lead`. */
const APPLICATION = 0x6c656164;

const tables = [
  ...[crmTables, sourceTables, workTables, refusalTables, hookTables, deliveryTables, remainsTables],
  ...[auditTables, peopleTables, ticketTables, accessTokenTables, leaseTables, giftTables, talliedTables],
  ...[asItCameTables, heldIndex],
].join('\n');

/** Opens the file in which leads are kept. `warn`: called with anything that an operator should know. */
export const fileOfLeads = (path: string, warn?: (message: string) => void): DataFile =>
  new DataFile(path, prepareTables, warn);

/**
 * The upgrade of a file by `leads upgrade`: opening it has already added tables that 0.3.0 lacks. 0.3.0 still opens
 * it, and ignores them.
 */
export const upgradeOfFile = (file: DataFile): StoreUpgrade => ({
  upgrade: () => file.read(() => [{ step: 'format', looked: 1, changed: 0 }]),
});

/** Makes missing tables. Throws StoreUnavailable for a file of another program, or of a later release. */
function prepareTables(db: Database): void {
  if (db.one('SELECT 1 FROM sqlite_schema LIMIT 1') === undefined)
    inOneWrite(db, () => {
      if (db.one('SELECT 1 FROM sqlite_schema LIMIT 1') === undefined)
        db.execute(`${tables} PRAGMA application_id = ${APPLICATION}; PRAGMA user_version = ${VERSION};`);
    });
  requireReadable(db);
  // A file of 0.3.0 or 0.4.0 lacks these.
  for (const [name, made] of [
    ['vacuumed', remainsTables],
    ['held', sourceTables],
    ['gifts', giftTables],
    ['tallied_days', talliedTables],
    ['as_it_came', asItCameTables],
    ['held_apart', heldIndex],
  ] as const) {
    const isThere = () => db.one('SELECT 1 FROM sqlite_schema WHERE name = ?', [name]) !== undefined;
    if (!isThere()) inOneWrite(db, () => isThere() || db.execute(made)); // another process may have been first
  }
}

export function requireReadable(db: Database): void {
  const { application_id: application } = db.one<{ application_id: number }>('PRAGMA application_id') ?? {};
  if (application === 0 && db.one(`SELECT 1 FROM sqlite_schema WHERE name = 'deal_words'`))
    throw new StoreUnavailable(
      `the file was rebuilt, as by .dump, and lost its mark: run sqlite3 on it, with PRAGMA application_id = ${APPLICATION}; PRAGMA user_version = ${VERSION};`,
    );
  if (application !== APPLICATION) throw new StoreUnavailable('the file is a database of another program');
  const { user_version: version = 0 } = db.one<{ user_version: number }>('PRAGMA user_version') ?? {};
  if (version > VERSION)
    throw new StoreUnavailable(
      `the file was written by a later release (format ${version}; this one knows ${VERSION}): start that one`,
    );
}

/** Runs work in one write transaction, so that processes that open the file at once do so one after the other. */
function inOneWrite(db: Database, work: () => unknown): void {
  db.execute('BEGIN IMMEDIATE');
  try {
    work();
    db.execute('COMMIT');
  } catch (error) {
    if (db.isInTransaction) db.execute('ROLLBACK');
    throw error;
  }
}
