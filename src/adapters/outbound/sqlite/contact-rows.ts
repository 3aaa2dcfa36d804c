import { contactFromJson, contactToJson } from '../../../domain/as-json.ts';
import { type Contact, type IdentityKey, identityKeys } from '../../../domain/contact.ts';
import { textToFind } from '../../../domain/name.ts';
import { type Database, list } from './connection/database.ts';

/**
 * A contact as text; of an erased or merged one only the time, or the id of the kept contact. `named` is
 * searched in its middle. No two contacts hold one key: only units of work write, one after the other, and each
 * checks.
 */
export const contactTables = `
  CREATE TABLE contacts (
    id TEXT PRIMARY KEY,
    contact TEXT,
    named TEXT,
    erased INTEGER,
    merged_into TEXT
  ) STRICT;
  CREATE INDEX contacts_merged ON contacts (merged_into) WHERE merged_into IS NOT NULL;

  CREATE TABLE contact_keys (
    key TEXT NOT NULL,
    contact_id TEXT NOT NULL,
    held INTEGER NOT NULL, -- or only shown: another one holds it
    PRIMARY KEY (key, contact_id)
  ) STRICT, WITHOUT ROWID;
`;

interface HolderRow {
  readonly id: string;
  readonly contact: string;
}

/**
 * The id of the contact that a merged one is part of now, which is never a merged one itself; any other id
 * unchanged.
 */
export function presentId(db: Database, contactId: string): string {
  const row = db.one<{ id: string | null }>('SELECT merged_into AS id FROM contacts WHERE id = ?', [
    contactId,
  ]);
  return row?.id ?? contactId;
}

/** The contacts that hold one of these keys. */
export function contactsWith(db: Database, keys: readonly IdentityKey[]): Contact[] {
  const found = keys.flatMap((key) => db.one<HolderRow>(holder, [key]) ?? []);
  return [...new Map(found.map(({ id, contact }) => [id, contactFromJson(contact)])).values()];
}

const holder =
  'SELECT id, contact FROM contact_keys JOIN contacts ON id = contact_id WHERE key = ? AND held = 1';

export function addContact(db: Database, contact: Contact): void {
  db.run('INSERT INTO contacts (id, contact, named) VALUES (?, ?, ?)', [
    contact.id,
    contactToJson(contact),
    textToFind(contact),
  ]);
  addKeys(db, contact);
}

export function changeContact(db: Database, before: Contact, after: Contact): void {
  removeKeys(db, before);
  db.run('UPDATE contacts SET contact = ?, named = ? WHERE id = ?', [
    contactToJson(after),
    textToFind(after),
    after.id,
  ]);
  addKeys(db, after);
}

export function addKeys(db: Database, contact: Contact): void {
  for (const key of new Set([...contact.keys, ...identityKeys(contact)]))
    db.run('INSERT INTO contact_keys (key, contact_id, held) VALUES (?, ?, ?)', [
      key,
      contact.id,
      contact.keys.includes(key) ? 1 : 0,
    ]);
}

export const removeKeys = (db: Database, contact: Contact): number =>
  db.run('DELETE FROM contact_keys WHERE contact_id = ? AND key IN (SELECT value FROM json_each(?))', [
    contact.id,
    list([...contact.keys, ...identityKeys(contact)]),
  ]);
