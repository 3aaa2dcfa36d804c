import type { Collection, Db } from 'mongodb';

export const REFUSALS = 'refusals';

/** What one vendor was refused on one day. An index removes it after a month. */
export interface StoredRefusals {
  /** Of the day and the vendor. */
  readonly _id: string;
  /** Its beginning. */
  readonly day: Date;
  readonly vendorId: string;
  /** By reason. */
  readonly counts: Readonly<Record<string, number>>;
}

export const refusalsOf = (db: Db): Collection<StoredRefusals> => db.collection<StoredRefusals>(REFUSALS);
