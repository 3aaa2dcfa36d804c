import type { AnyBulkWriteOperation, Collection, Filter } from 'mongodb';
import type { KnownKey } from '../../../../application/intake/ports/outbound/api-key-directory.ts';
import { StoreUnavailable } from '../../../../application/intake/ports/outbound/store.ts';
import type { VendorDirectory } from '../../../../application/operators/ports/outbound/vendor-directory.ts';
import type { VendorAccount } from '../../../../domain/intake/vendor.ts';
import { Coalescer, usualLimits } from '../connection/coalescer.ts';
import type { MongoConnection } from '../connection/connection.ts';
import { timeouts } from '../connection/timeouts.ts';
import { addOne, MAX_ROUNDS, operatorWrite, type WriteOutcome, writeEach } from '../connection/write-each.ts';
import { accountFrom, type StoredVendor, storedVendor, VENDORS, vendorsOf } from './stored-vendor.ts';

/** Reads what the primary has, so that an acknowledged revocation is visible right after a failover too. */
const operatorRead = { readConcern: { level: 'local' }, maxTimeMS: timeouts.command } as const;

interface KeyUse {
  readonly keyId: string;
  readonly at: Date;
}

/** Vendor accounts in one collection. Concurrent key look-ups share a round trip, and so do writes of last uses. */
export class MongoVendors implements VendorDirectory {
  readonly #connection: MongoConnection;
  readonly #lookUps: Coalescer<string, KnownKey | undefined>;
  readonly #uses: Coalescer<KeyUse, WriteOutcome>;

  constructor(connection: MongoConnection) {
    this.#connection = connection;
    this.#lookUps = new Coalescer(connection.batch('keys.find', vendorsOf, findKeys), () => 200);
    this.#uses = new Coalescer(
      connection.batch('keys.used', vendorsOf, recordUses),
      () => 200,
      { ...usualLimits, maxInFlight: 1 }, // every key in use is written as a minute begins: leave connections to the leads
    );
  }

  async add(account: VendorAccount): Promise<'added' | 'name-taken'> {
    await this.#connection.ensureIndexes(VENDORS); // the unique index decides who gets the name
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
      (await vendors.find({}, operatorRead).sort({ name: 1 }).toArray()).map(accountFrom),
    );
  }

  changeKeys(
    vendorId: string,
    change: (account: VendorAccount) => VendorAccount,
  ): Promise<VendorAccount | undefined> {
    return this.#on(async (vendors) => {
      for (let round = 0; round < MAX_ROUNDS; round += 1) {
        const stored = await vendors.findOne({ _id: { $eq: vendorId } }, operatorRead);
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

  async markUsed(keyId: string, at: Date): Promise<void> {
    await this.#uses.ask({ keyId, at });
  }

  find(digest: string): Promise<KnownKey | undefined> {
    return this.#lookUps.ask(digest);
  }

  #one(filter: Filter<StoredVendor>): Promise<VendorAccount | undefined> {
    return this.#on(async (vendors) => {
      const stored = await vendors.findOne(filter, operatorRead);
      return stored ? accountFrom(stored) : undefined;
    });
  }

  #on<T>(work: (vendors: Collection<StoredVendor>) => Promise<T>): Promise<T> {
    return this.#connection.use((db) => work(vendorsOf(db)));
  }
}

const recordUses = (vendors: Collection<StoredVendor>, uses: readonly KeyUse[]) =>
  writeEach(vendors, uses.map(recordOf), backgroundWrite);

/** No request waits for this write. On Lambda, with one connection, the next command does, so it must end soon. */
const backgroundWrite = { writeConcern: { w: 1 }, maxTimeMS: 1_000 } as const;

/** Writes nothing if this use or a later one is already recorded. */
const recordOf = ({ keyId, at }: KeyUse): AnyBulkWriteOperation<StoredVendor> => ({
  updateOne: {
    filter: {
      keys: { $elemMatch: { id: { $eq: keyId }, $or: [{ lastUsed: null }, { lastUsed: { $lt: at } }] } },
    },
    update: { $set: { 'keys.$.lastUsed': at }, $inc: { version: 1 } },
  },
});

async function findKeys(
  vendors: Collection<StoredVendor>,
  digests: readonly string[],
): Promise<(KnownKey | undefined)[]> {
  const holders = vendors.find(
    { 'keys.digest': { $in: digests } },
    { ...operatorRead, batchSize: digests.length + 1 },
  );
  const known = new Map<string, KnownKey>();
  for (const stored of await holders.toArray()) {
    const { id, name, keys } = accountFrom(stored);
    for (const key of keys) known.set(key.digest, { ...key, vendor: { id, name } });
  }
  return digests.map((digest) => known.get(digest));
}
