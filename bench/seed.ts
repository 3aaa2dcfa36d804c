import { type Db, ObjectId } from 'mongodb';
import { ensureIndexes } from '../src/adapters/outbound/mongodb/connection/indexes.ts';
import {
  CONTACTS,
  contactsOf,
  storedContact,
} from '../src/adapters/outbound/mongodb/contacts/stored-contact.ts';
import { DEALS, dealsOf, storedDeal } from '../src/adapters/outbound/mongodb/leads/stored-deal.ts';
import { newLeadId } from '../src/adapters/outbound/runtime/runtime.ts';
import { placeCustomer } from '../src/domain/contact.ts';
import { openDeal } from '../src/domain/deal.ts';
import { Lead } from '../src/domain/lead.ts';
import { reachOf } from './requests.ts';

/** Far from the customer numbers of the leads that are submitted while measuring. */
const FIRST_CUSTOMER = 500_000_000;
const BATCH = 2_000;

/** Stores contacts with a deal each, as the service would have. */
export async function seed(db: Db, count: number, vendorId: string): Promise<void> {
  await ensureIndexes(db, false, [CONTACTS, DEALS]);
  for (let done = 0; done < count; done += BATCH) {
    const numbers = Array.from({ length: Math.min(BATCH, count - done) }, (_, index) => done + index);
    const pairs = numbers.map((number) => stored(number, vendorId));
    const options = { ordered: false, ignoreUndefined: true };
    await contactsOf(db).insertMany(
      pairs.map(({ contact }) => contact),
      options,
    );
    await dealsOf(db).insertMany(
      pairs.map(({ deal }) => deal),
      options,
    );
  }
}

function stored(number: number, vendorId: string) {
  const lead = Lead.parse({
    firstName: 'Ann',
    lastName: 'Lee',
    ...reachOf(FIRST_CUSTOMER + number),
    zip: '94107',
    dealType: 'sales',
    vendorName: 'Acme Leads',
    notes: 'Wants a test drive.\nCall after 5 pm.',
    externalId: `X-${number}`,
    vehicleYear: '2021',
    vehicleMake: 'Toyota',
    vehicleModel: 'Camry',
    vehicleMiles: '30500',
  });
  const { contact } = placeCustomer(lead.customer, [], () => new ObjectId().toHexString());
  const deal = openDeal(lead, {
    id: newLeadId(),
    contactId: contact.id,
    vendorId,
    receivedAt: new Date(),
    idempotency: { key: `order-${number}`, fingerprint: 'f'.repeat(64) },
  });
  return { contact: storedContact(contact), deal: storedDeal(deal) };
}
