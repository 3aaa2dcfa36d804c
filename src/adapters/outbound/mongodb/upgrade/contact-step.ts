import type { AnyBulkWriteOperation, Db } from 'mongodb';
import type { AlikeContacts } from '../../../../application/ports/outbound/store-upgrade.ts';
import { type Contact, emailKey, type IdentityKey } from '../../../../domain/contact.ts';
import { EmailAddress } from '../../../../domain/email-address.ts';
import { shownKeys } from '../../../../domain/mended-contact.ts';
import { MAX_ROUNDS, operatorRead, operatorWrite } from '../connection/write-each.ts';
import { holders, replaceContact } from '../contacts/change-contact.ts';
import { contactFrom, contactsOf, namedField, type StoredContact } from '../contacts/stored-contact.ts';
import { each, type UpgradeContext, type UpgradeStep, walk } from './upgrade-step.ts';

/** Gives every contact the keys and the searched name that it would get today. */
export const contactStep: UpgradeStep = {
  name: 'contacts',
  async run(context) {
    const alike: AlikeContacts[] = [];
    const present = { of: contactsOf, filter: { keys: { $exists: true } } };
    const outcome = await walk<StoredContact>(context, present, async (page) => {
      const rekeyed = await each(page.filter(hasOldKeys), ({ _id }) => rekey(context, _id));
      alike.push(...rekeyed.flatMap((one) => one.alike));
      const renamed = page.filter((stored) => !hasOldKeys(stored) && stored.named !== nameNow(stored));
      if (renamed.length > 0 && !context.dryRun)
        await context.connection.use((db) =>
          contactsOf(db).bulkWrite(renamed.map(renaming), { ordered: false, ...operatorWrite }),
        );
      return renamed.length + rekeyed.filter(({ changed }) => changed).length;
    });
    return { ...outcome, alike };
  },
};

const nameNow = (stored: StoredContact): string => namedField(contactFrom(stored)).named;

/** Only while it has this name: who changes it meanwhile writes the searched one, too. */
const renaming = (stored: StoredContact): AnyBulkWriteOperation<StoredContact> => ({
  updateOne: {
    filter: {
      _id: stored._id,
      keys: { $exists: true },
      firstName: { $eq: stored.firstName },
      lastName: { $eq: stored.lastName ?? null },
    } as never,
    update: { $set: { named: nameNow(stored) } },
  },
});

interface Rekeyed {
  readonly alike: readonly AlikeContacts[];
  readonly changed: boolean;
}

const rekey = ({ connection, dryRun }: UpgradeContext, id: string): Promise<Rekeyed> =>
  connection.use((db) => rekeyIn(db, id, dryRun));

async function rekeyIn(db: Db, id: string, dryRun: boolean): Promise<Rekeyed> {
  const contacts = contactsOf(db);
  let alike: AlikeContacts[] = [];
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const stored = await contacts.findOne({ _id: id, keys: { $exists: true } }, operatorRead);
    if (!stored || !hasOldKeys(stored)) break;
    const contact = contactFrom(stored);
    const others = await holders(contacts, contact.keys.map(keyNow), id);
    alike = others.map((holder) => ({ contactId: id, holderId: holder.id }));
    const after = { ...contact, keys: keysNow(contact.keys, others) };
    const isSame =
      after.keys.join() === contact.keys.join() &&
      showsRightly(stored, after) &&
      stored.named === nameNow(stored);
    if (isSame) break;
    if (dryRun || (await replaceContact(contacts, stored, after)) === 'done') return { alike, changed: true };
  }
  return { alike, changed: false };
}

/** Keys as they were made before, or none for an email or phone that another contact holds. */
const hasOldKeys = (stored: StoredContact): boolean => {
  const contact = contactFrom(stored);
  return contact.keys.some((key) => keyNow(key) !== key) || !showsRightly(stored, contact);
};

const showsRightly = (stored: StoredContact, contact: Contact): boolean =>
  (stored.shown ?? []).join() === shownKeys(contact).join();

/** Rules for what is the same email have changed. */
const keyNow = (key: IdentityKey): IdentityKey =>
  key.startsWith('e:') ? emailKey(EmailAddress.restore(key.slice(2))) : key;

/** Except those that one of `others` holds already. */
const keysNow = (keys: readonly IdentityKey[], others: readonly Contact[]): IdentityKey[] => {
  const isHeld = (key: IdentityKey) => others.some((other) => other.keys.includes(key));
  return [...new Set(keys.map((key) => (isHeld(keyNow(key)) ? key : keyNow(key))))];
};
