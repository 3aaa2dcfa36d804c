import type { AnyBulkWriteOperation, Db, Filter } from 'mongodb';
import type { Correction } from '#operators/application/ports/outbound/kept-contacts.ts';
import { correctedDeal, type SaidValue, saidValues } from '#operators/domain/work/mended-contact.ts';
import type { WorkedDeal } from '#operators/domain/work/worked-deal.ts';
import { contactFrom } from '../../../../../adapters/outbound/mongodb/stored-contact.ts';
import { storedCustomer } from '../../../../../adapters/outbound/mongodb/stored-deal.ts';
import { StoreUnavailable } from '../../../../../application/ports/outbound/store.ts';
import type { Contact } from '../../../../../domain/contact.ts';
import { soughtInDeal } from '../leads/sought-keys.ts';
import { customerFrom, dealsOf, type StoredWork, withCustomer } from '../leads/stored-work.ts';
import { MAX_ROUNDS, operatorRead, operatorWrite } from '../store/options.ts';
import { familyOf } from './find-contacts.ts';
import { contactsOf } from './stored-contact.ts';
import { updateAsRead } from './write-contact.ts';

/** A correction without events, to finish work that was interrupted. */
export const quietly: Correction = { now: () => new Date(), announce: () => [] };

/**
 * Corrects the leads that still say the contact's earlier values (`former`), and then forgets those values.
 * After a crash, the same call completes the work. If the contact changes meanwhile, the values just written
 * count as former as well.
 */
export async function mendLeads(db: Db, contactId: string, correction: Correction): Promise<void> {
  let written: readonly SaidValue[] = [];
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const { contact: stored, ids } = await familyOf(db, contactId);
    if (!stored?.keys || !(stored.former || written.length > 0)) return;
    const contact = contactFrom(stored);
    const replaced = [...written, ...(stored.former ?? [])];
    const isWhole = await writeToLeads(db, ids, { contact, replaced, ...correction });
    const done = { $unset: { former: '' } };
    if (isWhole && (await updateAsRead(contactsOf(db), stored, done)) === 'done') return;
    written = [...new Set([...replaced, ...saidValues(contact)])];
  }
  throw new StoreUnavailable('the contact kept changing');
}

/** Gives the leads of merged contacts to this one, and corrects what they say of the customer. */
export async function moveLeads(db: Db, contactId: string, correction: Correction): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const { id, contact: stored, ids } = await familyOf(db, contactId);
    const others = ids.filter((each) => each !== id);
    if (!stored?.keys) {
      const which = { contactId: { $in: others } }; // an erased contact has no values to write
      await dealsOf(db).updateMany(
        which,
        { $set: { contactId: id, changedAt: correction.now() } },
        operatorWrite,
      );
      return;
    }
    const contact = contactFrom(stored);
    if (await writeToLeads(db, others, { contact, replaced: stored.former ?? [], ...correction })) return;
  }
  throw new StoreUnavailable('the contact kept changing');
}

/** Leads of a contact that are written at once. */
const PAGE = 1_000;

interface Writing extends Correction {
  readonly contact: Contact;
  readonly replaced: readonly SaidValue[];
}

/** Writes to leads that are still as they were read. Resolves to whether that was so for all. */
async function writeToLeads(db: Db, contactIds: readonly string[], writing: Writing): Promise<boolean> {
  if (contactIds.length === 0) return true;
  let isWhole = true;
  const projection = {
    contactId: 1,
    customer: 1,
    present: 1,
    externalId: 1,
    vehicle: 1,
    vendorId: 1,
    status: 1,
  };
  const leads = dealsOf(db)
    .find({ contactId: { $in: contactIds } }, { ...operatorRead, projection })
    .batchSize(PAGE);
  while (await leads.hasNext()) {
    const updates = leads.readBufferedDocuments().flatMap((lead) => updateOf(lead, writing) ?? []);
    if (updates.length === 0) continue;
    const { matchedCount } = await dealsOf(db).bulkWrite(updates, { ordered: false, ...operatorWrite });
    isWhole &&= matchedCount === updates.length;
  }
  return isWhole;
}

function updateOf(
  lead: StoredWork,
  { contact, replaced, now, announce }: Writing,
): AnyBulkWriteOperation<StoredWork> | undefined {
  const { _id, contactId, externalId, vehicle, vendorId, status } = lead;
  const customer = lead.customer && customerFrom(lead.customer);
  const before = { contactId, customer, present: lead.present && customerFrom(lead.present) };
  const at = now();
  const after = correctedDeal<CorrectedLead>(before, contact, replaced, at);
  if (after === before) return undefined;
  const { present } = after;
  const announced = announce({ id: _id, vendorId, status }, at);
  const read = { present: lead.present ?? null, ...(customer ? withCustomer : { customer: null }) };
  return {
    updateOne: {
      filter: { _id, contactId, ...read } as Filter<StoredWork>, // `null`: there is none
      update: {
        $set: {
          contactId: after.contactId,
          changedAt: at,
          ...(customer && { said: soughtInDeal({ customer, present, externalId, vehicle }) }),
          ...(present && { present: storedCustomer(present) }),
        },
        ...(!present && { $unset: { present: '' } }),
        ...(announced.length > 0 && { $push: { outbox: { $each: [...announced] } } }),
      },
    },
  };
}

type CorrectedLead = Pick<WorkedDeal, 'contactId' | 'customer' | 'present' | 'changedAt'>;
