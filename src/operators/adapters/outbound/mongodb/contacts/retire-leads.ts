import type { Db, Filter } from 'mongodb';
import { dealsOf, type StoredWork, withCustomer } from '../leads/stored-work.ts';
import { operatorRead } from '../store/options.ts';
import { forgetLeads } from './change-contact.ts';
import { forgetAnswers, forgetDeals } from './erase-contact.ts';
import { familyOf } from './find-contacts.ts';
import { forgetContacts } from './write-contact.ts';

/**
 * Erases deals, and before them contacts that have no others: after a crash in between, the deals still say
 * that they are to be erased. A lead that is being submitted may be added to such a contact afterwards, and
 * keeps its own data.
 */
export async function retireLeads(
  db: Db,
  old: Filter<StoredWork>,
  at: Date,
): Promise<{ readonly leads: number; readonly contacts: number }> {
  const found = await dealsOf(db)
    .find(old, { ...operatorRead, projection: { contactId: 1 } })
    .toArray();
  const leadIds = found.map(({ _id }) => _id);
  const contactIds = new Set(found.map(({ contactId }) => contactId));
  const contacts = await retireContacts(db, contactIds, leadIds, at);
  for (const contactId of contactIds) await forgetLeads(db, contactId, leadIds);
  await forgetDeals(db, { $and: [{ _id: { $in: leadIds } }, old] }, at);
  await forgetAnswers(db, leadIds);
  return { leads: leadIds.length, contacts };
}

/** Erases those of the contacts that have no other deal with data. Resolves to their number. */
async function retireContacts(
  db: Db,
  contactIds: ReadonlySet<string>,
  leadIds: readonly string[],
  at: Date,
): Promise<number> {
  const families = await Promise.all([...contactIds].map((id) => familyOf(db, id)));
  const allIds = families.flatMap(({ ids }) => ids);
  const others = { contactId: { $in: allIds }, _id: { $nin: leadIds }, ...withCustomer };
  const kept = new Set(await dealsOf(db).distinct('contactId', others, operatorRead));
  const gone = families.filter(({ ids }) => !ids.some((id) => kept.has(id)));
  return gone.length > 0 ? forgetContacts(db, gone, { erased: at, retired: true }) : 0;
}
