import { type Collection, type Db, type Document, MongoClient, type MongoClientOptions } from 'mongodb';
import {
  type StoreHealth,
  type StoreTime,
  StoreUnavailable,
} from '../../../../application/ports/outbound/store.ts';
import { contactIndexes } from '../stored-contact.ts';
import { DEALS, dealIndexes } from '../stored-deal.ts';
import { clientOptions, operatorClient } from './client-options.ts';
import type { IndexedCollection } from './indexes.ts';
import { OutageReport } from './outage-report.ts';
import { PreparedClient } from './prepared-client.ts';
import { asStoreError, asUnready, isUnauthorized } from './store-errors.ts';
import { operatorTimeouts, timeouts } from './timeouts.ts';
import { withoutOverridden } from './uri.ts';

/** Milliseconds without a success after which the client is replaced. */
const REPLACEMENT_MS = 10_000;

const ofTheIntake: readonly IndexedCollection[] = [contactIndexes, dealIndexes];

/** The kinds of round trips that callers share. */
type Batch =
  | 'contacts.find'
  | 'contacts.add'
  | 'contacts.fill'
  | 'deals.add'
  | 'deals.repeats'
  | 'deals.statuses'
  | 'deals.told'
  | 'keys.find'
  | 'keys.used';

/** Options of a connection. All have defaults. */
export interface ConnectionOptions {
  /** Called with anything that an operator should know about the server. Never personal. */
  readonly warn?: ((message: string) => void) | undefined;
  /** Called for each round trip with its kind and the number of questions that shared it. */
  readonly batched?: ((batch: Batch, size: number) => void) | undefined;
  readonly client?: MongoClientOptions | undefined;
  /** Milliseconds after which an unfinished command is given up, together with its client. */
  readonly abandonAfter?: number | undefined;
  /**
   * Collections whose indexes are created before the first use, as by `ensureIndexes`; by default those of
   * contacts and deals.
   */
  readonly indexed?: readonly IndexedCollection[] | undefined;
}

/** The connection to a database. It may be opened while the database is down: each use tries again. */
export class MongoConnection {
  readonly #batched: (batch: Batch, size: number) => void;
  readonly #open: () => PreparedClient;
  readonly #openPatient: () => MongoClient;
  readonly #outage: OutageReport;
  #current: PreparedClient;
  #health: Promise<boolean> | undefined;
  #isClosed = false;

  /**
   * Makes a connection for operators' adapters, whose work may take longer. It does not wait for indexes, so
   * that a leaked key can be revoked even if an index cannot be created. Throws if the URI is not valid.
   */
  static forOperator(uri: string, options: ConnectionOptions = {}): MongoConnection {
    const client = { ...operatorClient, ...options.client };
    return new MongoConnection(uri, {
      abandonAfter: operatorTimeouts.abandon,
      indexed: [],
      ...options,
      client,
    });
  }

  /** Throws if the URI is not valid. */
  constructor(uri: string, options: ConnectionOptions = {}) {
    const { batched = () => {}, abandonAfter = timeouts.abandon, indexed = ofTheIntake } = options;
    const warn = (message: string) => {
      if (!this.#isClosed) options.warn?.(message); // a failure after `close` is no outage
    };
    const onAbandoned = (client: PreparedClient) => {
      if (client !== this.#current) return; // already replaced, after another command
      warn('A command to MongoDB did not end: all connections are opened anew.');
      this.#replace(client);
    };
    const client = { ...clientOptions, ...options.client };
    this.#batched = batched;
    this.#outage = new OutageReport(warn);
    const patient = { ...client, socketTimeoutMS: 0, maxPoolSize: 1 };
    this.#openPatient = () => new MongoClient(withoutOverridden(uri), patient);
    const prepareOptions = {
      client,
      abandonAfter,
      indexed,
      warn,
      outage: this.#outage,
      onAbandoned,
    };
    this.#open = () => new PreparedClient(uri, prepareOptions);
    this.#current = this.#open();
  }

  /** The driver's present client. Another may replace it. */
  get client(): MongoClient {
    return this.#current.client;
  }

  /** Whether the server, once connected, belongs to no replica set. */
  get isStandalone(): boolean {
    return this.#current.isStandalone;
  }

  /** The name of the database. */
  get database(): string {
    return this.#current.db.databaseName;
  }

  /**
   * Runs `work` on the database once it is connected and the unique indexes exist. Throws StoreUnavailable,
   * also if the work takes too long, and StoreRefused if the database refuses for good; neither quotes a
   * document. Other errors pass through.
   */
  async use<T>(work: (db: Db) => Promise<T>): Promise<T> {
    const client = this.#current;
    try {
      return await client.use(work);
    } catch (error) {
      const failure = asStoreError(error);
      if (failure instanceof StoreUnavailable && needsReplacement(client, error)) this.#replace(client);
      throw failure;
    }
  }

  /** Makes the answering function of a batch, in which one command asks for several callers. */
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

  /**
   * Resolves to whether the server answers. Simultaneous callers share one command, so that a public health
   * check cannot flood the server.
   */
  readonly isReachable: StoreHealth = () => {
    const ask = this.#current.isPrepared ? readAny : nothing; // preparing a client asks the server anyway
    this.#health ??= this.use(ask)
      .then(
        () => {
          this.#outage.succeeded();
          return true;
        },
        (error) => {
          this.#outage.failed(error);
          return false;
        },
      )
      .finally(() => {
        this.#health = undefined;
      });
    return this.#health;
  };

  /** Resolves to the time on the server's clock. */
  readonly time: StoreTime = () => this.use(async (db) => (await db.command({ hello: 1 })).localTime);

  /** Creates missing indexes as `ensureIndexes`, for collections with few writes. Called before each write. */
  ensureIndexes(...collections: readonly IndexedCollection[]): Promise<void> {
    const client = this.#current;
    return this.use(() => client.ensureIndexes(collections));
  }

  /** Runs `work` on a connection of its own, whose commands may take any time. Throws StoreUnavailable. */
  async patiently<T>(work: (db: Db, isStandalone: boolean) => Promise<T>): Promise<T> {
    const client = this.#openPatient();
    try {
      return await work(client.db(this.database), this.#current.isStandalone);
    } catch (error) {
      throw asUnready(error);
    } finally {
      await client.close();
    }
  }

  /** Closes for good: later uses fail and do not connect again. */
  close(): Promise<void> {
    this.#isClosed = true;
    return this.#current.close();
  }

  /** Opens another client for later uses. */
  #replace(client: PreparedClient): void {
    if (client !== this.#current || this.#isClosed) return;
    this.#current = this.#open();
    client.closeWhenIdle();
  }
}

/**
 * Whether to replace a client after an error. Some failures last as long as the client: the replica set was
 * replaced by another at the same address; a certificate was renewed; the driver lost track of connections that
 * it was opening, and its pool waits for them. Connections of a user who was dropped and made again stay
 * without rights while those of others succeed: after that error, the client's age counts.
 */
function needsReplacement({ opened, lastUsed }: PreparedClient, error: unknown): boolean {
  return performance.now() - (isUnauthorized(error) ? opened : lastUsed) > REPLACEMENT_MS;
}

/** Reads any deal. (A ping needs no permission; `findOne` would be repeated by the driver, which takes too long.) */
const readAny = (db: Db): Promise<unknown> =>
  db.command({ find: DEALS, projection: { _id: 1 }, limit: 1, singleBatch: true });
const nothing = async (): Promise<void> => {};
