import type { MongoConnection } from '../../../../../adapters/outbound/mongodb/connection/connection.ts';
import { newestRead } from '../../../../../adapters/outbound/mongodb/connection/timeouts.ts';
import {
  accountFrom,
  type StoredVendor,
  storedVendor,
  vendorsOf,
} from '../../../../../adapters/outbound/mongodb/stored-vendor.ts';
import type { VendorAccount } from '../../../../../domain/vendor.ts';
import { VendorsInRecords } from '../../records/vendors-in-records.ts';
import { indexed } from '../store/indexes.ts';
import { MongoRecords, type RecordCollection } from '../store/records.ts';

export const vendors: RecordCollection<VendorAccount, StoredVendor> = {
  of: vendorsOf,
  key: 'id',
  from: accountFrom,
  stored: storedVendor,
  indexed: indexed.vendors, // the unique index decides who gets a name
  read: newestRead,
};

/** Vendor accounts in a collection. */
export class MongoVendors extends VendorsInRecords {
  constructor(connection: MongoConnection) {
    super(new MongoRecords(connection, vendors));
  }
}
