import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import * as leads from 'partner-lead-service';
import type { AnnouncingCrm } from 'partner-lead-service/compose';
import * as operators from 'partner-lead-service/operators';

const schema = `
  CREATE TABLE IF NOT EXISTS contacts (id TEXT PRIMARY KEY, content TEXT) STRICT;
  CREATE TABLE IF NOT EXISTS contact_keys (key TEXT PRIMARY KEY, contact TEXT) STRICT;
  CREATE TABLE IF NOT EXISTS deals
    (id TEXT PRIMARY KEY, vendor TEXT, key TEXT, content TEXT, UNIQUE (vendor, key)) STRICT;
  CREATE TABLE IF NOT EXISTS announced (lead TEXT PRIMARY KEY, content TEXT) STRICT;`;
const holders = `SELECT content FROM contacts WHERE id IN
  (SELECT contact FROM contact_keys WHERE key IN (SELECT value FROM json_each(?)))`;

type Announced = readonly operators.Announcement[];
type NewLead = leads.NewLead<Announced>;

/**
 * Our CRM, in a SQLite file. The package decides who is the same customer, what a repeated key means and who may see a
 * lead. This keeps what it is given, all or nothing: each method is one transaction.
 */
export class SqliteCrm implements AnnouncingCrm {
  readonly #database: DatabaseSync;

  constructor(file: string) {
    this.#database = new DatabaseSync(file, { timeout: 3_000 }); // milliseconds, in which the process does nothing else
    this.#whole(() => this.#database.exec(schema));
  }

  async addLead({ customer, dealOf, announced }: NewLead): Promise<'added' | operators.WorkedDeal> {
    return this.#whole(() => {
      const known = this.#read(holders, JSON.stringify(leads.identityKeys(customer)));
      const { contact } = leads.placeCustomer(customer, known.map(leads.contactFromJson), randomUUID);
      const deal = dealOf(contact.id);
      const { id, vendorId, idempotency } = deal;
      if (this.#deal(id)) return 'added';
      const earlier = idempotency && this.#earlier(vendorId, idempotency.key);
      if (earlier) return earlier;
      this.#run('INSERT OR REPLACE INTO contacts VALUES (?, ?)', contact.id, leads.contactToJson(contact));
      const keep = 'INSERT OR IGNORE INTO contact_keys VALUES (?, ?)';
      for (const key of contact.keys) this.#run(keep, key, contact.id);
      const row = [id, vendorId, idempotency?.key ?? null, leads.dealToJson(deal)];
      this.#run('INSERT INTO deals VALUES (?, ?, ?, ?)', ...row);
      if (announced) this.#run('INSERT INTO announced VALUES (?, ?)', id, JSON.stringify(announced));
      return 'added';
    });
  }

  async earlierDeal(vendorId: string, key: string): Promise<operators.WorkedDeal | undefined> {
    return this.#whole(() => this.#earlier(vendorId, key));
  }

  async deal(leadId: string): Promise<operators.WorkedDeal | undefined> {
    return this.#whole(() => this.#deal(leadId));
  }

  statusOf = this.deal;

  /** For our own screens. Returns what there is to announce: the same, if it is set again. */
  setStatus(leadId: string, status: leads.LeadStatus) {
    return this.#whole(() => {
      const deal = this.#deal(leadId);
      if (!deal) throw new Error('our CRM has no such lead');
      const at = operators.nextMoveAt(deal, new Date()); // vendors keep the latest
      const moved = { status, at, by: 'our CRM', reason: undefined };
      const changed = deal.status === status ? deal : operators.withChange(deal, { moved });
      this.#run('UPDATE deals SET content = ? WHERE id = ?', leads.dealToJson(changed), leadId);
      const [change = moved, before = change] = changed.history.toReversed();
      return { lead: { ...deal, status: before.status }, change };
    });
  }

  /** Hands on what was announced with the leads; once more, if it is interrupted. Says whether there was something. */
  async handOn(add: (announced: Announced) => Promise<void>): Promise<boolean> {
    const kept = this.#whole(() => this.#read('SELECT content FROM announced LIMIT 100'));
    const announced: operators.Announcement[] = kept.flatMap((content) => JSON.parse(content, withTime));
    await add(announced);
    const ids = JSON.stringify(announced.map(({ event }) => event.leadId));
    this.#whole(() => this.#run('DELETE FROM announced WHERE lead IN (SELECT value FROM json_each(?))', ids));
    return kept.length > 0;
  }

  close = () => this.#database.close();
  #deals = (where: string, ...values: string[]) =>
    this.#read(`SELECT content FROM deals WHERE ${where}`, ...values).map(operators.dealFromJson);
  #deal = (id: string) => this.#deals('id = ?', id)[0];
  #earlier = (vendor: string, key: string) => this.#deals('vendor = ? AND key = ?', vendor, key)[0];

  /** SQLite's calls are synchronous: nothing else in this process happens in between, and no other one writes. */
  #whole<T>(work: () => T): T {
    try {
      this.#database.exec('BEGIN IMMEDIATE');
      const result = work();
      this.#database.exec('COMMIT');
      return result;
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK'); // a full disk, for example, has ended it
      const isBusy = (error as { readonly errcode?: number }).errcode === 5; // SQLITE_BUSY
      throw isBusy ? new leads.StoreUnavailable('another process has locked our CRM') : error;
    }
  }

  #run = (sql: string, ...values: (string | null)[]) => this.#database.prepare(sql).run(...values);

  #read = (sql: string, ...values: string[]) =>
    Array.from(this.#database.prepare(sql).iterate(...values), ({ content }) => String(content));
}

const withTime = (name: string, value: string) => (name === 'at' ? new Date(value) : value);
