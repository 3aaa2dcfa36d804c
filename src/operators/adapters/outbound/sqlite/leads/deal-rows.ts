import type { Shelf } from '#operators/application/ports/outbound/shelves.ts';
import { waitsSince } from '#operators/domain/work/answer.ts';
import { dealFromJson } from '#operators/domain/work/as-json.ts';
import { onlyTallied } from '#operators/domain/work/tally.ts';
import { statusSince, type WorkedDeal } from '#operators/domain/work/worked-deal.ts';
import type { DataFile } from '../../../../../adapters/outbound/sqlite/connection/data-file.ts';
import { type Database, list } from '../../../../../adapters/outbound/sqlite/connection/database.ts';
import { StoreRefused } from '../../../../../adapters/outbound/sqlite/connection/store-errors.ts';
import { type Columns, dealColumns, insertDeal } from '../../../../../adapters/outbound/sqlite/deal-rows.ts';
import { hasCustomer, type IdentityKey } from '../../../../../domain/contact.ts';
import { forgetCame } from '../sources/as-it-came-rows.ts';
import { tableShelf } from '../tables/table-shelf.ts';
import { keyWord, wordsOf } from './words.ts';

/**
 * Columns of a deal's row for operators' questions. Times are milliseconds. An index has the order first and
 * then the conditions, so that a list reads only the deals that it shows, and a report none. A new lead has no
 * value in the last three.
 */
export const workTables = `
  ALTER TABLE deals ADD COLUMN deal_type TEXT NOT NULL DEFAULT 'other';
  ALTER TABLE deals ADD COLUMN status_since INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE deals ADD COLUMN received_at INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE deals ADD COLUMN key_id TEXT;
  ALTER TABLE deals ADD COLUMN owner TEXT;
  ALTER TABLE deals ADD COLUMN waits_since INTEGER; -- for the first answer
  ALTER TABLE deals ADD COLUMN follow_up_at INTEGER;
  ALTER TABLE deals ADD COLUMN promised_by TEXT;
  ALTER TABLE deals ADD COLUMN changed_at INTEGER;
  ALTER TABLE deals ADD COLUMN erased INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE deals ADD COLUMN tally TEXT NOT NULL DEFAULT '[null,null,0,0]'; -- for reports
  CREATE INDEX deals_contact ON deals (contact_id);
  CREATE INDEX deals_received ON deals (received_at, id, vendor_id, deal_type, status, owner, waits_since,
    follow_up_at, tally);
  CREATE INDEX deals_vendor ON deals (vendor_id, received_at, id, status);
  CREATE INDEX deals_status ON deals (status, received_at, id, deal_type, owner);
  CREATE INDEX deals_waiting ON deals (waits_since, id, owner, vendor_id, deal_type)
    WHERE waits_since IS NOT NULL;
  CREATE INDEX deals_owner ON deals (owner, received_at, id, status) WHERE owner IS NOT NULL;
  CREATE INDEX deals_due ON deals (follow_up_at, id, owner, promised_by, vendor_id) WHERE follow_up_at IS NOT NULL;
  CREATE INDEX deals_changed ON deals (changed_at, id, owner, vendor_id, deal_type, status)
    WHERE changed_at IS NOT NULL;

  CREATE TABLE deal_words (
    word TEXT NOT NULL,
    number INTEGER NOT NULL,
    PRIMARY KEY (word, number)
  ) STRICT, WITHOUT ROWID;
`;

/** Deals that others gave to their owners: a table of its own, so that a file of 0.3.0 gets it at once. */
export const giftTables = `
  CREATE TABLE gifts (
    given_at INTEGER NOT NULL,
    id TEXT NOT NULL, -- the deal's
    number INTEGER NOT NULL,
    PRIMARY KEY (given_at, id)
  ) STRICT, WITHOUT ROWID;
`;

/** The values of operators' columns. */
export const workColumns = (deal: WorkedDeal): Columns => ({
  deal_type: deal.dealType,
  status_since: statusSince(deal).getTime(),
  received_at: deal.receivedAt.getTime(),
  key_id: deal.history[0]?.by ?? null,
  owner: deal.owner ?? null,
  waits_since: waitsSince(deal)?.getTime() ?? null,
  follow_up_at: deal.followUp?.at.getTime() ?? null,
  promised_by: deal.followUp?.byId ?? null,
  changed_at: deal.changedAt?.getTime() ?? null,
  erased: hasCustomer(deal) ? 0 : 1,
  tally: onlyTallied(deal),
});

const columnsOf = (deal: WorkedDeal): Columns => ({ ...dealColumns(deal), ...workColumns(deal) });

/** Adds what other tables have of a deal: the words by which it is found, and the gift. */
export function addBeside(db: Database, number: number, deal: WorkedDeal): void {
  addWords(db, number, [...wordsOf(deal)]);
  keepGift(db, number, deal);
}

/** The most words that one statement adds. Each number of words has a statement of its own. */
const MOST_WORDS = 16;

/** Adds words, several with each statement: one statement for each word takes longer. */
function addWords(db: Database, number: number, words: readonly string[]): void {
  for (let done = 0; done < words.length; done += MOST_WORDS) {
    const some = words.slice(done, done + MOST_WORDS);
    db.run(
      insertWords[some.length] as string,
      some.flatMap((word) => [word, number]),
    );
  }
}

/** Statements by their number of words. Without `OR IGNORE`, SQLite would keep a copy of each page until its end. */
const insertWords = Array.from(
  { length: MOST_WORDS + 1 },
  (_, count) => `INSERT OR IGNORE INTO deal_words (word, number) VALUES ${Array(count).fill('(?, ?)')}`,
);

/** Adds a deal from another store. Throws StoreRefused if another one has its vendor's key. */
export function addDeal(db: Database, deal: WorkedDeal): void {
  const number = insertDeal(db, columnsOf(deal));
  if (number === undefined) throw new StoreRefused('two leads have one idempotency key', deal.id);
  addBeside(db, number, deal);
}

/** Writes a deal's changed columns. Indexes of unchanged columns cost nothing. */
export function changeDeal(db: Database, before: WorkedDeal, after: WorkedDeal): void {
  const was = columnsOf(before);
  const changed = Object.entries(columnsOf(after)).filter(([name, value]) => value !== was[name]);
  if (changed.length === 0) return;
  const set = changed.map(([name]) => `${name} = ?`);
  db.run(`UPDATE deals SET ${set} WHERE id = ?`, [...changed.map(([, value]) => value), after.id]);
  if (!hasCustomer(after)) forgetCame(db, after.id);
  const [old, present] = [wordsOf(before), wordsOf(after)];
  const gone = [...old].filter((word) => !present.has(word));
  const fresh = [...present].filter((word) => !old.has(word));
  const isGiven = before.assigned?.at.getTime() !== after.assigned?.at.getTime();
  if (gone.length + fresh.length === 0 && !isGiven) return;
  const number = numberOf(db, after.id);
  removeWords(db, number, gone);
  addWords(db, number, fresh);
  if (!isGiven) return;
  removeGift(db, before);
  keepGift(db, number, after);
}

/** Writes all columns of a deal by its record. */
export function writeColumns(db: Database, leadId: string): void {
  const deal = dealWithId(db, leadId);
  if (!deal) return;
  const columns = columnsOf(deal);
  const set = Object.keys(columns).map((name) => `${name} = ?`);
  db.run(`UPDATE OR IGNORE deals SET ${set} WHERE id = ?`, [...Object.values(columns), leadId]); // unless another deal has its key
}

function removeWords(db: Database, number: number, words: Iterable<string>): void {
  for (const word of words) db.run('DELETE FROM deal_words WHERE word = ? AND number = ?', [word, number]);
}

function keepGift(db: Database, number: number, { id, assigned }: WorkedDeal): void {
  if (assigned)
    db.run('INSERT OR REPLACE INTO gifts (given_at, id, number) VALUES (?, ?, ?)', [
      assigned.at.getTime(),
      id,
      number,
    ]);
}

function removeGift(db: Database, { id, assigned }: WorkedDeal): void {
  if (assigned) db.run('DELETE FROM gifts WHERE given_at = ? AND id = ?', [assigned.at.getTime(), id]);
}

const numberOf = (db: Database, leadId: string): number =>
  (db.one('SELECT number FROM deals WHERE id = ?', [leadId]) as NumberRow).number;

/** Leaves an idempotency key to the first deal that has it: for a while, nothing kept others from having it, too. */
export const oneDealForEachKey = (db: Database): number =>
  db.run(`
    UPDATE deals SET idempotency_key = NULL, deal = json_remove(deal, '$.idempotency')
    WHERE idempotency_key IS NOT NULL AND number NOT IN (
      SELECT min(number) FROM deals WHERE idempotency_key IS NOT NULL GROUP BY vendor_id, idempotency_key)`);

interface NumberRow {
  readonly number: number;
}

interface DealRow {
  readonly deal: string;
}

export function dealWithId(db: Database, leadId: string): WorkedDeal | undefined {
  const row = db.one<DealRow>('SELECT deal FROM deals WHERE id = ?', [leadId]);
  return row && dealFromJson(row.deal);
}

export const dealsWithIds = (db: Database, leadIds: readonly string[]): WorkedDeal[] =>
  db
    .all<DealRow>('SELECT deal FROM deals WHERE id IN (SELECT value FROM json_each(?))', [list(leadIds)])
    .map(({ deal }) => dealFromJson(deal));

/** The most deals that one unit changes: the event loop stands still for them. */
const AT_ONCE = 40;

/** Does `work` on the next deals of these contacts. Returns the number to continue after, if there may be more. */
export function withSomeDeals(
  db: Database,
  contactIds: readonly string[],
  after: number,
  work: (deal: WorkedDeal) => void,
): number | undefined {
  const rows = db.all<DealRow & NumberRow>(dealsAfter, [list(contactIds), after, AT_ONCE]);
  for (const { deal } of rows) work(dealFromJson(deal));
  return rows.length < AT_ONCE ? undefined : rows.at(-1)?.number;
}

/** Does `work` on all deals of a contact, for the few that a merge has added meanwhile. */
export function withAllDeals(db: Database, contactId: string, work: (deal: WorkedDeal) => void): void {
  for (const { deal } of db.all<DealRow>(dealsAfter, [list([contactId]), 0, -1])) work(dealFromJson(deal));
}

const dealsAfter = `
  SELECT number, deal FROM deals WHERE contact_id IN (SELECT value FROM json_each(?)) AND number > ?
  ORDER BY number LIMIT ?`;

/** A deal of the contact whose customer has this email or phone. */
export function dealThatSays(db: Database, contactId: string, key: IdentityKey): WorkedDeal | undefined {
  const row = db.one<DealRow>(says, [keyWord(key), contactId]);
  return row && dealFromJson(row.deal);
}

const says =
  'SELECT deal FROM deal_words JOIN deals USING (number) WHERE word = ? AND contact_id = ? LIMIT 1';

export const dealShelf = (file: DataFile): Shelf<WorkedDeal> =>
  tableShelf(file, {
    table: 'deals',
    from: ({ deal }: DealRow) => dealFromJson(deal),
    put(db, deal) {
      const before = dealWithId(db, deal.id);
      if (before) changeDeal(db, before, deal);
      else addDeal(db, deal);
    },
    forget(db, deal) {
      removeWords(db, numberOf(db, deal.id), wordsOf(deal));
      removeGift(db, deal);
    },
  });
