import type { Collection, Db, Document, MongoClient, MongoClientOptions } from 'mongodb';
import { type StoreHealth, StoreUnavailable } from '../../../application/ports/outbound/store.ts';
import { clientOptions, operatorClient } from './client-options.ts';
import { ensureIndexes, type Indexed } from './indexes.ts';
import { OutageReport } from './outage-report.ts';
import { PreparedClient } from './prepared-client.ts';
import { asStoreError, isUnauthorized } from './store-errors.ts';
import { CONTACTS } from './stored-contact.ts';
import { DEALS } from './stored-deal.ts';
import { operatorTimeouts, timeouts } from './timeouts.ts';

/** Milliseconds without a success after which another client is opened, whatever was in the way. */
const PATIENCE = 10_000;

/** Every kind of round trip that callers share. */
type Batch =
  | 'contacts.find'
  | 'contacts.add'
  | 'contacts.fill'
  | 'deals.add'
  | 'deals.repeats'
  | 'deals.statuses'
  | 'keys.find'
  | 'keys.used';

export interface ConnectionOptions {
  /** Called with what an operator should know about the server. No personal data. */
  readonly warn?: ((message: string) => void) | undefined;
  /** Called with the kind of each round trip, and how many questions shared it. */
  readonly batched?: ((batch: Batch, size: number) => void) | undefined;
  readonly client?: MongoClientOptions | undefined;
  /** Milliseconds after which a command that has not ended is given up, and its client with it. */
  readonly endless?: number | undefined;
  /** What has to be indexed before the first use. By default contacts and deals: leads rely on it. */
  readonly indexed?: readonly Indexed[] | undefined;
}

/** The connection to the database, which need not be up: each use tries again. */
export class MongoConnection {
  readonly #batched: (batch: Batch, size: number) => void;
  readonly #open: () => PreparedClient;
  readonly #outage: OutageReport;
  #current: PreparedClient;
  #asked: Promise<boolean> | undefined;
  #isClosed = false;

  /**
   * For the operator's adapters. Their work may take longer, and does not need the indexes: where one cannot be created,
   * a leaked key has to be revoked all the same. Throws if the URI is not valid.
   */
  static forOperator(uri: string, options: ConnectionOptions = {}): MongoConnection {
    const client = { ...operatorClient, ...options.client };
    return new MongoConnection(uri, { endless: operatorTimeouts.endless, indexed: [], ...options, client });
  }

  /** Throws if the URI is not valid. */
  constructor(uri: string, options: ConnectionOptions = {}) {
    const { batched = () => {}, endless = timeouts.endless, indexed = [CONTACTS, DEALS] } = options;
    const warn = (message: string) => {
      if (!this.#isClosed) options.warn?.(message); // what fails after a stop is no outage
    };
    const onLost = (client: PreparedClient) => {
      if (client !== this.#current) return; // this has been done already, for another lost command
      warn('A command to MongoDB did not end: all connections are opened anew.');
      this.#startAnew(client);
    };
    const client = { ...clientOptions, ...options.client };
    this.#batched = batched;
    this.#outage = new OutageReport(warn);
    this.#open = () =>
      new PreparedClient(uri, { client, endless, indexed, warn, outage: this.#outage, onLost });
    this.#current = this.#open();
  }

  /** The driver's client of this moment: another one may follow. */
  get client(): MongoClient {
    return this.#current.client;
  }

  /** The name of the database. */
  get database(): string {
    return this.#current.db.databaseName;
  }

  /**
   * Runs `work` on the database, connected and with the indexes in place. Throws StoreUnavailable, also if the work
   * takes too long, or StoreRefused if the database refuses permanently; neither quotes a document. Errors not from the
   * driver pass through.
   */
  async use<T>(work: (db: Db) => Promise<T>): Promise<T> {
    const client = this.#current;
    try {
      return await client.use(work);
    } catch (error) {
      const failure = asStoreError(error);
      if (failure instanceof StoreUnavailable && isHopeless(client, error)) this.#startAnew(client);
      throw failure;
    }
  }

  /** `use` for questions that several callers ask together. */
  batch<T extends Document, Q, A>(
    batch: Batch,
    collectionOf: (db: Db) => Collection<T>,
    work: (collection: Collection<T>, questions: readonly Q[]) => Promise<A>,
  ) {
    return (questions: readonly Q[]): Promise<A> => {
      this.#batched(batch, questions.length);
      return this.use((db) => work(collectionOf(db), questions));
    };
  }

  /** All who ask at the same time share one question to the server: anybody may ask, as often as they like. */
  readonly isReachable: StoreHealth = () => {
    const ask = this.#current.isPrepared ? readAny : nothing; // preparing the client already asks the server
    this.#asked ??= this.use(ask)
      .then(
        () => {
          this.#outage.ended();
          return true;
        },
        (error) => {
          this.#outage.met(error);
          return false;
        },
      )
      .finally(() => {
        this.#asked = undefined;
      });
    return this.#asked;
  };

  /** For the collections that only the operator writes to, before the first write. */
  ensureIndexes(...collections: readonly Indexed[]): Promise<void> {
    return this.use((db) => ensureIndexes(db, this.#current.isStandalone, collections));
  }

  /** For good: a later use fails, and does not connect again. */
  close(): Promise<void> {
    this.#isClosed = true;
    return this.#current.close();
  }

  /** Later uses get another client. */
  #startAnew(client: PreparedClient): void {
    if (client !== this.#current || this.#isClosed) return;
    this.#current = this.#open();
    client.leave();
  }
}

/**
 * What a client remembers can be in the way for good: a replica set that another has replaced at the same address,
 * certificates that have been renewed, connections of which the driver lost track while it made them, and for whose
 * end its pool waits. Also, the connections of a user who was dropped and created again stay without any rights; those
 * of other users then succeed.
 */
function isHopeless({ opened, lastUsed }: PreparedClient, error: unknown): boolean {
  return performance.now() - (isUnauthorized(error) ? opened : lastUsed) > PATIENCE;
}

/** Unlike a ping, it needs a right; unlike `findOne`, the driver does not repeat it, which would take too long. */
const readAny = (db: Db): Promise<unknown> =>
  db.command({ find: DEALS, projection: { _id: 1 }, limit: 1, singleBatch: true });
const nothing = async (): Promise<void> => {};
