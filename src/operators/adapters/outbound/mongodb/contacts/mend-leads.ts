import type { AnyBulkWriteOperation, Db, Filter } from 'mongodb';
import { contactFrom } from '../../../../../adapters/outbound/mongodb/stored-contact.ts';
import { storedCustomer } from '../../../../../adapters/outbound/mongodb/stored-deal.ts';
import { StoreUnavailable } from '../../../../../application/ports/outbound/store.ts';
import type { Contact } from '../../../../../domain/contact.ts';
import { mendedCustomer, type SaidValue, saidValues } from '../../../../domain/work/mended-contact.ts';
import { soughtInDeal } from '../leads/sought-keys.ts';
import { customerFrom, dealsOf, type StoredWork, withCustomer } from '../leads/stored-work.ts';
import { MAX_ROUNDS, operatorRead, operatorWrite } from '../store/options.ts';
import { familyOf } from './find-contacts.ts';
import { contactsOf } from './stored-contact.ts';
import { updateAsRead } from './write-contact.ts';

/**
 * Corrects the leads that still say the contact's earlier values (`former`), and then forgets those values.
 * After a crash, the same call completes the work. If the contact changes meanwhile, the values just written
 * count as former as well.
 */
export async function mendLeads(db: Db, contactId: string): Promise<void> {
  let written: readonly SaidValue[] = [];
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const { contact: stored, ids } = await familyOf(db, contactId);
    if (!stored?.keys || !(stored.former || written.length > 0)) return;
    const contact = contactFrom(stored);
    const replaced = [...written, ...(stored.former ?? [])];
    const { missed } = await writeToLeads(db, ids, contact, replaced);
    const done = { $unset: { former: '' } };
    if (missed === 0 && (await updateAsRead(contactsOf(db), stored, done)) === 'done') return;
    written = [...new Set([...replaced, ...saidValues(contact)])];
  }
  throw new StoreUnavailable('the contact kept changing');
}

/** Leads of a contact that are written at once. */
const PAGE = 1_000;

/**
 * Corrects leads that are unchanged since they were read. Resolves to the numbers written, and missed because
 * of another change.
 */
export async function writeToLeads(
  db: Db,
  contactIds: readonly string[],
  contact: Contact,
  replaced: readonly SaidValue[],
): Promise<{ readonly written: number; readonly missed: number }> {
  let [written, missed] = [0, 0];
  const projection = { customer: 1, present: 1, externalId: 1, vehicle: 1 };
  const leads = dealsOf(db)
    .find({ contactId: { $in: contactIds }, ...withCustomer }, { ...operatorRead, projection })
    .batchSize(PAGE);
  while (await leads.hasNext()) {
    const updates = leads.readBufferedDocuments().flatMap((lead) => updateOf(lead, contact, replaced) ?? []);
    if (updates.length === 0) continue;
    const { matchedCount } = await dealsOf(db).bulkWrite(updates, { ordered: false, ...operatorWrite });
    written += matchedCount;
    missed += updates.length - matchedCount;
  }
  return { written, missed };
}

function updateOf(
  { _id, customer: sent, present: read, externalId, vehicle }: StoredWork,
  contact: Contact,
  replaced: readonly SaidValue[],
): AnyBulkWriteOperation<StoredWork> | undefined {
  const customer = sent && customerFrom(sent);
  const before = read && customerFrom(read);
  const present = mendedCustomer({ customer, present: before }, contact, replaced);
  if (present === before) return undefined;
  const said = soughtInDeal({ customer, present, externalId, vehicle });
  return {
    updateOne: {
      filter: { _id, ...withCustomer, present: read ?? null } as Filter<StoredWork>, // `null`: there is none
      update: present
        ? { $set: { present: storedCustomer(present), said } }
        : { $set: { said }, $unset: { present: '' } },
    },
  };
}
