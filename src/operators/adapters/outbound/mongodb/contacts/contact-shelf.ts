import type { Db } from 'mongodb';
import type { Shelf, ShelvedContact } from '#operators/application/ports/outbound/shelves.ts';
import type { MongoConnection } from '../../../../../adapters/outbound/mongodb/connection/connection.ts';
import { contactFrom, storedContact } from '../../../../../adapters/outbound/mongodb/stored-contact.ts';
import { collectionShelf } from '../store/collection-shelf.ts';
import { operatorWrite } from '../store/options.ts';
import { presentContacts } from './find-contacts.ts';
import { contactsOf, type MendedContact } from './stored-contact.ts';
import { idsWithDeals } from './without-deals.ts';

export const contactShelf = (connection: MongoConnection): Shelf<ShelvedContact> =>
  collectionShelf(connection, { of: contactsOf, from, stored, clear: releaseKeys });

async function from(documents: readonly MendedContact[], db: Db): Promise<ShelvedContact[]> {
  const merged = documents.flatMap(({ _id, mergedInto }) => (mergedInto ? [_id] : []));
  const present = await presentContacts(db, merged);
  const led = await idsWithDeals(
    db,
    documents.map(({ _id }) => _id),
  );
  return documents.map((document) => ({
    id: document._id,
    contact: document.keys && led.has(document._id) ? contactFrom(document) : undefined,
    erased: document.erased,
    mergedInto: present.get(document._id)?.id,
  }));
}

/**
 * A contact as it is stored. An erased one counts as retired: its erasure is finished, and a lead that came to
 * it meanwhile stays.
 */
function stored({ id, contact, erased, mergedInto }: ShelvedContact): MendedContact {
  if (contact) return storedContact(contact);
  const left = { _id: id, ...(erased && { erased, retired: true }), ...(mergedInto && { mergedInto }) };
  return left as MendedContact;
}

/**
 * Takes keys from their holders. A key may have moved between contacts since an earlier copy, and no two can
 * hold it even for a moment.
 */
const releaseKeys = (db: Db, records: readonly ShelvedContact[]) =>
  contactsOf(db).updateMany(
    { keys: { $in: records.flatMap(({ contact }) => contact?.keys ?? []) } },
    { $unset: { keys: '' } },
    operatorWrite,
  );
