import type { Collection, Db } from 'mongodb';
import type { RefusedRequest } from '#operators/application/ports/outbound/refusals.ts';

export const REFUSALS = 'refusals';

/** A vendor's refused requests of one day. An index removes the document after a month. */
export interface StoredRefusals {
  /** Derived from the day and the vendor. */
  readonly _id: string;
  /** The beginning of the day. */
  readonly day: Date;
  readonly vendorId: string;
  /** The day's last requests, oldest first. */
  readonly requests: readonly RefusedRequest[];
}

export const refusalsOf = (db: Db): Collection<StoredRefusals> => db.collection<StoredRefusals>(REFUSALS);
