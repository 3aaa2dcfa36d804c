import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { contactTables } from '../../src/adapters/outbound/sqlite/contact-rows.ts';
import { dealTables } from '../../src/adapters/outbound/sqlite/deal-rows.ts';
import { workTables } from '../../src/operators/adapters/outbound/sqlite/leads/deal-rows.ts';
import { type Contact, contactOf, type Deal, dealOf, type Store } from './lead.ts';

/** What a first version does with `node:sqlite`: a transaction for each request. The service's tables, indexes and durability. */
export function fileStore(path: string): Store {
  const db = new DatabaseSync(path);
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
  db.exec(contactTables + dealTables + workTables);
  const holder = db.prepare(
    'SELECT id, contact FROM contact_keys JOIN contacts ON id = contact_id WHERE key = ? AND held = 1',
  );
  const addContact = db.prepare('INSERT INTO contacts (id, contact, named) VALUES (?, ?, ?)');
  const addKey = db.prepare('INSERT INTO contact_keys (key, contact_id, held) VALUES (?, ?, 1)');
  const fill = db.prepare('UPDATE contacts SET contact = ? WHERE id = ?');
  const addDeal = db.prepare(`
    INSERT INTO deals (id, deal, contact_id, vendor_id, deal_type, status, status_since, received_at, waits_since,
      erased, tally)
    VALUES (?, ?, ?, 'bench', ?, ?, ?, ?, ?, 0, '[null,null,0,0]')`);
  const addWord = db.prepare('INSERT INTO deal_words (word, number) VALUES (?, ?)');
  const status = db.prepare('SELECT status FROM deals WHERE id = ?');

  function keepContact(sent: Contact): string {
    const keys = keysOf(sent);
    const found = firstOf(holder, keys);
    if (!found) {
      addContact.run(sent._id, JSON.stringify(sent), nameOf(sent));
      for (const key of keys) addKey.run(key, sent._id);
      return sent._id;
    }
    const known: Contact = JSON.parse(String(found.contact));
    if (!known.zip && sent.zip) fill.run(JSON.stringify({ ...known, zip: sent.zip }), known._id);
    return known._id;
  }

  function keepDeal(deal: Deal, { _id, zip, ...customer }: Contact): void {
    const at = deal.receivedAt.getTime();
    const text = JSON.stringify({ ...deal, customer, history: [{ status: deal.status, at, by: 'bench' }] });
    const { lastInsertRowid: number } = addDeal.run(
      deal._id,
      text,
      deal.contactId,
      deal.dealType,
      deal.status,
      at,
      at,
      at,
    );
    for (const word of wordsOf(deal, customer)) addWord.run(word, number);
  }

  return {
    async create(lead) {
      db.exec('BEGIN IMMEDIATE');
      try {
        const sent = contactOf(lead);
        const deal = dealOf(lead, keepContact(sent));
        keepDeal(deal, sent);
        db.exec('COMMIT');
        return deal._id;
      } catch (error) {
        db.exec('ROLLBACK');
        throw error;
      }
    },
    statusOf: async (id) => status.get(id)?.status as string | undefined,
  };
}

const nameOf = ({ firstName, lastName = '' }: Omit<Contact, '_id'>): string =>
  `${firstName} ${lastName}`.trim().toLowerCase();

const keysOf = ({ email, phone }: Omit<Contact, '_id'>): string[] => [
  ...(email ? [`e:${email}`] : []),
  ...(phone ? [`p:${phone}`] : []),
];

const wordsOf = (deal: Deal, customer: Omit<Contact, '_id'>): Set<string> =>
  new Set([
    ...keysOf(customer),
    ...nameOf(customer)
      .split(' ')
      .map((word) => `n:${word}`),
    ...deal.vehicle.flatMap((word) => (word ? `v:${word.toLowerCase()}` : [])),
    ...(deal.externalId ? [`x:${deal.externalId}`] : []),
  ]);

function firstOf(statement: StatementSync, keys: readonly string[]) {
  for (const key of keys) {
    const row = statement.get(key);
    if (row) return row;
  }
  return undefined;
}
