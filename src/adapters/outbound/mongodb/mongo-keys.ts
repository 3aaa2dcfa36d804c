import type { AnyBulkWriteOperation, Collection } from 'mongodb';
import type { KnownKey } from '../../../application/ports/outbound/api-key-directory.ts';
import type { IssuedKeys } from '../../../application/ports/outbound/issued-keys.ts';
import { Coalescer, usualLimits } from './connection/coalescer.ts';
import type { MongoConnection } from './connection/connection.ts';
import { newestRead } from './connection/timeouts.ts';
import { type WriteOutcome, writeEach } from './connection/write-each.ts';
import { accountFrom, type StoredVendor, vendorsOf } from './stored-vendor.ts';

interface KeyUse {
  readonly keyId: string;
  readonly at: Date;
}

/** The keys in the vendors' accounts. Simultaneous look-ups share a round trip, and so do writes of last uses. */
export class MongoKeys implements IssuedKeys {
  readonly #lookUps: Coalescer<string, KnownKey | undefined>;
  readonly #uses: Coalescer<KeyUse, WriteOutcome>;

  constructor(connection: MongoConnection) {
    this.#lookUps = new Coalescer(connection.batch('keys.find', vendorsOf, findKeys), () => 200);
    this.#uses = new Coalescer(
      connection.batch('keys.used', vendorsOf, recordUses),
      () => 200,
      { ...usualLimits, maxInFlight: 1 }, // every key in use is written as a minute begins: leave connections to leads
    );
  }

  find(digest: string): Promise<KnownKey | undefined> {
    return this.#lookUps.ask(digest);
  }

  async markUsed(keyId: string, at: Date): Promise<void> {
    await this.#uses.ask({ keyId, at });
  }
}

const recordUses = (vendors: Collection<StoredVendor>, uses: readonly KeyUse[]) =>
  writeEach(vendors, uses.map(recordOf), backgroundWrite);

/**
 * Options of a write that no request waits for. On Lambda, with one connection, the next command does, so it
 * must end soon.
 */
const backgroundWrite = { writeConcern: { w: 1 }, maxTimeMS: 1_000 } as const;

/** Records a use. Writes nothing if this use or a later one is recorded. */
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
    { ...newestRead, batchSize: digests.length + 1 },
  );
  const known = new Map<string, KnownKey>();
  for (const stored of await holders.toArray()) {
    const { id, name, keys } = accountFrom(stored);
    for (const key of keys) known.set(key.digest, { ...key, vendor: { id, name } });
  }
  return digests.map((digest) => known.get(digest));
}
