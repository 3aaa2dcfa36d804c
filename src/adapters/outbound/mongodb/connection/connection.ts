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

/** Milliseconds without a success after which the client is replaced, whatever the reason. */
const REPLACEMENT_MS = 10_000;

const ofTheIntake: readonly IndexedCollection[] = [contactIndexes, dealIndexes];

/** Every kind of round trip that callers share. */
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

/** Everything has a default. */
export interface ConnectionOptions {
  /** Called with what an operator should know about the server. No personal data. */
  readonly warn?: ((message: string) => void) | undefined;
  /** Called with the kind of each round trip, and how many questions shared it. */
  readonly batched?: ((batch: Batch, size: number) => void) | undefined;
  readonly client?: MongoClientOptions | undefined;
  /** Milliseconds after which a command that has not ended is given up, and its client with it. */
  readonly abandonAfter?: number | undefined;
  /** What is created before the first use, as `ensureIndexes` says; by default what makes contacts and deals unique. */
  readonly indexed?: readonly IndexedCollection[] | undefined;
}

/** The connection to the database. It may be opened while the database is down: each use tries again. */
export class MongoConnection {
  readonly #batched: (batch: Batch, size: number) => void;
  readonly #open: () => PreparedClient;
  readonly #openPatient: () => MongoClient;
  readonly #outage: OutageReport;
  #current: PreparedClient;
  #health: Promise<boolean> | undefined;
  #isClosed = false;

  /**
   * For the operator's adapters. Their work may take longer. It does not wait for the indexes, so that a leaked key can
   * be revoked even if an index cannot be created. Throws if the URI is not valid.
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

  /** The driver's current client; it may be replaced by another. */
  get client(): MongoClient {
    return this.#current.client;
  }

  /** The name of the database. */
  get database(): string {
    return this.#current.db.databaseName;
  }

  /**
   * Runs `work` on the database, connected and with the unique indexes in place. Throws StoreUnavailable, also if the work
   * takes too long, or StoreRefused if the database refuses permanently; neither quotes a document. Errors not from the
   * driver pass through.
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

  /** `use` for a batch: what several callers ask with one command. */
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

  /** Concurrent callers share one command, so that a public health check cannot flood the server. */
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

  /** The time on the server's clock. */
  readonly time: StoreTime = () => this.use(async (db) => (await db.command({ hello: 1 })).localTime);

  /** Creates what `ensureIndexes` says, of collections that few write to; called before each write. */
  ensureIndexes(...collections: readonly IndexedCollection[]): Promise<void> {
    const client = this.#current;
    return this.use(() => client.ensureIndexes(collections));
  }

  /** Work on a connection of its own, whose commands may take any time. Throws StoreUnavailable. */
  async patiently<T>(work: (db: Db, isStandalone: boolean) => Promise<T>): Promise<T> {
    await using client = this.#openPatient();
    try {
      return await work(client.db(this.database), this.#current.isStandalone);
    } catch (error) {
      throw asUnready(error);
    }
  }

  /** Closes for good: a later use fails, and does not connect again. */
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
 * Some failures last as long as the client does: the replica set was replaced by another at the same address; a
 * certificate was renewed; the driver lost track of connections that it was opening, and its pool waits for them. The
 * connections of a user who was dropped and created again keep having no rights, while those of other users succeed: so
 * after that error the age of the client counts.
 */
function needsReplacement({ opened, lastUsed }: PreparedClient, error: unknown): boolean {
  return performance.now() - (isUnauthorized(error) ? opened : lastUsed) > REPLACEMENT_MS;
}

/** Not a ping, which needs no permission. Not `findOne`, which the driver repeats: that would take too long. */
const readAny = (db: Db): Promise<unknown> =>
  db.command({ find: DEALS, projection: { _id: 1 }, limit: 1, singleBatch: true });
const nothing = async (): Promise<void> => {};
