import type { Collection, Db } from 'mongodb';
import type { IssuedKey, VendorAccount } from '../../../domain/vendor.ts';

export const VENDORS = 'vendors';

/** A vendor account as it lies in the database, its keys inside: they change together, and never half. */
export interface StoredVendor extends Omit<VendorAccount, 'id'> {
  readonly _id: string;
  /** Counts the writes of this account. */
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
  keys: keys.map(keyFrom),
});

const keyFrom = ({
  id,
  digest,
  hint,
  created,
  expires,
  revoked,
  replacedBy,
  lastUsed,
}: IssuedKey): IssuedKey => ({
  id,
  digest,
  hint,
  created,
  expires,
  revoked,
  replacedBy,
  lastUsed,
});
