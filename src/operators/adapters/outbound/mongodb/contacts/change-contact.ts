import type { Db, Filter } from 'mongodb';
import type { Correction, DecideContact } from '#operators/application/ports/outbound/kept-contacts.ts';
import type { ChangedContact } from '#operators/application/ports/records.ts';
import { replacedByEdit, withoutLeads } from '#operators/domain/work/mended-contact.ts';
import { contactFrom } from '../../../../../adapters/outbound/mongodb/stored-contact.ts';
import { StoreUnavailable } from '../../../../../application/ports/outbound/store.ts';
import type { CustomerAsSent, IdentityKey } from '../../../../../domain/contact.ts';
import { customerFrom, dealsOf, type StoredWork } from '../leads/stored-work.ts';
import { MAX_ROUNDS, operatorRead } from '../store/options.ts';
import { familyOf, presentContact } from './find-contacts.ts';
import { mendLeads, quietly } from './mend-leads.ts';
import { contactsOf } from './stored-contact.ts';
import { eraseWithoutDeals } from './without-deals.ts';
import { holders, replaceContact } from './write-contact.ts';

export async function changeContact(
  db: Db,
  contactId: string,
  keys: readonly IdentityKey[],
  decide: DecideContact,
  correction: Correction,
): Promise<ChangedContact | undefined> {
  const contacts = contactsOf(db);
  await eraseWithoutDeals(db, { keys: { $in: keys } }, correction.now()); // so that none of them holds one
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const { contact: stored } = await presentContact(db, contactId);
    if (!stored || stored.erased) return undefined;
    const before = contactFrom(stored);
    const after = decide(before, await holders(contacts, keys, before.id));
    if ((await replaceContact(contacts, stored, after, replacedByEdit(before, after))) !== 'done') continue;
    await mendLeads(db, before.id, correction);
    return { before, after };
  }
  throw new StoreUnavailable('the contact kept changing');
}

/** Removes from the contact what only these leads, which are about to be erased, have. */
export async function forgetLeads(db: Db, contactId: string, leadIds: readonly string[]): Promise<void> {
  await mendLeads(db, contactId, quietly);
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const { contact: stored, ids } = await familyOf(db, contactId);
    if (!stored?.keys) return;
    const before = contactFrom(stored);
    const gone = await customersOf(db, ids, { _id: { $in: leadIds } });
    const after = withoutLeads(before, gone, await customersOf(db, ids, { _id: { $nin: leadIds } }));
    if (after === before) return;
    if ((await replaceContact(contactsOf(db), stored, after)) === 'done') return;
  }
  throw new StoreUnavailable('the contact kept changing');
}

/** Resolves to the customers in some or all leads of these contacts, as sent and as corrected. */
async function customersOf(
  db: Db,
  contactIds: readonly string[],
  some: Filter<StoredWork> = {},
): Promise<CustomerAsSent[]> {
  const deals = dealsOf(db).find(
    { contactId: { $in: contactIds }, ...some },
    { ...operatorRead, projection: { customer: 1, present: 1 } },
  );
  return (await deals.toArray()).flatMap(({ customer, present }) =>
    [customer, present].flatMap((each) => (each ? customerFrom(each) : [])),
  );
}
