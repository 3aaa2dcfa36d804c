import type { Clock } from '../../application/ports/outbound/runtime.ts';
import { DAY_MS } from '../domain/day.ts';
import { type AuditPorts, audited } from './audited.ts';
import type { By } from './ports/order.ts';
import type { AuditLog, AuditPlace, OperatorAction } from './ports/outbound/audit-log.ts';
import type { BackupInFolder, BackupInto, StoreBackup } from './ports/outbound/store-backup.ts';
import type { UpgradeProgress } from './ports/outbound/store-upgrade.ts';

interface BackUpPorts extends AuditPorts {
  readonly storeBackup: StoreBackup;
  readonly backupInto: BackupInto;
}

interface BackUp {
  readonly by: By;
  readonly progress: (progress: UpgradeProgress) => void;
}

/** Backups of the store, each recorded in the audit log. Any method throws Refused if `by` is no name. */
export interface BackUpStore {
  /** Writes one new file. Throws as `StoreBackup`. */
  file(path: string, order: BackUp): Promise<{ readonly leads: number }>;
  /** Writes a file into a folder, and removes those kept for longer than `keep` milliseconds. Throws as `BackupInto`. */
  into(folder: string, order: BackUp & { readonly keep: number }): Promise<BackupInFolder>;
}

export function makeBackUpStore({ storeBackup, backupInto, ...ports }: BackUpPorts): BackUpStore {
  const recorded = <T>(by: By, act: () => Promise<T>) =>
    audited(ports, { by, action: 'store.backup', on: STORE }, act);
  return {
    file: (path, { by, progress }) => recorded(by, () => storeBackup(path, progress)),
    into(folder, { by, keep, progress }) {
      const at = ports.clock();
      const keptSince = new Date(at.getTime() - keep);
      return recorded(by, () => backupInto(folder, { at, keptSince }, progress));
    },
  };
}

/** What such an entry of the audit log is on. It is searched by this, and found at once. */
const STORE = 'store';

/** Milliseconds after which what runs daily is late. */
const LATE = { backup: DAY_MS + DAY_MS / 12, retention: 2 * DAY_MS };

/** Resolves to the beginning of the last backup that was finished; `undefined` if there is none. Throws StoreUnavailable. */
export const lastBackup = (audit: Pick<AuditLog, 'entries'>): Promise<Date | undefined> =>
  lastDone(audit, STORE, 'store.backup');

/** The same of `leads retention`. */
export const lastRetention = (audit: Pick<AuditLog, 'entries'>): Promise<Date | undefined> =>
  lastDone(audit, 'leads', 'lead.retire');

/** Goes back over entries of tries that failed. */
async function lastDone(
  audit: Pick<AuditLog, 'entries'>,
  on: string,
  action: OperatorAction,
): Promise<Date | undefined> {
  for (let after: AuditPlace | undefined; ; ) {
    const entries = await audit.entries({ on, action, after, limit: PAGE });
    const done = entries.find(({ outcome }) => outcome === 'done');
    if (done || entries.length < PAGE) return done?.at;
    after = entries.at(-1);
  }
}

const PAGE = 10;

/** A problem in a sentence, if the last good backup is older than 26 hours. None at all may be nobody's way of saving. */
export const backupProblem = (last: Date | undefined, clock: Clock): string | undefined =>
  isLate(last, clock, LATE.backup)
    ? `The last good backup is of ${last.toISOString()}: leads backup is to run daily.`
    : undefined;

/** The same of `leads retention`, after two days. */
export const retentionProblem = (last: Date | undefined, clock: Clock): string | undefined =>
  isLate(last, clock, LATE.retention)
    ? `RETENTION_MONTHS is set, and leads retention has not run to its end since ${last.toISOString()}: it is to run daily.`
    : undefined;

const isLate = (last: Date | undefined, clock: Clock, after: number): last is Date =>
  last !== undefined && clock().getTime() - last.getTime() > after;
