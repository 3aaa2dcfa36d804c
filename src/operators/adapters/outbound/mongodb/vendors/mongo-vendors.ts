import type { Collection, Filter } from 'mongodb';
import type { ManagedVendors } from '#operators/application/ports/outbound/vendor-directory.ts';
import type { MongoConnection } from '../../../../../adapters/outbound/mongodb/connection/connection.ts';
import { timeouts } from '../../../../../adapters/outbound/mongodb/connection/timeouts.ts';
import { addOne } from '../../../../../adapters/outbound/mongodb/connection/write-each.ts';
import {
  accountFrom,
  type StoredVendor,
  storedVendor,
  vendorsOf,
} from '../../../../../adapters/outbound/mongodb/stored-vendor.ts';
import { StoreUnavailable } from '../../../../../application/ports/outbound/store.ts';
import type { VendorAccount } from '../../../../../domain/vendor.ts';
import { indexed } from '../store/indexes.ts';
import { MAX_ROUNDS, operatorWrite } from '../store/options.ts';

/**
 * Options of a read of the primary's newest data: an acknowledged revocation is visible also right after a
 * failover.
 */
const newestRead = { readConcern: { level: 'local' }, maxTimeMS: timeouts.command } as const;

/** Vendor accounts in a collection. */
export class MongoVendors implements ManagedVendors {
  readonly #connection: MongoConnection;

  constructor(connection: MongoConnection) {
    this.#connection = connection;
  }

  async add(account: VendorAccount): Promise<'added' | 'name-taken'> {
    await this.#connection.ensureIndexes(indexed.vendors); // the unique index decides who gets the name
    const outcome = await this.#on((vendors) => addOne(vendors, storedVendor(account)));
    return outcome === 'duplicate' ? 'name-taken' : 'added';
  }

  async account(idOrName: string): Promise<VendorAccount | undefined> {
    return (await this.#one({ _id: { $eq: idOrName } })) ?? this.#one({ name: { $eq: idOrName } });
  }

  holderOf(keyId: string): Promise<VendorAccount | undefined> {
    return this.#one({ 'keys.id': { $eq: keyId } });
  }

  accounts(): Promise<readonly VendorAccount[]> {
    return this.#on(async (vendors) =>
      (await vendors.find({}, newestRead).sort({ name: 1 }).toArray()).map(accountFrom),
    );
  }

  changeKeys(
    vendorId: string,
    change: (account: VendorAccount) => VendorAccount,
  ): Promise<VendorAccount | undefined> {
    return this.#on(async (vendors) => {
      for (let round = 0; round < MAX_ROUNDS; round += 1) {
        const stored = await vendors.findOne({ _id: { $eq: vendorId } }, newestRead);
        if (!stored) return undefined;
        const { keys } = change(accountFrom(stored));
        const { matchedCount } = await vendors.updateOne(
          { _id: vendorId, version: stored.version },
          { $set: { keys }, $inc: { version: 1 } },
          operatorWrite,
        );
        if (matchedCount === 1) return { ...accountFrom(stored), keys };
      }
      throw new StoreUnavailable('the account kept changing');
    });
  }

  #one(filter: Filter<StoredVendor>): Promise<VendorAccount | undefined> {
    return this.#on(async (vendors) => {
      const stored = await vendors.findOne(filter, newestRead);
      return stored ? accountFrom(stored) : undefined;
    });
  }

  #on<T>(work: (vendors: Collection<StoredVendor>) => Promise<T>): Promise<T> {
    return this.#connection.use((db) => work(vendorsOf(db)));
  }
}
