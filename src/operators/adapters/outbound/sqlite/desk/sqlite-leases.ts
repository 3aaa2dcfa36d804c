import type { Lease, Leases } from '#operators/application/ports/outbound/leases.ts';
import type { DataFile } from '../../../../../adapters/outbound/sqlite/connection/data-file.ts';
import { Records } from '../tables/records.ts';

const leases = new Records<Lease>('leases');
export const leaseTables = leases.tables;

/** Leases in the file, for all processes that use it. */
export class SqliteLeases implements Leases {
  readonly #file: DataFile;

  constructor(file: DataFile) {
    this.#file = file;
  }

  take(lease: Lease, now: Date): Promise<Lease> {
    return this.#file.write((db) => {
      const before = leases.find(db, lease.work);
      if (before && before.ends > now && before.holder !== lease.holder) return before;
      leases.keep(db, lease.work, lease);
      return lease;
    });
  }

  end(work: string, holder: string): Promise<void> {
    return this.#file.write((db) => {
      if (leases.find(db, work)?.holder === holder) leases.remove(db, work);
    });
  }
}
