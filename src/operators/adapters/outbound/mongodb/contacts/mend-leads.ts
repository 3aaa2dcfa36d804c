import type { AnyBulkWriteOperation, Db, Filter } from 'mongodb';
import { contactFrom } from '../../../../../adapters/outbound/mongodb/stored-contact.ts';
import { storedCustomer } from '../../../../../adapters/outbound/mongodb/stored-deal.ts';
import { StoreUnavailable } from '../../../../../application/ports/outbound/store.ts';
import type { Contact } from '../../../../../domain/contact.ts';
import type { Correction } from '../../../../application/ports/outbound/kept-contacts.ts';
import { correctedDeal, type SaidValue, saidValues } from '../../../../domain/work/mended-contact.ts';
import type { WorkedDeal } from '../../../../domain/work/worked-deal.ts';
import { soughtInDeal } from '../leads/sought-keys.ts';
import { customerFrom, dealsOf, type StoredWork, withCustomer } from '../leads/stored-work.ts';
import { MAX_ROUNDS, operatorRead, operatorWrite } from '../store/options.ts';
import { familyOf } from './find-contacts.ts';
import { contactsOf } from './stored-contact.ts';
import { updateAsRead } from './write-contact.ts';

/** Finishes what was begun: nobody asks for it. */
export const quietly: Correction = { now: () => new Date(), announce: () => [] };

/**
 * Writes what the contact says now into those of its leads that say what it said before (`former`), and then forgets what
 * that was. After a crash, the same call completes it. If the contact changes meanwhile, what was just written is former, too.
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

/** The leads of what was merged into the contact become its own, and say what it says. */
export async function moveLeads(db: Db, contactId: string, correction: Correction): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const { id, contact: stored, ids } = await familyOf(db, contactId);
    const others = ids.filter((each) => each !== id);
    if (!stored?.keys) {
      const which = { contactId: { $in: others } }; // what is left of an erased contact has nothing to say
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

/** Leads of one contact that are written at once. */
const PAGE = 1_000;

interface Writing extends Correction {
  readonly contact: Contact;
  readonly replaced: readonly SaidValue[];
}

/** Each lead only as it was read. Resolves to whether no other change came before. */
async function writeToLeads(db: Db, contactIds: readonly string[], writing: Writing): Promise<boolean> {
  if (contactIds.length === 0) return true;
  let isWhole = true;
  const projection = {
    ...{ contactId: 1, customer: 1, present: 1, externalId: 1, vehicle: 1 },
    ...{ vendorId: 1, status: 1 },
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
