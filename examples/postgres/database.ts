import { StoreUnavailable } from 'partner-lead-service';
import pg from 'pg';
import { schema } from './schema.ts';

/** Milliseconds. All calls for one lead have ten seconds. */
const limits = {
  connectionTimeoutMillis: 10_000,
  query_timeout: 3_000,
  statement_timeout: 3_000,
  lock_timeout: 2_000,
};

/** Each failed attempt means that another transaction succeeded. */
const ATTEMPTS = 100;

/** SQLSTATE: a serialization failure, a deadlock, a key that another transaction has just added. */
const conflicts = new Set(['40001', '40P01', '23505']);

/** The classes of SQLSTATE that mean: not now. Connection, resources, intervention, a stand-by, a lock. */
const unavailable = /^(08|53|57|25006|55P03)/;

export type Client = pg.PoolClient;

/** The connections to one database. They are opened when they are needed, and again after they were lost. */
export class Database {
  readonly #pool: pg.Pool;
  #prepared: Promise<unknown> | undefined;

  constructor(connectionString: string) {
    this.#pool = new pg.Pool({ connectionString, max: 10, ...limits });
    // A connection was lost, idle or in use; without these, the process would end.
    this.#pool.on('error', () => {});
    this.#pool.on('connect', (client) => client.on('error', () => {}));
  }

  /**
   * Runs `work` in a serializable transaction, and again if another one came in between: so no method has to think of
   * what happens at the same time. Throws StoreUnavailable.
   */
  async transaction<T>(work: (client: Client) => Promise<T>): Promise<T> {
    await this.#prepare();
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      try {
        return await this.#attempt(work);
      } catch (error) {
        if (!conflicts.has(codeOf(error))) throw storeError(error);
        await pause(Math.random() * 5 * (attempt + 1));
      }
    }
    throw new StoreUnavailable('other transactions kept coming in between');
  }

  /** Resolves to whether the database answers. Never throws. */
  isReachable = async (): Promise<boolean> => {
    try {
      await this.transaction((client) => client.query('SELECT 1'));
      return true;
    } catch {
      return false;
    }
  };

  close(): Promise<void> {
    return this.#pool.end();
  }

  async #attempt<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect();
    let isBroken = false;
    try {
      await client.query('BEGIN ISOLATION LEVEL SERIALIZABLE');
      const result = await work(client);
      await client.query('COMMIT');
      return result;
    } catch (error) {
      isBroken = !(error instanceof pg.DatabaseError);
      if (!isBroken) await client.query('ROLLBACK');
      throw error;
    } finally {
      client.release(isBroken); // and not used again
    }
  }

  /** Creates the tables. Several processes may do it at once. */
  async #prepare(): Promise<void> {
    this.#prepared ??= this.#pool.query(schema).catch((error) => {
      this.#prepared = undefined;
      throw storeError(error);
    });
    await this.#prepared;
  }
}

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

const codeOf = (error: unknown): string => (error instanceof pg.DatabaseError ? (error.code ?? '') : '');

/** PostgreSQL's own messages quote what was to be stored: they go no further. */
function storeError(error: unknown): unknown {
  if (error instanceof pg.DatabaseError)
    return unavailable.test(error.code ?? '')
      ? new StoreUnavailable(`PostgreSQL cannot do it now (${error.code})`)
      : new Error(`PostgreSQL refuses (${error.code})`);
  const { code = 'connection lost', syscall } = error as NodeJS.ErrnoException;
  const isOfDriver = syscall !== undefined || /timeout|terminated|Connection|not queryable/i.test(`${error}`);
  return isOfDriver ? new StoreUnavailable(`PostgreSQL does not answer (${code})`) : error;
}
