import { accounts } from '../../../../../adapters/outbound/sqlite/account-rows.ts';
import type { DataFile } from '../../../../../adapters/outbound/sqlite/connection/data-file.ts';
import { VendorsInRecords } from '../../records/vendors-in-records.ts';
import { SqliteRecords } from '../tables/records.ts';

/** The vendor accounts in the file, with their keys. */
export class SqliteVendors extends VendorsInRecords {
  constructor(file: DataFile) {
    super(new SqliteRecords(file, accounts));
  }
}
