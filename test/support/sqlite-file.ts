import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataFile } from '../../src/adapters/outbound/sqlite/connection/data-file.ts';
import { IN_MEMORY } from '../../src/adapters/outbound/sqlite/connection/database.ts';
import { crmTables } from '../../src/adapters/outbound/sqlite/crm-tables.ts';
import { SqliteCrm } from '../../src/adapters/outbound/sqlite/sqlite-crm.ts';
import { SqliteKeys } from '../../src/adapters/outbound/sqlite/sqlite-keys.ts';
import type { Clock } from '../../src/application/ports/outbound/runtime.ts';
import { SqliteContacts } from '../../src/operators/adapters/outbound/sqlite/contacts/sqlite-contacts.ts';
import { SqliteErasure } from '../../src/operators/adapters/outbound/sqlite/contacts/sqlite-erasure.ts';
import {
  accessTokensIn,
  leasesIn,
  peopleIn,
  subscriptionsIn,
  ticketsIn,
} from '../../src/operators/adapters/outbound/sqlite/desk/desk-tables.ts';
import { SqliteAuditLog } from '../../src/operators/adapters/outbound/sqlite/desk/sqlite-audit-log.ts';
import { fileOfLeads } from '../../src/operators/adapters/outbound/sqlite/file-of-leads.ts';
import { besideDeals } from '../../src/operators/adapters/outbound/sqlite/leads/beside-deals.ts';
import { SqliteLeads } from '../../src/operators/adapters/outbound/sqlite/leads/sqlite-leads.ts';
import { SqliteReport } from '../../src/operators/adapters/outbound/sqlite/leads/sqlite-report.ts';
import { SqliteManagedSources } from '../../src/operators/adapters/outbound/sqlite/sources/sqlite-managed-sources.ts';
import { SqliteRefusals } from '../../src/operators/adapters/outbound/sqlite/vendors/sqlite-refusals.ts';
import { SqliteVendors } from '../../src/operators/adapters/outbound/sqlite/vendors/sqlite-vendors.ts';
import { SqliteDeliveries } from '../../src/operators/adapters/outbound/sqlite/webhooks/sqlite-deliveries.ts';
import { SqliteHooks } from '../../src/operators/adapters/outbound/sqlite/webhooks/sqlite-hooks.ts';
import { directoryOf } from './vendor-directory.ts';
import { watchedAudit } from './watched-audit.ts';

/** In memory where there is such a disk: thousands of commits need not wait for one that keeps them. */
const disk = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** A new file of leads in a folder of its own. */
export function freshFile(openIn: (path: string) => DataFile = fileOfLeads) {
  const folder = mkdtempSync(join(disk, 'leads-'));
  const path = join(folder, 'leads.db');
  const opened: DataFile[] = [];
  const open = () => {
    const file = openIn(path);
    opened.push(file);
    return file;
  };
  return {
    path,
    file: open(),
    /** As another process would open it. */
    open,
    /** Takes the file away; resolves to a function that gives it back. */
    async breakDown() {
      renameSync(path, `${path}.away`);
      return async () => renameSync(`${path}.away`, path);
    },
    async close() {
      for (const each of opened) await each.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** In memory, as the file's tables are. It has no second process. */
export const inMemory = (): DataFile => fileOfLeads(IN_MEMORY);

/** A file that has nothing of what operators keep. */
export const crmAlone = (path: string): DataFile =>
  new DataFile(path, (db) => {
    if (db.one('SELECT 1 FROM sqlite_schema LIMIT 1') === undefined) db.execute(crmTables);
  });

/** The CRM, with what operators need of each new lead. */
export const crmIn = (file: DataFile) => new SqliteCrm(file, besideDeals);

/** Accounts and their keys in a file. */
export const vendorsIn = (file: DataFile) => directoryOf(new SqliteKeys(file), new SqliteVendors(file));

/** What the desk has of a store, in a file. */
export const storeInFile = (file: DataFile) => ({
  file,
  crm: crmIn(file),
  backOffice: {
    leads: new SqliteLeads(file),
    contacts: new SqliteContacts(file),
    report: new SqliteReport(file),
    erasure: new SqliteErasure(file),
  },
  vendors: vendorsIn(file),
  audit: watchedAudit(new SqliteAuditLog(file)),
  refusals: new SqliteRefusals(file),
  people: peopleIn(file),
  accessTokens: accessTokensIn(file),
  hooks: new SqliteHooks(file),
  deliveries: new SqliteDeliveries(file),
  managedSources: new SqliteManagedSources(file),
  leases: leasesIn(file),
  subscriptions: subscriptionsIn(file),
  ticketsAt: (clock: Clock) => ticketsIn(file, clock),
});

/** What the use cases have of a store. */
export type StoreOfDesk = ReturnType<typeof storeInFile>;

/** One file for many tests, one after the other, opened twice: to open one takes more than what most of them do. */
export function sharedFile(openIn?: (path: string) => DataFile) {
  const fresh = freshFile(openIn);
  return {
    ...fresh,
    other: fresh.open(),
    /** Takes everything out of it. */
    async clear() {
      await fresh.file.write((db) => {
        const triggers = db.all<{ name: string; sql: string }>(
          `SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'`,
        );
        for (const { name } of triggers) db.execute(`DROP TRIGGER ${name}`);
        for (const { name } of db.all<{ name: string }>(tables)) db.execute(`DELETE FROM ${name}`);
        for (const { name, sql } of triggers) if (!name.startsWith('no_')) db.execute(sql); // not of `refuseWrites`
      });
    },
  };
}

const tables = `SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'file'`;
