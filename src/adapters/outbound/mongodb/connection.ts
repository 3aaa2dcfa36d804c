import { type Db, MongoClient, type MongoClientOptions } from 'mongodb';
import { type StoreHealth, StoreUnavailable } from '../../../application/ports/outbound.ts';
import { ensureIndexes } from './indexes.ts';
import { asStoreError, asUnready } from './store-errors.ts';
import { CONTACTS } from './stored-contact.ts';
import { DEALS } from './stored-deal.ts';

/** Times in milliseconds. What the URI says otherwise of these does not count. */
const clientOptions: MongoClientOptions = {
  appName: 'partner-lead-service',
  readPreference: 'primary',
  // What was acknowledged survives a failover, and what a failover may undo is not built upon.
  // (Said one by one: `writeConcern` as a whole gives way to a `journal=false` of the URI.)
  w: 'majority',
  journal: true,
  wtimeoutMS: 4_000,
  readConcern: { level: 'majority' },
  retryWrites: true,
  retryReads: true,
  serverSelectionTimeoutMS: 3_000,
  connectTimeoutMS: 3_000,
  waitQueueTimeoutMS: 3_000,
  socketTimeoutMS: 5_000,
  maxPoolSize: 20, // batches share it: more would only queue inside the server
};

/** Milliseconds for the first connection, the look-up of a mongodb+srv:// address included: that has no limit of its own. */
const CONNECT_LIMIT = 4_500;

/** Every kind of round trip that callers share. */
export type Batch =
  | 'contacts.find'
  | 'contacts.add'
  | 'contacts.fill'
  | 'deals.add'
  | 'deals.repeats'
  | 'deals.statuses'
  | 'keys.find'
  | 'keys.used';

export interface ConnectionOptions {
  /** Told what an operator should know of the server. No personal data. */
  readonly warn?: (message: string) => void;
  /** Told how many questions shared a round trip, and of what kind it was. */
  readonly batched?: ((batch: Batch, size: number) => void) | undefined;
  readonly client?: MongoClientOptions;
}

/** The way to the database. It need not be up: each use tries anew. */
export class MongoConnection {
  readonly client: MongoClient;
  readonly #batched: (batch: Batch, size: number) => void;
  readonly #db: Db;
  readonly #warn: (message: string) => void;
  #prepared: Promise<void> | undefined;
  #standalone = false;
  #toldWhy: string | undefined;

  /** Throws where the URI is none. */
  constructor(uri: string, { warn = () => {}, batched = () => {}, client }: ConnectionOptions = {}) {
    this.client = new MongoClient(uri, { ...clientOptions, ...client });
    this.#db = this.client.db(databaseOf(uri) ?? 'partner_leads');
    this.#warn = warn;
    this.#batched = batched;
    // Of several servers the driver takes in none that stands alone, and tells nothing of it.
    this.client.on('serverDescriptionChanged', ({ newDescription }) => {
      this.#standalone = newDescription.type === 'Standalone';
    });
  }

  /**
   * Runs one piece of work on the database, connected and with the indexes of contacts and deals made.
   * Throws StoreUnavailable, or StoreRefused where the database refuses for good; neither quotes a document.
   */
  async use<T>(work: (db: Db) => Promise<T>): Promise<T> {
    try {
      this.#prepared ??= this.#prepare();
      await this.#prepared;
      return await work(this.#db);
    } catch (error) {
      throw asStoreError(error);
    }
  }

  /** `use` for what several callers ask together. */
  batch<Q, A>(batch: Batch, work: (db: Db, questions: readonly Q[]) => Promise<A>) {
    return (questions: readonly Q[]): Promise<A> => {
      this.#batched(batch, questions.length);
      return this.use((db) => work(db, questions));
    };
  }

  readonly isReachable: StoreHealth = () => {
    const ask = this.#prepared ? ping : nothing; // what prepares the connection has asked the server already
    return this.use(ask).then(
      () => true,
      () => false,
    );
  };

  close(): Promise<void> {
    return this.client.close();
  }

  async #prepare(): Promise<void> {
    try {
      // A client whose first connection failed stays dead unless asked to connect again.
      await within(CONNECT_LIMIT, this.client.connect());
      await ensureIndexes(this.#db, CONTACTS, DEALS);
      this.#toldWhy = undefined;
      if (this.#standalone) this.#warn(standaloneWarning);
    } catch (error) {
      this.#prepared = undefined;
      throw this.#unready(error);
    }
  }

  /** Each reason is told once, not with every request that meets it. */
  #unready(error: unknown): StoreUnavailable {
    const unready = asUnready(error);
    if (this.#toldWhy !== unready.message) {
      this.#toldWhy = unready.message;
      this.#warn(`MongoDB cannot be used yet (${unready.message}). Until it can, requests get a 503.`);
    }
    return unready;
  }
}

const ping = (db: Db): Promise<unknown> => db.command({ ping: 1 });
const nothing = async (): Promise<void> => {};

async function within<T>(limit: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new StoreUnavailable('no connection in time')), limit);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

const standaloneWarning =
  'MongoDB runs as a standalone server: an acknowledged lead may be lost when it crashes. Use a replica set; one node is enough to begin with.';

function databaseOf(uri: string): string | undefined {
  const name = /^[a-z+]+:\/\/[^/]+\/([^?]+)/.exec(uri)?.[1];
  return name && decodeURIComponent(name);
}
