import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { ContainerModule, type ResolutionContext } from 'inversify';
import type { DataFile } from '../../adapters/outbound/sqlite/connection/data-file.ts';
import { IN_MEMORY } from '../../adapters/outbound/sqlite/connection/database.ts';
import { placeOf, restoringMark } from '../../adapters/outbound/sqlite/connection/place.ts';
import { SqliteCrm } from '../../adapters/outbound/sqlite/sqlite-crm.ts';
import { SqliteKeys } from '../../adapters/outbound/sqlite/sqlite-keys.ts';
import { SqliteSources } from '../../adapters/outbound/sqlite/sqlite-sources.ts';
import { StoreUnavailable } from '../../application/ports/outbound/store.ts';
import { backupIntoFolder } from '../../operators/adapters/outbound/sqlite/backup-into-folder.ts';
import { backupOfFile } from '../../operators/adapters/outbound/sqlite/backup-of-file.ts';
import { SqliteContacts } from '../../operators/adapters/outbound/sqlite/contacts/sqlite-contacts.ts';
import { SqliteErasure } from '../../operators/adapters/outbound/sqlite/contacts/sqlite-erasure.ts';
import {
  accessTokensIn,
  leasesIn,
  peopleIn,
  subscriptionsIn,
  ticketsIn,
} from '../../operators/adapters/outbound/sqlite/desk/desk-tables.ts';
import { SqliteAuditLog } from '../../operators/adapters/outbound/sqlite/desk/sqlite-audit-log.ts';
import { fileOfLeads } from '../../operators/adapters/outbound/sqlite/file-of-leads.ts';
import { besideDeals } from '../../operators/adapters/outbound/sqlite/leads/beside-deals.ts';
import { SqliteLeads } from '../../operators/adapters/outbound/sqlite/leads/sqlite-leads.ts';
import { SqliteReport } from '../../operators/adapters/outbound/sqlite/leads/sqlite-report.ts';
import { rehearsalOfFile } from '../../operators/adapters/outbound/sqlite/rehearsal-of-file.ts';
import { SqliteRemains } from '../../operators/adapters/outbound/sqlite/remains/sqlite-remains.ts';
import { SqliteManagedSources } from '../../operators/adapters/outbound/sqlite/sources/sqlite-managed-sources.ts';
import { sqliteShelves } from '../../operators/adapters/outbound/sqlite/sqlite-shelves.ts';
import { problemsOfFile, upgradeOfFile } from '../../operators/adapters/outbound/sqlite/upkeep-of-file.ts';
import { SqliteRefusals } from '../../operators/adapters/outbound/sqlite/vendors/sqlite-refusals.ts';
import { SqliteVendors } from '../../operators/adapters/outbound/sqlite/vendors/sqlite-vendors.ts';
import { SqliteDeliveries } from '../../operators/adapters/outbound/sqlite/webhooks/sqlite-deliveries.ts';
import { SqliteHooks } from '../../operators/adapters/outbound/sqlite/webhooks/sqlite-hooks.ts';
import { InvalidConfig } from '../read-config.ts';
import { bindParts, type Store, storeInProcess, UnusableStore } from '../store.ts';
import { token } from '../token.ts';
import { tokens } from '../tokens.ts';

const dataFile = token<DataFile>('file of leads');

/**
 * Binds a store that keeps everything in one file, or in memory (`IN_MEMORY`). It is opened when it is first
 * needed; unbinding closes it.
 */
export const sqliteModule = (path: string): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(dataFile)
      .toDynamicValue(({ get }) => fileOfLeads(path, get(tokens.journal).warn))
      .inSingletonScope()
      .onDeactivation((file) => file.close());
    bind(tokens.shelves).toDynamicValue(({ get }) => sqliteShelves(get(dataFile)));
    if (path !== IN_MEMORY) {
      bind(tokens.storeBackup).toConstantValue(backupOfFile(path));
      bind(tokens.backupInto).toConstantValue(backupIntoFolder(path));
      bind(tokens.storeRoom).toDynamicValue(({ get }) => get(dataFile).room);
    }
    bindParts(bind, {
      crm: ({ get }) => new SqliteCrm(get(dataFile), besideDeals),
      vendors: ({ get }) => new SqliteKeys(get(dataFile)),
      storeHealth: ({ get }) => get(dataFile).isReachable,
      storeProblems: ({ get }) => problemsOfFile(get(dataFile)),
      rehearse: ({ get }) => rehearsalOfFile(get(dataFile), get(tokens.journal).warn),
      hooks: ({ get }) => new SqliteHooks(get(dataFile)),
      deliveries: ({ get }) => new SqliteDeliveries(get(dataFile)),
      leads: ({ get }) => new SqliteLeads(get(dataFile)),
      contacts: ({ get }) => new SqliteContacts(get(dataFile)),
      report: ({ get }) => new SqliteReport(get(dataFile)),
      erasure: ({ get }) => new SqliteErasure(get(dataFile)),
      ...(path !== IN_MEMORY && {
        remains: ({ get }: ResolutionContext) =>
          new SqliteRemains(get(dataFile), `${get(tokens.config).QUIET_HOUR}:00`),
      }),
      managedVendors: ({ get }) => new SqliteVendors(get(dataFile)),
      audit: ({ get }) => new SqliteAuditLog(get(dataFile)),
      storeUpgrade: ({ get }) => upgradeOfFile(get(dataFile)),
      tickets: ({ get }) => ticketsIn(get(dataFile)),
      people: ({ get }) => peopleIn(get(dataFile)),
      accessTokens: ({ get }) => accessTokensIn(get(dataFile)),
      subscriptions: ({ get }) => subscriptionsIn(get(dataFile)),
      leases: ({ get }) => leasesIn(get(dataFile)),
      refusals: ({ get }) => new SqliteRefusals(get(dataFile)),
      sources: ({ get }) => new SqliteSources(get(dataFile)),
      managedSources: ({ get }) => new SqliteManagedSources(get(dataFile)),
    });
  });

/** Binds a store that keeps everything in this process, and loses it with the process. */
export const storeInMemory = (): Store => storeInProcess(sqliteModule(IN_MEMORY));

/**
 * Throws InvalidConfig if the file is not there or empty: commands that read would report that there are no leads.
 */
export function requireFile(path: string): void {
  requireFolder(path);
  requireNoGap(path);
  const { size } = statSync(path, { throwIfNoEntry: false }) ?? {};
  if (size || existsSync(`${path}-wal`)) return;
  throw new InvalidConfig(
    `DATA_FILE names ${size === 0 ? 'an empty file' : 'no file'} (${resolve(path)}): name the one that the servers use. It is npm start, vendor add, person add, desk link and copy that make one`,
  );
}

/** Throws UnusableStore if the folder of a file is not there. */
function requireFolder(path: string): void {
  const folder = dirname(resolve(path));
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new UnusableStore(`DATA_FILE cannot be used (${resolve(path)}): there is no folder ${folder}.`);
}

/** Opens a file of leads. Throws UnusableStore if the file cannot be used, or only be read. */
export async function sqliteStore(path: string): Promise<Store> {
  requireFolder(path);
  requireNoGap(path);
  const isNew = !existsSync(path); // also true for a link to nothing
  const file = fileOfLeads(path);
  try {
    await file.read(() => {});
    requireWritable(path);
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    throw unusable(path, isRestored(path) ? `${error.message}; ${RESTORED}` : error.message);
  } finally {
    await file.close();
  }
  return {
    name: `the file ${resolve(path)}`,
    setting: 'DATA_FILE',
    durable: true,
    local: true,
    isNew,
    module: sqliteModule(path),
  };
}

/** Throws UnusableStore if the file is missing while, or since, a restore put another in its place. */
function requireNoGap(path: string): void {
  if (!existsSync(path) && isRestored(path)) throw unusable(path, `it is not there, and ${RESTORED}`);
}

const isRestored = (path: string): boolean => existsSync(restoringMark(placeOf(path)));

const RESTORED = 'leads restore is at work on it, or was broken off: wait until it is done, or run it again';

const unusable = (path: string, why: string): UnusableStore =>
  new UnusableStore(`DATA_FILE cannot be used (${resolve(path)}): ${why}.`);

function requireWritable(path: string): void {
  try {
    accessSync(path, constants.W_OK);
  } catch (error) {
    throw new StoreUnavailable(`it may only be read (${(error as NodeJS.ErrnoException).code})`);
  }
}
