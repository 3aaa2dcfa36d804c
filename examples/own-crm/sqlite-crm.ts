import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import {
  type Contact,
  type Crm,
  type Customer,
  contactFromJson,
  contactToJson,
  type Deal,
  dealFromJson,
  dealToJson,
  identityKeys,
  placeCustomer,
  type ReceivedDeal,
  StoreUnavailable,
} from 'partner-lead-service';

const schema = `
  CREATE TABLE IF NOT EXISTS contacts (id TEXT PRIMARY KEY, content TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS contact_keys (key TEXT PRIMARY KEY, contact TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS deals (
    id TEXT PRIMARY KEY, vendor TEXT NOT NULL, idempotency_key TEXT, content TEXT NOT NULL,
    UNIQUE (vendor, idempotency_key)
  ) STRICT;`;

/** Milliseconds that a write waits for another process. Everything else in this one waits with it. */
const LOCK_TIMEOUT = 1_000;
/** SQLite's own code for a locked database. */
const SQLITE_BUSY = 5;

/**
 * A CRM in one SQLite file. The domain decides who is the same customer, and the use cases what a repeated key means
 * and who may see a lead. The adapter only stores, all or nothing: each method is one transaction.
 */
export class SqliteCrm implements Crm {
  readonly #database: DatabaseSync;

  constructor(file: string) {
    this.#database = new DatabaseSync(file, { timeout: LOCK_TIMEOUT });
    this.#preferWal();
    this.#database.exec('PRAGMA synchronous = FULL');
    this.#transaction(() => this.#database.exec(schema));
  }

  async upsertContact(customer: Customer): Promise<string> {
    return this.#transaction(() => {
      const { change, contact } = placeCustomer(
        customer,
        this.#holdersOf(identityKeys(customer)),
        randomUUID,
      );
      if (change !== 'none') this.#keep(contact);
      return contact.id;
    });
  }

  async addDeal(deal: ReceivedDeal): Promise<'added' | Deal> {
    return this.#transaction(() => {
      const { id, vendorId, idempotency } = deal;
      if (this.#deal(id)) return 'added';
      const earlier = idempotency && this.#earlier(vendorId, idempotency.key);
      if (earlier) return earlier;
      this.#run(
        'INSERT INTO deals VALUES (?, ?, ?, ?)',
        id,
        vendorId,
        idempotency?.key ?? null,
        dealToJson(deal),
      );
      return 'added';
    });
  }

  async earlierDeal(vendorId: string, key: string): Promise<Deal | undefined> {
    return this.#earlier(vendorId, key);
  }

  async statusOf(leadId: string): Promise<Deal | undefined> {
    return this.#deal(leadId);
  }

  contacts(): Contact[] {
    return this.#contents('SELECT content FROM contacts ORDER BY rowid').map(contactFromJson);
  }

  deals(): Deal[] {
    return this.#contents('SELECT content FROM deals ORDER BY rowid').map(dealFromJson);
  }

  close(): void {
    this.#database.close();
  }

  #keep(contact: Contact): void {
    const { id, keys } = contact;
    this.#run(
      'INSERT INTO contacts VALUES (?, ?) ON CONFLICT DO UPDATE SET content = excluded.content',
      id,
      contactToJson(contact),
    );
    for (const key of keys) this.#run('INSERT OR IGNORE INTO contact_keys VALUES (?, ?)', key, id);
  }

  #holdersOf(keys: readonly string[]): Contact[] {
    const holders = `SELECT content FROM contacts WHERE id IN
      (SELECT contact FROM contact_keys WHERE key IN (SELECT value FROM json_each(?)))`;
    return this.#contents(holders, JSON.stringify(keys)).map(contactFromJson);
  }

  #deal(id: string): Deal | undefined {
    return this.#contents('SELECT content FROM deals WHERE id = ?', id).map(dealFromJson)[0];
  }

  #earlier(vendorId: string, key: string): Deal | undefined {
    const sql = 'SELECT content FROM deals WHERE vendor = ? AND idempotency_key = ?';
    return this.#contents(sql, vendorId, key).map(dealFromJson)[0];
  }

  /** Calls to SQLite are synchronous: nothing else in this process can run in between. */
  #transaction<T>(work: () => T): T {
    this.#begin();
    try {
      const result = work();
      this.#database.exec('COMMIT');
      return result;
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK'); // a full disk, for example, has ended it
      throw error;
    }
  }

  #begin(): void {
    try {
      this.#database.exec('BEGIN IMMEDIATE');
    } catch (error) {
      throw isBusy(error) ? new StoreUnavailable('another process has locked the database') : error;
    }
  }

  /** SQLite does not wait for its turn here, and need not: who is in the way of a first start does the same. */
  #preferWal(): void {
    try {
      this.#database.exec('PRAGMA journal_mode = WAL');
    } catch (error) {
      if (!isBusy(error)) throw error;
    }
  }

  #run(sql: string, ...values: (string | null)[]): void {
    this.#database.prepare(sql).run(...values);
  }

  #contents(sql: string, ...values: string[]): string[] {
    return this.#database
      .prepare(sql)
      .all(...values)
      .map(({ content }) => String(content));
  }
}

const isBusy = (error: unknown): boolean => (error as { readonly errcode?: number }).errcode === SQLITE_BUSY;
