import type { Collection, Db } from 'mongodb';
import type { RefusedRequest } from '../../../../application/ports/outbound/refusals.ts';

export const REFUSALS = 'refusals';

/** What one vendor was refused on one day. An index removes it after a month. */
export interface StoredRefusals {
  /** Made of the day and the vendor. */
  readonly _id: string;
  /** The beginning of the day. */
  readonly day: Date;
  readonly vendorId: string;
  /** The last of them, the oldest first. */
  readonly requests: readonly RefusedRequest[];
}

export const refusalsOf = (db: Db): Collection<StoredRefusals> => db.collection<StoredRefusals>(REFUSALS);
