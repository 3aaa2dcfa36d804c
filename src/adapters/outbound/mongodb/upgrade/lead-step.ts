import type { AnyBulkWriteOperation, Db } from 'mongodb';
import { operatorWrite } from '../connection/write-each.ts';
import { presentContact } from '../contacts/find-contacts.ts';
import { contactFrom } from '../contacts/stored-contact.ts';
import { soughtInDeal } from '../leads/sought-keys.ts';
import {
  customerFrom,
  dealsOf,
  type StoredCustomer,
  type StoredDeal,
  storedCustomer,
  vehicleFrom,
} from '../leads/stored-deal.ts';
import { each, type UpgradeStep, walk } from './upgrade-step.ts';

type Kept = Pick<StoredDeal, '_id' | 'contactId' | 'customer' | 'said' | 'externalId' | 'vehicle'>;

/**
 * Gives every lead its customer, from the contact if it was stored before that was kept, and the keys by which it is found
 * today.
 */
export const leadStep: UpgradeStep = {
  name: 'leads',
  run: (context) =>
    walk<Kept>(
      context,
      {
        of: (db) => db.collection('deals'),
        filter: { notes: { $ne: '' } },
        projection: { contactId: 1, customer: 1, said: 1, externalId: 1, vehicle: 1 },
      },
      (page) =>
        context.connection.use(async (db) => {
          const old = page.filter(({ customer }) => !customer);
          const customers = await customersOf(db, old);
          const changes = page.flatMap((deal) => changeOf(deal, customers.get(deal.contactId)));
          if (changes.length > 0 && !context.dryRun)
            await dealsOf(db).bulkWrite(changes, { ordered: false, ...operatorWrite });
          return changes.length;
        }),
    ),
};

/** What the contacts of these deals say today, by the id that the deal has. */
async function customersOf(db: Db, deals: readonly Kept[]): Promise<Map<string, StoredCustomer>> {
  const ids = [...new Set(deals.map(({ contactId }) => contactId))];
  const found = await each(ids, async (id): Promise<[string, StoredCustomer][]> => {
    const { contact } = await presentContact(db, id);
    return contact && !contact.erased && !contact.mergedInto
      ? [[id, storedCustomer(contactFrom(contact))]]
      : [];
  });
  return new Map(found.flat());
}

/** Nothing if it is up to date. Only while the deal is as it was read, and not forgotten. */
function changeOf(
  { _id, customer, said, externalId, vehicle }: Kept,
  ofContact: StoredCustomer | undefined,
): AnyBulkWriteOperation<StoredDeal>[] {
  const now = customer ?? ofContact;
  if (!now) return [];
  const saidNow = soughtInDeal({ customer: customerFrom(now), externalId, vehicle: vehicleFrom(vehicle) });
  if (customer && said?.join() === saidNow.join()) return [];
  const filter = { _id, notes: { $ne: '' }, customer: { $eq: customer ?? null } };
  return [{ updateOne: { filter: filter as never, update: { $set: { customer: now, said: saidNow } } } }];
}
