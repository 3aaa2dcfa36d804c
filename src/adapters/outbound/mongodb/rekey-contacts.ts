import type { Db } from 'mongodb';
import type { Rekeyed } from '../../../application/ports/records.ts';
import { presentKey, rekeyed, shownKeys } from '../../../domain/mended-contact.ts';
import { holders, replaceContact } from './change-contact.ts';
import type { MongoConnection } from './connection.ts';
import { contactFrom, contactsOf, type StoredContact } from './stored-contact.ts';
import { newest } from './write-each.ts';

/** Contacts read at once, so that no command takes long. */
const PAGE = 1_000;
/** So that their waits for the disk and the network overlap. */
const AT_ONCE = 50;
/** For one contact; each failed one means that another process changed it. */
const ATTEMPTS = 100;

type Alike = Rekeyed['alike'][number];

export async function rekeyContacts(connection: MongoConnection): Promise<Rekeyed> {
  const alike: Alike[] = [];
  let [contacts, changed, after] = [0, 0, ''];
  for (;;) {
    const page = await connection.use((db) =>
      contactsOf(db)
        .find({ _id: { $gt: after }, keys: { $exists: true } }, newest)
        .sort({ _id: 1 })
        .limit(PAGE)
        .toArray(),
    );
    const waiting = page.filter(isOutOfDate);
    while (waiting.length > 0) {
      const rekeying = waiting.splice(0, AT_ONCE).map(({ _id }) => rekeyContact(connection, _id));
      for (const outcome of await Promise.all(rekeying)) {
        alike.push(...outcome.alike);
        if (outcome.changed) changed += 1;
      }
    }
    contacts += page.length;
    const last = page.at(-1);
    if (!last) return { contacts, changed, alike };
    after = last._id;
  }
}

const rekeyContact = (connection: MongoConnection, id: string) => connection.use((db) => rekey(db, id));

async function rekey(db: Db, id: string): Promise<{ alike: Alike[]; changed: boolean }> {
  const contacts = contactsOf(db);
  let alike: Alike[] = [];
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const stored = await contacts.findOne({ _id: id, keys: { $exists: true } }, newest);
    if (!stored || !isOutOfDate(stored)) break;
    const contact = contactFrom(stored);
    const others = await holders(contacts, contact.keys.map(presentKey), id);
    alike = others.map((holder) => ({ contactId: id, holderId: holder.id }));
    const keys = rekeyed(contact.keys, others);
    const isSame = keys.join() === contact.keys.join() && sameShown(stored, { ...contact, keys });
    if (isSame) break;
    if ((await replaceContact(contacts, stored, { ...contact, keys })) === 'done')
      return { alike, changed: true };
  }
  return { alike, changed: false };
}

const isOutOfDate = (stored: StoredContact): boolean => {
  const contact = contactFrom(stored);
  return contact.keys.some((key) => presentKey(key) !== key) || !sameShown(stored, contact);
};

const sameShown = (stored: StoredContact, contact: Parameters<typeof shownKeys>[0]): boolean =>
  (stored.shown ?? []).join() === shownKeys(contact).join();
