import type {
  ContactSearch,
  Correction,
  DecideContact,
  KeptContacts,
} from '#operators/application/ports/outbound/kept-contacts.ts';
import type { ChangedContact, ContactRecord } from '#operators/application/ports/records.ts';
import type { MongoConnection } from '../../../../../adapters/outbound/mongodb/connection/connection.ts';
import type { Contact, IdentityKey } from '../../../../../domain/contact.ts';
import { dealsOf } from '../leads/stored-work.ts';
import { operatorRead } from '../store/options.ts';
import { changeContact } from './change-contact.ts';
import { contactWithKey, familyOf, searchContacts } from './find-contacts.ts';
import { mergeContacts } from './merge-contacts.ts';
import { leftOf } from './stored-contact.ts';

/** Contacts in the CRM's own collections. */
export class MongoContacts implements KeptContacts {
  readonly #connection: MongoConnection;

  constructor(connection: MongoConnection) {
    this.#connection = connection;
  }

  contact(sought: { id: string } | { key: IdentityKey }): Promise<ContactRecord | undefined> {
    return this.#connection.use(async (db) => {
      const soughtId = 'id' in sought ? sought.id : await contactWithKey(db, sought.key);
      if (soughtId === undefined) return undefined;
      const { id, contact, ids } = await familyOf(db, soughtId);
      const deals = await dealsOf(db).countDocuments({ contactId: { $in: ids } }, operatorRead);
      const merged = ids.filter((each) => each !== id);
      const others = merged.length > 0 ? { merged } : {};
      return contact?.erased || deals > 0
        ? { contactId: id, ...leftOf(contact), deals, ...others }
        : undefined;
    });
  }

  contacts(sought: ContactSearch): Promise<readonly Contact[]> {
    return this.#connection.use((db) => searchContacts(db, sought));
  }

  changeContact(
    contactId: string,
    keys: readonly IdentityKey[],
    decide: DecideContact,
    correction: Correction,
  ): Promise<ChangedContact | undefined> {
    return this.#connection.use((db) => changeContact(db, contactId, keys, decide, correction));
  }

  merge(keptId: string, goneId: string, correction: Correction): Promise<void> {
    return this.#connection.use((db) => mergeContacts(db, keptId, goneId, correction));
  }
}
