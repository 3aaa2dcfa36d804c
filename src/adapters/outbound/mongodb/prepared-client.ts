import { type Db, MongoClient, type MongoClientOptions } from 'mongodb';
import { StoreUnavailable } from '../../../application/ports/outbound/store.ts';
import { ensureIndexes, type Indexed } from './indexes.ts';
import type { OutageReport } from './outage-report.ts';
import { ServerWatch } from './server-watch.ts';
import { timeLimit } from './time-limit.ts';
import { timeouts } from './timeouts.ts';
import { namesDatabase, withoutOldNames } from './uri.ts';

export interface PreparedClientOptions {
  readonly client: MongoClientOptions;
  /** Milliseconds after which a command that has not ended is given up. */
  readonly endless: number;
  readonly indexed: readonly Indexed[];
  readonly warn: (message: string) => void;
  readonly outage: OutageReport;
  /** Called when a command was given up. */
  readonly onLost: (client: PreparedClient) => void;
}

/** A client of the driver that is connected, with the indexes in place, before each use. */
export class PreparedClient {
  /** The driver's own. */
  readonly client: MongoClient;
  readonly db: Db;
  readonly opened = performance.now();
  readonly #servers: ServerWatch;
  readonly #options: PreparedClientOptions;
  readonly #unlessLost: <T>(work: Promise<T>) => Promise<T>;
  #prepared: Promise<void> | undefined;
  #lastUsed = this.opened;
  #uses = 0;
  #isLeft = false;
  #isClosed = false;

  /** Throws if the URI is not valid. */
  constructor(uri: string, options: PreparedClientOptions) {
    this.client = new MongoClient(withoutOldNames(uri), options.client);
    this.db = this.client.db(namesDatabase(uri) ? undefined : 'partner_leads');
    // Another mongod may have come up without what was prepared: empty, or from a backup.
    this.#servers = new ServerWatch(this.client, () => {
      this.#prepared = undefined;
    });
    this.#options = options;
    // If the server closes a connection just as the driver begins to write to it, the driver loses track of the
    // command: it never ends, and keeps its place in the pool.
    this.#unlessLost = timeLimit(options.endless, 'a command did not end', () => options.onLost(this));
  }

  get isPrepared(): boolean {
    return this.#prepared !== undefined;
  }

  get isStandalone(): boolean {
    return this.#servers.isStandalone;
  }

  /** Of a successful use, in the time of `performance.now()`; at first the same as `opened`. */
  get lastUsed(): number {
    return this.#lastUsed;
  }

  /** Throws the driver's errors, and StoreUnavailable if it cannot be prepared or `work` does not end. */
  async use<T>(work: (db: Db) => Promise<T>): Promise<T> {
    this.#uses += 1;
    try {
      this.#prepared ??= this.#prepare();
      await this.#prepared;
      const done = await this.#unlessLost(work(this.db));
      this.#lastUsed = performance.now();
      return done;
    } finally {
      this.#uses -= 1;
      this.#closeIfDone();
    }
  }

  /** Closes it once the last of its uses has ended. Nobody may begin another. */
  leave(): void {
    this.#isLeft = true;
    this.#closeIfDone();
  }

  /** For good: a later use fails, and does not connect again. */
  close(): Promise<void> {
    this.#isClosed = true;
    return this.client.close();
  }

  async #prepare(): Promise<void> {
    const { outage, warn } = this.#options;
    try {
      await inTime(this.#connect());
      outage.ended();
      if (this.isStandalone) warn(standaloneWarning);
    } catch (error) {
      this.#prepared = undefined;
      throw outage.met(error);
    }
  }

  async #connect(): Promise<void> {
    // A client whose first connection failed stays unusable until `connect` is called again.
    // The look-up of mongodb+srv:// has no limit of its own.
    if (!this.#isClosed) await this.client.connect();
    if (this.#isClosed) {
      await this.client.close(); // closed during that look-up, the driver connects nevertheless
      throw new StoreUnavailable('the connection was closed');
    }
    await this.#unlessLost(ensureIndexes(this.db, this.isStandalone, this.#options.indexed));
  }

  /** Nobody waits for it: it may never end, because a command that the driver sends with it can be lost like any other. */
  #closeIfDone(): void {
    if (this.#isLeft && this.#uses === 0) this.close().catch(() => {});
  }
}

const inTime = timeLimit(timeouts.preparation, 'connection timed out');

const standaloneWarning =
  'MongoDB is a standalone server: an acknowledged lead may be lost if it crashes. Use a replica set; one node is enough to start with.';
