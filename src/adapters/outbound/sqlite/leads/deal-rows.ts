import type { SQLInputValue } from 'node:sqlite';
import type { Shelf } from '../../../../application/operators/ports/outbound/shelves.ts';
import { hasCustomer, type IdentityKey } from '../../../../domain/intake/contact.ts';
import { waitsSince } from '../../../../domain/work/answer.ts';
import { dealFromJson, dealToJson } from '../../../../domain/work/as-json.ts';
import { type Deal, statusSince } from '../../../../domain/work/deal.ts';
import { onlyTallied, talliedToText } from '../../../../domain/work/tallied-lead.ts';
import type { DataFile } from '../connection/data-file.ts';
import { type Database, list } from '../connection/database.ts';
import { tableShelf } from '../connection/table-shelf.ts';
import { keyWord, wordsOf } from './words.ts';

/**
 * A deal as text, and in columns what lists, reports and vendors ask for. Times are milliseconds. An index has its order
 * first, and then what it is asked with, so that a list reads no more deals than it shows, and a report reads none. Of a new
 * lead, the last three have nothing.
 */
export const dealTables = `
  CREATE TABLE deals (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    deal TEXT NOT NULL,
    contact_id TEXT NOT NULL,
    vendor_id TEXT NOT NULL,
    idempotency_key TEXT,
    deal_type TEXT NOT NULL,
    status TEXT NOT NULL,
    status_since INTEGER NOT NULL,
    received_at INTEGER NOT NULL,
    key_id TEXT,
    owner TEXT,
    waits_since INTEGER, -- for the first answer
    follow_up_at INTEGER,
    promised_by TEXT,
    changed_at INTEGER,
    erased INTEGER NOT NULL,
    tally TEXT NOT NULL -- for reports
  ) STRICT;
  CREATE UNIQUE INDEX deals_idempotency ON deals (vendor_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
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

const columns: Readonly<Record<string, (deal: Deal) => SQLInputValue | undefined>> = {
  id: ({ id }) => id,
  deal: dealToJson,
  contact_id: ({ contactId }) => contactId,
  vendor_id: ({ vendorId }) => vendorId,
  idempotency_key: ({ idempotency }) => idempotency?.key,
  deal_type: ({ dealType }) => dealType,
  status: ({ status }) => status,
  status_since: (deal) => statusSince(deal).getTime(),
  received_at: ({ receivedAt }) => receivedAt.getTime(),
  key_id: ({ history }) => history[0]?.by,
  owner: ({ owner }) => owner,
  waits_since: (deal) => waitsSince(deal)?.getTime(),
  follow_up_at: ({ followUp }) => followUp?.at.getTime(),
  promised_by: ({ followUp }) => followUp?.byId,
  changed_at: ({ changedAt }) => changedAt?.getTime(),
  erased: (deal) => (hasCustomer(deal) ? 0 : 1),
  tally: (deal) => talliedToText(onlyTallied(deal)),
};
const names = Object.keys(columns);
const insertDeal = `INSERT INTO deals (${names}) VALUES (${names.map(() => '?')})`;

const valuesOf = (deal: Deal): SQLInputValue[] =>
  Object.values(columns).map((column) => column(deal) ?? null);

export function addDeal(db: Database, deal: Deal): void {
  const number = db.add(insertDeal, valuesOf(deal));
  for (const word of wordsOf(deal)) addWord(db, word, number);
}

/** Writes what is different. A column that is not named costs its indexes nothing. */
export function changeDeal(db: Database, before: Deal, after: Deal): void {
  const [was, is] = [valuesOf(before), valuesOf(after)];
  const isChanged = (_: unknown, place: number): boolean => was[place] !== is[place];
  const changed = names.filter(isChanged).map((name) => `${name} = ?`);
  if (changed.length === 0) return;
  db.run(`UPDATE deals SET ${changed} WHERE id = ?`, [...is.filter(isChanged), after.id]);
  const [old, present] = [wordsOf(before), wordsOf(after)];
  const gone = [...old].filter((word) => !present.has(word));
  const fresh = [...present].filter((word) => !old.has(word));
  if (gone.length + fresh.length === 0) return;
  const { number } = db.one('SELECT number FROM deals WHERE id = ?', [after.id]) as NumberRow;
  for (const word of gone) db.run('DELETE FROM deal_words WHERE word = ? AND number = ?', [word, number]);
  for (const word of fresh) addWord(db, word, number);
}

interface NumberRow {
  readonly number: number;
}

const addWord = (db: Database, word: string, number: number): number =>
  db.run('INSERT INTO deal_words (word, number) VALUES (?, ?)', [word, number]);

interface DealRow {
  readonly deal: string;
}

export function dealWithId(db: Database, leadId: string): Deal | undefined {
  const row = db.one<DealRow>('SELECT deal FROM deals WHERE id = ?', [leadId]);
  return row && dealFromJson(row.deal);
}

export const dealsWithIds = (db: Database, leadIds: readonly string[]): Deal[] =>
  db
    .all<DealRow>('SELECT deal FROM deals WHERE id IN (SELECT value FROM json_each(?))', [list(leadIds)])
    .map(({ deal }) => dealFromJson(deal));

/** Deals of a contact that a unit of work changes: for no more than these the event loop stands still. */
const AT_ONCE = 40;

/** Does the work on the next deals of these contacts. Returns after which number it goes on, if there may be more. */
export function withSomeDeals(
  db: Database,
  contactIds: readonly string[],
  after: number,
  work: (deal: Deal) => void,
): number | undefined {
  const rows = db.all<DealRow & NumberRow>(dealsAfter, [list(contactIds), after, AT_ONCE]);
  for (const { deal } of rows) work(dealFromJson(deal));
  return rows.length < AT_ONCE ? undefined : rows.at(-1)?.number;
}

/** Those that came with a merge meanwhile: few at most. */
export function withAllDeals(db: Database, contactId: string, work: (deal: Deal) => void): void {
  for (const { deal } of db.all<DealRow>(dealsAfter, [list([contactId]), 0, -1])) work(dealFromJson(deal));
}

const dealsAfter = `
  SELECT number, deal FROM deals WHERE contact_id IN (SELECT value FROM json_each(?)) AND number > ?
  ORDER BY number LIMIT ?`;

/** One of its deals that says this of its customer. */
export function dealThatSays(db: Database, contactId: string, key: IdentityKey): Deal | undefined {
  const row = db.one<DealRow>(says, [keyWord(key), contactId]);
  return row && dealFromJson(row.deal);
}

const says =
  'SELECT deal FROM deal_words JOIN deals USING (number) WHERE word = ? AND contact_id = ? LIMIT 1';

export const dealShelf = (file: DataFile): Shelf<Deal> =>
  tableShelf(file, {
    table: 'deals',
    from: ({ deal }: DealRow) => dealFromJson(deal),
    put(db, deal) {
      const before = dealWithId(db, deal.id);
      if (before) changeDeal(db, before, deal);
      else addDeal(db, deal);
    },
  });
