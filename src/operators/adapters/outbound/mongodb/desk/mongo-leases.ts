import { type Collection, type Db, MongoServerError } from 'mongodb';
import type { Lease, Leases } from '#operators/application/ports/outbound/leases.ts';
import type { MongoConnection } from '../../../../../adapters/outbound/mongodb/connection/connection.ts';
import { StoreUnavailable } from '../../../../../application/ports/outbound/store.ts';
import { MAX_ROUNDS, operatorRead, operatorWrite } from '../store/options.ts';

/** A lease as the database has it, under its work. */
interface StoredLease extends Omit<Lease, 'work'> {
  readonly _id: string;
}

const leasesOf = (db: Db): Collection<StoredLease> => db.collection<StoredLease>('leases');

/** Leases in a collection: one document for each work. */
export class MongoLeases implements Leases {
  readonly #connection: MongoConnection;

  constructor(connection: MongoConnection) {
    this.#connection = connection;
  }

  take(lease: Lease, now: Date): Promise<Lease> {
    return this.#connection.use(async (db) => {
      for (let round = 0; round < MAX_ROUNDS; round += 1) {
        if (await takeFree(db, lease, now)) return lease;
        const other = await leasesOf(db).findOne({ _id: { $eq: lease.work } }, operatorRead);
        if (other) return leaseFrom(other);
      }
      throw new StoreUnavailable('the lease kept changing');
    });
  }

  async end(work: string, holder: string): Promise<void> {
    await this.#connection.use((db) =>
      leasesOf(db).deleteOne({ _id: { $eq: work }, holder: { $eq: holder } }, operatorWrite),
    );
  }
}

/** Takes a lease that is free, and resolves to whether it was. The work's id prevents a second one. */
async function takeFree(db: Db, { work, ...lease }: Lease, now: Date): Promise<boolean> {
  const free = { _id: work, $or: [{ ends: { $lte: now } }, { holder: lease.holder }] };
  try {
    await leasesOf(db).replaceOne(free, lease, { ...operatorWrite, upsert: true });
    return true;
  } catch (error) {
    if (error instanceof MongoServerError && error.code === 11_000) return false;
    throw error;
  }
}

const leaseFrom = ({ _id, ...lease }: StoredLease): Lease => ({ work: _id, ...lease });
