import type { Collection, Db, Document, Filter, FindOptions } from 'mongodb';
import type { Shelf } from '#operators/application/ports/outbound/shelves.ts';
import type { MongoConnection } from '../../../../../adapters/outbound/mongodb/connection/connection.ts';
import type { IndexedCollection } from '../../../../../adapters/outbound/mongodb/connection/indexes.ts';
import { addOne } from '../../../../../adapters/outbound/mongodb/connection/write-each.ts';
import { StoreUnavailable } from '../../../../../application/ports/outbound/store.ts';
import type { Like, Records } from '../../records/records.ts';
import { collectionShelf } from './collection-shelf.ts';
import { MAX_ROUNDS, operatorRead, operatorWrite } from './options.ts';

/** A record as the database has it, with its other fields. */
interface StoredRecord extends Document {
  readonly _id: string;
}

/** A collection with a record in each document. */
export interface RecordCollection<T, S extends { readonly _id: string } = StoredRecord> {
  readonly of: (db: Db) => Collection<S>;
  /** The field that the database has as `_id`. */
  readonly key: keyof T & string;
  readonly from: (document: S) => T;
  readonly stored: (record: T) => S;
  /** The indexes that are made before a record is added. */
  readonly indexed?: IndexedCollection;
  /** The options of its reads, if they are not an operator's. */
  readonly read?: FindOptions;
}

/** A collection whose documents are the records, but for the name of the key. */
export const recordCollection = <T extends object>(
  name: string,
  key: keyof T & string,
  indexed?: IndexedCollection,
): RecordCollection<T> => ({
  of: (db) => db.collection<StoredRecord>(name),
  key,
  from: ({ _id, ...rest }) => ({ [key]: _id, ...rest }) as T,
  stored: ({ [key]: _id, ...rest }) => ({ _id: _id as string, ...rest }),
  ...(indexed && { indexed }),
});

/** Records in a collection. */
export class MongoRecords<T extends object, S extends { readonly _id: string } = StoredRecord>
  implements Records<T>
{
  readonly #connection: MongoConnection;
  readonly #kind: RecordCollection<T, S>;
  readonly #read: FindOptions;

  constructor(connection: MongoConnection, kind: RecordCollection<T, S>) {
    this.#connection = connection;
    this.#kind = kind;
    this.#read = kind.read ?? operatorRead;
  }

  async find(like: Like<T>): Promise<T | undefined> {
    const document = await this.#on((all) => all.findOne(this.#filter(like), this.#read));
    return document ? this.#from(document) : undefined;
  }

  async all(like: Like<T> = {}): Promise<readonly T[]> {
    const documents = await this.#on((all) => all.find(this.#filter(like), this.#read).toArray());
    return documents.map((document) => this.#from(document));
  }

  async add(record: T): Promise<boolean> {
    const { indexed } = this.#kind;
    if (indexed) await this.#connection.ensureIndexes(indexed);
    const outcome = await this.#on((all) => addOne(all, this.#kind.stored(record)));
    return outcome === 'accepted';
  }

  async keep(record: T): Promise<void> {
    const { _id, ...document } = this.#kind.stored(record);
    const options = { ...operatorWrite, upsert: true };
    await this.#on((all) => all.replaceOne({ _id: { $eq: _id } }, document, options));
  }

  change(like: Like<T>, decide: (record: T) => T): Promise<T | undefined> {
    return this.#on(async (all) => {
      for (let round = 0; round < MAX_ROUNDS; round += 1) {
        const before = await all.findOne(this.#filter(like), this.#read);
        if (!before) return undefined;
        const changed = decide(this.#from(before));
        const { _id, ...after } = this.#kind.stored(changed);
        const version = 'version' in before && { version: before.version + 1 }; // earlier releases compare it
        const document = { ...after, ...version };
        const { matchedCount } = await all.replaceOne(unchanged(before), document, operatorWrite);
        if (matchedCount === 1) return changed;
      }
      throw new StoreUnavailable('the record kept changing');
    });
  }

  async take(like: Like<T>): Promise<T | undefined> {
    const document = await this.#on((all) => all.findOneAndDelete(this.#filter(like), operatorWrite));
    return document ? this.#from(document) : undefined;
  }

  async remove(like: Like<T>): Promise<number> {
    const isOne = this.#kind.key in like; // the driver repeats that by itself, where many would fail
    const filter = this.#filter(like);
    const { deletedCount } = await this.#on((all) =>
      isOne ? all.deleteOne(filter, operatorWrite) : all.deleteMany(filter, operatorWrite),
    );
    return deletedCount;
  }

  #on<A>(work: (all: Collection<StoredRecord>) => Promise<A>): Promise<A> {
    return this.#connection.use((db) => work(this.#kind.of(db) as unknown as Collection<StoredRecord>));
  }

  #from(document: StoredRecord): T {
    return this.#kind.from(document as unknown as S);
  }

  #filter(like: Like<T>): Filter<StoredRecord> {
    const { key } = this.#kind;
    const equals = Object.entries(like).map(([field, value]) => [
      field === key ? '_id' : field,
      { $eq: value },
    ]);
    return Object.fromEntries(equals);
  }
}

/** A filter for a document as it was read, to its last field. */
const unchanged = (document: StoredRecord): Filter<StoredRecord> => ({
  _id: document._id,
  $expr: { $eq: ['$$ROOT', { $literal: document }] },
});

/** The records of a collection for copying. */
export const recordShelf = <T extends { readonly id: string }, S extends { readonly _id: string }>(
  connection: MongoConnection,
  { of, key, from, stored }: RecordCollection<T, S>,
): Shelf<T> =>
  collectionShelf<S, T>(connection, {
    of: of as (db: Db) => Collection<S & { _id: string }>,
    key: key === 'id' ? '_id' : 'id',
    from: (documents) => documents.map(from),
    stored,
  });
