import { setTimeout as sleep } from 'node:timers/promises';
import { type Db, MongoClient, type MongoClientOptions } from 'mongodb';
import { createIndexes, type Indexed, type NamedIndex, unbuiltIndexes } from './indexes.ts';
import { asUnready } from './store-errors.ts';
import { namesDatabase, withoutOverridden } from './uri.ts';

/** Milliseconds between two looks at what another process builds. */
const LOOK_INTERVAL = 1_000;
/** Milliseconds until the next attempt after a failure. */
const RETRY_INTERVAL = 60_000;

/** An index is begun, or stands. */
export interface IndexNews {
  readonly name: string;
  readonly collection: Indexed;
  readonly stands: boolean;
}

interface IndexBuildingOptions {
  readonly uri: string;
  readonly client: MongoClientOptions;
  readonly collections: readonly Indexed[];
  readonly isStandalone: () => boolean;
  readonly tell: (message: string) => void;
}

/**
 * Builds the indexes that no lead needs, while leads are served: on a connection of its own, which waits for as long as a
 * build takes, and only if one is missing.
 */
export class IndexBuilding {
  readonly #options: IndexBuildingOptions;
  readonly #stopped = new AbortController();
  readonly #clients = new Set<MongoClient>();
  #running = false;
  #told = '';

  constructor(options: IndexBuildingOptions) {
    this.#options = options;
  }

  /** `db` is for a first look. Never throws; what fails is told, and tried again. */
  async start(db: Db): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    while (!this.#stopped.signal.aborted) {
      try {
        const { collections, tell } = this.#options;
        if (await this.#isAnyUnbuilt(db))
          await this.build(collections, ({ name, collection, stands }) =>
            tell(`${stands ? 'Built' : 'Building'} index ${name} of ${collection}.`),
          );
        break;
      } catch (error) {
        this.#tellFailure(asUnready(error).message);
        await sleep(RETRY_INTERVAL, undefined, { ref: false, signal: this.#stopped.signal }).catch(() => {});
      }
    }
    this.#running = false;
  }

  stop(): void {
    this.#stopped.abort();
    for (const client of this.#clients) client.close().catch(() => {});
  }

  async #isAnyUnbuilt(db: Db): Promise<boolean> {
    const unbuilt = await Promise.all(this.#options.collections.map((each) => unbuiltIndexes(db, each)));
    return unbuilt.flat().length > 0;
  }

  /**
   * Builds what is missing of these collections, and resolves to how many that were. If some cannot be built, throws for
   * the first of them, as `createIndexes`, when all others stand.
   */
  async build(collections: readonly Indexed[], told: (news: IndexNews) => void): Promise<number> {
    const { uri, client: options, isStandalone } = this.#options;
    let built = 0;
    const failed = new Map<NamedIndex, unknown>();
    const client = patientClient(uri, options);
    this.#clients.add(client);
    try {
      const db = client.db(namesDatabase(uri) ? undefined : 'partner_leads');
      const isStopped = () => this.#stopped.signal.aborted;
      for (const each of collections)
        built += await buildIndexes(db, isStandalone(), each, told, isStopped, failed);
      for (const [, error] of failed) throw error;
      return built;
    } finally {
      this.#clients.delete(client);
      await client.close().catch(() => {});
    }
  }

  #tellFailure(reason: string): void {
    if (this.#stopped.signal.aborted || reason === this.#told) return;
    this.#told = reason;
    this.#options.tell(
      `An index cannot be built (${reason}); it is tried again every minute. Leads are accepted; lists of operators that need it wait.`,
    );
  }
}

/** A client whose commands may take any time. */
const patientClient = (uri: string, options: MongoClientOptions): MongoClient =>
  new MongoClient(withoutOverridden(uri), { ...options, socketTimeoutMS: 0, maxPoolSize: 1 });

/**
 * Builds what is missing of a collection, one index after the other, also among several processes: none begins while
 * another builds. Resolves to how many it has built; `failed` gets those that cannot be, each with the reason.
 */
async function buildIndexes(
  db: Db,
  isStandalone: boolean,
  collection: Indexed,
  told: (news: IndexNews) => void,
  isStopped: () => boolean,
  failed: Map<NamedIndex, unknown>,
): Promise<number> {
  let built = 0;
  while (!isStopped()) {
    const unbuilt = (await unbuiltIndexes(db, collection)).filter(({ index }) => !failed.has(index));
    const [next] = unbuilt;
    if (!next) break;
    if (unbuilt.some(({ building }) => building)) {
      await sleep(LOOK_INTERVAL, undefined, { ref: false });
      continue;
    }
    const { name } = next.index;
    told({ name, collection, stands: false });
    try {
      await createIndexes(db, isStandalone, collection, [next.index]);
    } catch (error) {
      failed.set(next.index, error);
      continue;
    }
    told({ name, collection, stands: true });
    built += 1;
  }
  return built;
}
