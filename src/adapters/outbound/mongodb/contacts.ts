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
import { Coalescer } from './coalescer.ts';
import type { MongoConnection } from './connection.ts';
import { StoreRefused } from './store-errors.ts';
import {
  contactFrom,
  contactsOf,
  type StoredContact,
  storedContact,
  storedFields,
} from './stored-contact.ts';
import { timeouts } from './timeouts.ts';
import { addEach, type Outcome, writeEach } from './write-each.ts';

/** Each failed round means that somebody else changed the contact; only a handful are ever needed. */
const ROUNDS = 20;
/** A holder may have been erased since. Refused this often, it was by somebody else's unique index. */
const UNEXPLAINED = 3;

const CONTACT_BYTES = 3_000;

/** One contact per customer, however many submit at the same time: the unique index on `keys` decides. */
export class Contacts {
  readonly #holders: Coalescer<readonly IdentityKey[], Contact[]>;
  readonly #additions: Coalescer<Contact, Outcome>;
  readonly #fillings: Coalescer<readonly [Contact, Filling], Outcome>;

  constructor(connection: MongoConnection) {
    const bytes = () => CONTACT_BYTES;
    this.#holders = new Coalescer(connection.batch('contacts.find', contactsOf, holdersOf), bytes);
    this.#additions = new Coalescer(connection.batch('contacts.add', contactsOf, add), bytes);
    this.#fillings = new Coalescer(connection.batch('contacts.fill', contactsOf, fill), bytes);
  }

  /** Resolves to the id of the contact for this customer. */
  async keep(customer: Customer): Promise<string> {
    // Most customers are new, so insert first; only if the index refuses this one is a look-up needed.
    let candidates: readonly Contact[] = [];
    let unexplained = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const placed = placeCustomer(customer, candidates, newContactId);
      if (placed.change === 'none') return placed.contact.id;
      let refused: readonly IdentityKey[] | undefined;
      if (placed.change === 'added') {
        if ((await this.#additions.ask(placed.contact)) === 'accepted') return placed.contact.id;
        refused = placed.contact.keys;
      } else {
        // If it is accepted, the next look-up shows whether it succeeded.
        const outcome = await this.#fillings.ask([placed.before, placed.filling]);
        if (outcome === 'duplicate') refused = placed.filling.keys;
      }
      candidates = await this.#holders.ask(identityKeys(customer));
      if (refused && !isAnyHeld(refused, candidates)) unexplained += 1;
      if (unexplained === UNEXPLAINED) throw new StoreRefused('unique index');
    }
    throw new StoreUnavailable('the contact kept changing');
  }
}

const newContactId = (): string => new ObjectId().toHexString();

const isAnyHeld = (wanted: readonly IdentityKey[], contacts: readonly Contact[]): boolean =>
  contacts.some(({ keys }) => wanted.some((key) => keys.includes(key)));

async function holdersOf(
  contacts: Collection<StoredContact>,
  questions: readonly (readonly IdentityKey[])[],
): Promise<Contact[][]> {
  const keys = questions.flat();
  // Everything fits into one reply: by default, a second round trip starts after 101 documents.
  const found = contacts.find(
    { keys: { $in: keys } },
    { batchSize: keys.length + 1, maxTimeMS: timeouts.command },
  );
  const holders = new Map<IdentityKey, Contact>();
  for (const stored of await found.toArray()) {
    const contact = contactFrom(stored);
    for (const key of contact.keys) holders.set(key, contact);
  }
  return questions.map((wanted) => [...new Set(wanted.flatMap((key) => holders.get(key) ?? []))]);
}

const add = (contacts: Collection<StoredContact>, batch: readonly Contact[]) =>
  addEach(contacts, batch.map(storedContact));

const fill = (contacts: Collection<StoredContact>, batch: readonly (readonly [Contact, Filling])[]) =>
  writeEach(
    contacts,
    batch.map(([contact, filling]) => fillOperation(contact, filling)),
  );

/** Does nothing unless the contact still has the same keys, and the fields to fill are still blank. */
function fillOperation(contact: Contact, filling: Filling): AnyBulkWriteOperation<StoredContact> {
  const told = Object.entries(storedFields(filling)).filter(([, value]) => value !== undefined);
  const blank = Object.fromEntries(told.map(([field]) => [field, { $in: [null, ''] }]));
  return {
    updateOne: {
      filter: { _id: contact.id, keys: { $eq: contact.keys }, ...blank },
      update: { $set: Object.fromEntries(told), $push: { keys: { $each: [...filling.keys] } } },
    },
  };
}
