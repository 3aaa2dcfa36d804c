import { type AnyBulkWriteOperation, type Collection, ObjectId } from 'mongodb';
import { StoreUnavailable } from '../../../application/ports/outbound/store.ts';
import {
  type Contact,
  type Customer,
  type Filling,
  type IdentityKey,
  identityKeys,
  placeCustomer,
} from '../../../domain/contact.ts';
import { Coalescer } from './connection/coalescer.ts';
import type { MongoConnection } from './connection/connection.ts';
import { StoreRefused } from './connection/store-errors.ts';
import { timeouts } from './connection/timeouts.ts';
import { addEach, type WriteOutcome, writeEach } from './connection/write-each.ts';
import {
  contactFrom,
  contactsOf,
  namedField,
  type StoredContact,
  shownField,
  storedContact,
  storedFields,
} from './stored-contact.ts';

/** The most attempts. A known customer takes two or three, and more only while others change the contact. */
const MAX_ATTEMPTS = 20;
/**
 * Duplicates reported although no contact holds the key. One can happen if the holder was erased meanwhile.
 * This many mean that the collection has a unique index that is not the service's.
 */
const UNEXPLAINED = 3;

/** An upper estimate of a contact's size in bytes. */
const CONTACT_BYTES = 3_000;

/** Keeps one contact for each customer, however many submit at once: the unique index on `keys` decides. */
export class Contacts {
  readonly #lookUps: Coalescer<readonly IdentityKey[], Contact[]>;
  readonly #additions: Coalescer<Contact, WriteOutcome>;
  readonly #fillings: Coalescer<readonly [Contact, Filling], WriteOutcome>;

  constructor(connection: MongoConnection) {
    const bytes = () => CONTACT_BYTES;
    this.#lookUps = new Coalescer(connection.batch('contacts.find', contactsOf, contactsWithKeys), bytes);
    this.#additions = new Coalescer(connection.batch('contacts.add', contactsOf, add), bytes);
    this.#fillings = new Coalescer(connection.batch('contacts.fill', contactsOf, fill), bytes);
  }

  /** Resolves to the id of the contact for this customer. */
  async keep(customer: Customer): Promise<string> {
    // Most customers are new, so the first attempt inserts. Contacts are looked up only if it reports a duplicate.
    let candidates: readonly Contact[] = [];
    let unexplained = 0;
    for (let round = 0; round < MAX_ATTEMPTS; round += 1) {
      const placed = placeCustomer(customer, candidates, newContactId);
      const { id } = placed.contact;
      if (placed.change === 'none') return id;
      let duplicateKeys: readonly IdentityKey[] | undefined;
      if (placed.change === 'added') {
        if ((await this.#additions.ask(placed.contact)) === 'accepted') return id;
        duplicateKeys = placed.contact.keys;
      } else {
        // `accepted` does not say whether the filter matched: the look-up below does.
        const outcome = await this.#fillings.ask([placed.before, placed.filling]);
        if (outcome === 'duplicate') duplicateKeys = placed.filling.keys;
      }
      candidates = await this.#lookUps.ask(identityKeys(customer));
      if (duplicateKeys && !isAnyHeld(duplicateKeys, candidates)) unexplained += 1;
      if (unexplained === UNEXPLAINED) throw new StoreRefused('unique index');
    }
    throw new StoreUnavailable('the contact kept changing');
  }
}

const newContactId = (): string => new ObjectId().toHexString();

const isAnyHeld = (wanted: readonly IdentityKey[], contacts: readonly Contact[]): boolean =>
  contacts.some(({ keys }) => wanted.some((key) => keys.includes(key)));

async function contactsWithKeys(
  contacts: Collection<StoredContact>,
  questions: readonly (readonly IdentityKey[])[],
): Promise<Contact[][]> {
  const keys = questions.flat();
  // One round trip: by default the driver fetches the documents after the first 101 with a second one.
  const found = contacts.find(
    { keys: { $in: keys } },
    { batchSize: keys.length + 1, maxTimeMS: timeouts.command },
  );
  const byKey = new Map<IdentityKey, Contact>();
  for (const stored of await found.toArray()) {
    const contact = contactFrom(stored);
    for (const key of contact.keys) byKey.set(key, contact);
  }
  return questions.map((wanted) => [...new Set(wanted.flatMap((key) => byKey.get(key) ?? []))]);
}

const add = (contacts: Collection<StoredContact>, batch: readonly Contact[]) =>
  addEach(contacts, batch.map(storedContact));

const fill = (contacts: Collection<StoredContact>, batch: readonly (readonly [Contact, Filling])[]) =>
  writeEach(
    contacts,
    batch.map(([contact, filling]) => fillOperation(contact, filling)),
  );

/**
 * Fills blanks only if the contact still has the same keys, and the fields are still blank; for a last name,
 * also the same first name.
 */
function fillOperation(contact: Contact, filling: Filling): AnyBulkWriteOperation<StoredContact> {
  const fields = Object.entries(storedFields(filling)).filter(([, value]) => value !== undefined);
  const blank = Object.fromEntries(fields.map(([field]) => [field, { $in: [null, ''] }]));
  const { shown } = shownField({ email: filling.email, phone: filling.phone, keys: filling.keys });
  const pushed = shown && { shown: { $each: [...shown] } };
  const { firstName } = contact;
  const { lastName } = filling;
  const named = lastName && namedField({ firstName, lastName });
  return {
    updateOne: {
      filter: {
        _id: contact.id,
        keys: { $eq: contact.keys },
        ...blank,
        ...(named && { firstName: { $eq: firstName } }),
      },
      update: {
        $set: { ...Object.fromEntries(fields), ...named },
        $push: { keys: { $each: [...filling.keys] }, ...pushed },
      },
    },
  };
}
