import { setImmediate as turn } from 'node:timers/promises';
import { type Db, MongoClient, type MongoClientOptions } from 'mongodb';
import { StoreUnavailable } from '../../../../application/ports/outbound/store.ts';
import { asUnfit, requireFit } from './fitness.ts';
import { ensureIndexes, type IndexedCollection } from './indexes.ts';
import type { OutageReport } from './outage-report.ts';
import { ServerWatch } from './server-watch.ts';
import { standaloneWarning } from './standalone.ts';
import { timeLimit } from './time-limit.ts';
import { timeouts } from './timeouts.ts';
import { mistakeIn, namesDatabase, withoutOverridden } from './uri.ts';

interface PreparedClientOptions {
  readonly client: MongoClientOptions;
  /** Milliseconds after which an unfinished command is given up. */
  readonly abandonAfter: number;
  readonly indexed: readonly IndexedCollection[];
  readonly warn: (message: string) => void;
  readonly outage: OutageReport;
  /** Called when a command is given up. */
  readonly onAbandoned: (client: PreparedClient) => void;
}

/** Milliseconds without a use after which the next one waits a turn. */
const REST = 20;

/** A client of the driver that is connected, with the unique indexes in place, before each use. */
export class PreparedClient {
  /** The driver's own client. */
  readonly client: MongoClient;
  readonly db: Db;
  readonly opened = performance.now();
  readonly #servers: ServerWatch;
  readonly #options: PreparedClientOptions;
  /** Names of collections whose indexes exist. */
  readonly #ensured = new Set<string>();
  readonly #abandonLate: <T>(work: Promise<T>) => Promise<T>;
  #prepared: Promise<void> | undefined;
  #lastUsed = this.opened;
  #uses = 0;
  #isRetired = false;
  #isClosed = false;

  /** Throws if the URI is not valid. */
  constructor(uri: string, options: PreparedClientOptions) {
    this.client = new MongoClient(withoutOverridden(uri), options.client);
    this.db = this.client.db(namesDatabase(uri) ? undefined : 'partner_leads');
    const mistake = mistakeIn(uri, this.db.databaseName);
    if (mistake) throw new TypeError(`The URI ${mistake}.`);
    // A restarted server may lack the indexes: its data may be empty, or from a backup.
    this.#servers = new ServerWatch(this.client, () => {
      this.#prepared = undefined;
      this.#ensured.clear();
    });
    this.#options = options;
    // If the server closes a connection just as the driver begins to write to it, that command never ends, and
    // the connection stays taken.
    this.#abandonLate = timeLimit(options.abandonAfter, 'a command did not end', () =>
      options.onAbandoned(this),
    );
  }

  get isPrepared(): boolean {
    return this.#prepared !== undefined;
  }

  get isStandalone(): boolean {
    return this.#servers.isStandalone;
  }

  /** The end of the last successful use, by `performance.now()`; before the first, the time of opening. */
  get lastUsed(): number {
    return this.#lastUsed;
  }

  /** Runs `work`. Throws the driver's errors, and StoreUnavailable if preparing or `work` does not end in time. */
  async use<T>(work: (db: Db) => Promise<T>): Promise<T> {
    this.#uses += 1;
    try {
      this.#prepared ??= this.#prepare();
      await this.#prepared;
      if (performance.now() - this.#lastUsed > REST) await turn(); // a frozen function has not read yet which connections ended
      const done = await this.#abandonLate(work(this.db));
      this.#lastUsed = performance.now();
      return done;
    } finally {
      this.#uses -= 1;
      this.#closeIfIdle();
    }
  }

  /** Creates missing indexes as `ensureIndexes`, once for each collection. */
  async ensureIndexes(collections: readonly IndexedCollection[]): Promise<void> {
    const others = collections.filter(({ collection }) => !this.#ensured.has(collection));
    if (others.length === 0) return;
    await ensureIndexes(this.db, this.isStandalone, others);
    for (const { collection } of others) this.#ensured.add(collection);
  }

  /** Closes as soon as no use is under way. No new use may begin. */
  closeWhenIdle(): void {
    this.#isRetired = true;
    this.#closeIfIdle();
  }

  /** Closes for good: later uses fail and do not connect again. */
  close(): Promise<void> {
    this.#isClosed = true;
    return this.client.close();
  }

  async #prepare(): Promise<void> {
    const { outage, warn } = this.#options;
    try {
      await withinLimit(this.#connect());
      outage.succeeded();
      if (this.isStandalone) warn(standaloneWarning);
    } catch (error) {
      this.#prepared = undefined;
      throw outage.failed(await asUnfit(this.db, error));
    }
  }

  async #connect(): Promise<void> {
    // Called by each use until it succeeds: after a failure, the driver does not connect by itself.
    if (!this.#isClosed) await Promise.race([this.client.connect(), this.#servers.tooOld]);
    if (this.#isClosed) {
      await this.client.close(); // the driver connects even if it was closed while it looked up mongodb+srv://
      throw new StoreUnavailable('the connection was closed');
    }
    if (this.#servers.isSecondary)
      throw new StoreUnavailable('MONGODB_URI names a secondary, which takes no writes');
    const { indexed } = this.#options;
    await this.#abandonLate(indexed.length > 0 ? this.ensureIndexes(indexed) : requireFit(this.db));
  }

  /** Closes without waiting for the end: closing sends a command, which the driver can lose like any other. */
  #closeIfIdle(): void {
    if (this.#isRetired && this.#uses === 0) this.close().catch(() => {});
  }
}

const withinLimit = timeLimit(timeouts.preparation, 'connection timed out');
