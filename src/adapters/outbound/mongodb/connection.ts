import { type Collection, type Db, type Document, MongoClient, type MongoClientOptions } from 'mongodb';
import { type StoreHealth, StoreUnavailable } from '../../../application/ports/outbound/store.ts';
import { timeLimit } from '../../../application/time-limit.ts';
import { clientOptions, operatorClient } from './client-options.ts';
import { ensureIndexes, type Indexed } from './indexes.ts';
import { OutageReport } from './outage-report.ts';
import { ServerWatch } from './server-watch.ts';
import { asStoreError } from './store-errors.ts';
import { CONTACTS } from './stored-contact.ts';
import { DEALS } from './stored-deal.ts';
import { operatorTimeouts, timeouts } from './timeouts.ts';
import { namesDatabase, withoutOldNames } from './uri.ts';

/** Milliseconds without a success after which the connections start anew, whatever was in the way. */
const HOPELESS_AFTER = 10_000;

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
  /** Milliseconds after which a command that has not ended is given up, and its connections with it. */
  readonly endless?: number | undefined;
}

/** The connection to the database, which need not be up: each use tries again. */
export class MongoConnection {
  readonly client: MongoClient;
  readonly #batched: (batch: Batch, size: number) => void;
  readonly #db: Db;
  readonly #warn: (message: string) => void;
  readonly #outage: OutageReport;
  readonly #endless: number;
  readonly #servers: ServerWatch;
  #prepared: Promise<void> | undefined;
  #asked: Promise<boolean> | undefined;
  #lastUsed = performance.now();
  #closing: Promise<void> | undefined;
  #isClosed = false;

  /** For the operator's adapters, whose work may take longer. Throws if the URI is not valid. */
  static forOperator(uri: string, options: ConnectionOptions = {}): MongoConnection {
    const client = { ...operatorClient, ...options.client };
    return new MongoConnection(uri, { endless: operatorTimeouts.endless, ...options, client });
  }

  /** Throws if the URI is not valid. */
  constructor(
    uri: string,
    { warn = () => {}, batched = () => {}, client, endless = timeouts.endless }: ConnectionOptions = {},
  ) {
    this.client = new MongoClient(withoutOldNames(uri), { ...clientOptions, ...client });
    this.#db = this.client.db(namesDatabase(uri) ? undefined : 'partner_leads');
    this.#warn = (message) => {
      if (!this.#isClosed) warn(message); // what fails after a stop is no outage
    };
    this.#outage = new OutageReport(this.#warn);
    this.#batched = batched;
    this.#endless = endless;
    // Another mongod may have come up without what was prepared: empty, or from a backup.
    this.#servers = new ServerWatch(this.client, () => {
      this.#prepared = undefined;
    });
  }

  /** The name of the database. */
  get database(): string {
    return this.#db.databaseName;
  }

  /**
   * Runs `work` on the database, connected and with the indexes of contacts and deals in place. Throws
   * StoreUnavailable, also if the work takes too long, or StoreRefused if the database refuses permanently; neither
   * quotes a document. Errors not from the driver pass through.
   */
  async use<T>(work: (db: Db) => Promise<T>): Promise<T> {
    try {
      this.#prepared ??= this.#prepare();
      await this.#prepared;
      const done = await this.#unlessLost(work(this.#db));
      this.#lastUsed = performance.now();
      return done;
    } catch (error) {
      const failure = asStoreError(error);
      if (failure instanceof StoreUnavailable) this.#startAnewIfHopeless();
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

  /** All who ask at the same time share one ping: anybody may ask, as often as they like. */
  readonly isReachable: StoreHealth = () => {
    const ask = this.#prepared ? ping : nothing; // preparing the connection already asks the server
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
    return this.use((db) => ensureIndexes(db, this.#servers.isStandalone, collections));
  }

  /** For good: a later use fails, and does not connect again. */
  close(): Promise<void> {
    this.#isClosed = true;
    return this.client.close();
  }

  async #prepare(): Promise<void> {
    try {
      await inTime(this.#connect());
      this.#outage.ended();
      if (this.#servers.isStandalone) this.#warn(standaloneWarning);
    } catch (error) {
      this.#prepared = undefined;
      throw this.#outage.met(error);
    }
  }

  async #connect(): Promise<void> {
    await this.#closing;
    if (this.#isClosed) throw new StoreUnavailable('the connection was closed');
    // A client whose first connection failed stays unusable until `connect` is called again.
    // The look-up of mongodb+srv:// has no limit of its own.
    await this.client.connect();
    await this.#unlessLost(ensureIndexes(this.#db, this.#servers.isStandalone, [CONTACTS, DEALS]));
  }

  /**
   * What the driver remembers can be in the way for good: of a set that another has replaced at the same address, or of
   * connections that it lost track of while they were made, for whose end its pool waits.
   */
  #startAnewIfHopeless(): void {
    if (performance.now() - this.#lastUsed < HOPELESS_AFTER) return;
    this.#lastUsed = performance.now(); // once in so many seconds is enough
    this.#startAnew();
  }

  /** All connections are closed; the next use opens others. */
  #startAnew(): void {
    this.#closing = this.client.close().catch(() => {});
    this.#prepared = undefined;
  }

  /**
   * If the server closes a connection just as the driver begins to write to it, the driver loses track of the command:
   * it never ends, and keeps its place in the pool.
   */
  #unlessLost<T>(work: Promise<T>): Promise<T> {
    const closing = this.#closing;
    const onLost = () => {
      if (this.#closing !== closing) return; // this has been done already, for another lost command
      this.#warn('A command to MongoDB did not end: all connections are opened anew.');
      this.#startAnew();
    };
    return timeLimit(this.#endless, 'a command did not end', onLost)(work);
  }
}

const ping = (db: Db): Promise<unknown> => db.command({ ping: 1 });
const nothing = async (): Promise<void> => {};
const inTime = timeLimit(timeouts.preparation, 'connection timed out');

const standaloneWarning =
  'MongoDB is a standalone server: an acknowledged lead may be lost if it crashes. Use a replica set; one node is enough to start with.';
