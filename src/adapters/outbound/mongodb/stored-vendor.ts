import type { Collection, Db } from 'mongodb';
import type { VendorAccount } from '../../../domain/vendor.ts';

export const VENDORS = 'vendors';

/** A vendor account as the database has it. Its keys are inside, so that they change atomically. */
export interface StoredVendor extends Omit<VendorAccount, 'id'> {
  readonly _id: string;
  /** The number of writes to this account. */
  readonly version: number;
}

export const vendorsOf = (db: Db): Collection<StoredVendor> => db.collection<StoredVendor>(VENDORS);

export const storedVendor = ({ id, ...account }: VendorAccount): StoredVendor => ({
  _id: id,
  ...account,
  version: 0,
});

export const accountFrom = ({ _id, name, created, keys }: StoredVendor): VendorAccount => ({
  id: _id,
  name,
  created,
  keys,
});
