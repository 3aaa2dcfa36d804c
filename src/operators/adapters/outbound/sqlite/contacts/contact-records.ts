import type { Shelf, ShelvedContact } from '#operators/application/ports/outbound/shelves.ts';
import type { DataFile } from '../../../../../adapters/outbound/sqlite/connection/data-file.ts';
import type { Database } from '../../../../../adapters/outbound/sqlite/connection/database.ts';
import { addKeys, removeKeys } from '../../../../../adapters/outbound/sqlite/contact-rows.ts';
import { contactFromJson, contactToJson } from '../../../../../domain/as-json.ts';
import type { Contact } from '../../../../../domain/contact.ts';
import { textToFind } from '../../../../../domain/name.ts';
import { tableShelf } from '../tables/table-shelf.ts';

interface ContactRow {
  readonly id: string;
  readonly contact: string | null;
  readonly erased: number | null;
  readonly merged_into: string | null;
}

/** A contact or its remains. */
export interface KeptContact {
  readonly id: string;
  readonly contact: Contact | undefined;
  readonly erased: Date | undefined;
}

export function contactWithId(db: Database, contactId: string): KeptContact {
  const row = db.one<ContactRow>('SELECT id, contact, erased FROM contacts WHERE id = ?', [contactId]);
  return {
    id: contactId,
    contact: row?.contact ? contactFromJson(row.contact) : undefined,
    erased: row?.erased ? new Date(row.erased) : undefined,
  };
}

/** Empties a contact: only the id stays, with the time of its erasure or the contact that it was merged into. */
export function emptyContact(
  db: Database,
  contact: Contact,
  became: { readonly erased: Date } | { readonly mergedInto: string },
): void {
  removeKeys(db, contact);
  db.run('UPDATE contacts SET contact = NULL, named = NULL, erased = ?, merged_into = ? WHERE id = ?', [
    'erased' in became ? became.erased.getTime() : null,
    'mergedInto' in became ? became.mergedInto : null,
    contact.id,
  ]);
}

export const contactShelf = (file: DataFile): Shelf<ShelvedContact> =>
  tableShelf(file, {
    table: 'contacts',
    from: ({ id, contact, erased, merged_into: mergedInto }: ContactRow) => ({
      id,
      contact: contact === null ? undefined : contactFromJson(contact),
      erased: erased === null ? undefined : new Date(erased),
      mergedInto: mergedInto ?? undefined,
    }),
    put(db, { id, contact, erased, mergedInto }) {
      const before = contactWithId(db, id).contact;
      if (before) removeKeys(db, before);
      db.run(
        'INSERT OR REPLACE INTO contacts (id, contact, named, erased, merged_into) VALUES (?, ?, ?, ?, ?)',
        [
          id,
          contact ? contactToJson(contact) : null,
          contact ? textToFind(contact) : null,
          erased?.getTime() ?? null,
          mergedInto ?? null,
        ],
      );
      if (contact) addKeys(db, contact);
    },
    forget(db, { contact }) {
      if (contact) removeKeys(db, contact);
    },
  });
