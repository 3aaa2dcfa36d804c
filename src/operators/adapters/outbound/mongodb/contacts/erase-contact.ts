import type { Db, Filter } from 'mongodb';
import { CONTACTS } from '../../../../../adapters/outbound/mongodb/stored-contact.ts';
import { StoreUnavailable } from '../../../../../application/ports/outbound/store.ts';
import { dealsOf, type StoredWork } from '../leads/stored-work.ts';
import { MAX_ROUNDS, operatorRead, operatorWrite } from '../store/options.ts';
import { deliveriesOf } from '../webhooks/stored-delivery.ts';
import { forgetLeads } from './change-contact.ts';
import { familyOf, presentContact } from './find-contacts.ts';
import { contactsOf } from './stored-contact.ts';

/**
 * Erases the deals first: if that fails, the contact can still be found by email and phone, and erased again. Erases the
 * deals once more at the end, in case one was added meanwhile. If the contact was merged meanwhile, it goes on with the
 * one that it is part of now.
 */
export async function eraseContact(db: Db, soughtId: string, at: Date): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const { id: contactId, ids } = await familyOf(db, soughtId);
    await forgetDeals(db, { contactId: { $in: ids } }, at);
    await forgetContacts(db, [{ id: contactId, ids }], { erased: at });
    await forgetDeals(db, { contactId: { $in: ids } }, at);
    await forgetAnswers(db, await dealsOf(db).distinct('_id', { contactId: { $in: ids } }, operatorRead));
    if ((await presentContact(db, soughtId)).id === contactId) return;
  }
  throw new StoreUnavailable('the contact kept changing');
}

/** First their contacts, which stay: after a crash in between, the deals still say what is to go with them. */
export async function eraseLeads(db: Db, leadIds: readonly string[], at: Date): Promise<void> {
  const which = { _id: { $in: leadIds } };
  for (const contactId of await dealsOf(db).distinct('contactId', which, operatorRead))
    await forgetLeads(db, contactId, leadIds);
  await forgetDeals(db, which, at);
  await forgetAnswers(db, leadIds);
}

/**
 * Of each present contact this is left, and of what was merged into it nothing that it carries. Replaces whole documents, so
 * that no field added to contacts later can be missed here. Resolves to how many.
 */
export async function forgetContacts(
  db: Db,
  families: readonly { readonly id: string; readonly ids: readonly string[] }[],
  left: { readonly erased: Date; readonly retired?: true },
): Promise<number> {
  const ids = families.flatMap((each) => each.ids);
  await contactsOf(db).updateMany(
    { _id: { $in: ids } },
    { $unset: { moving: '', named: '' } },
    operatorWrite,
  );
  const present = { mergedInto: { $exists: false }, erased: { $exists: false } };
  const { modifiedCount } = await db.collection<{ _id: string }>(CONTACTS).bulkWrite(
    families.map(({ id }) => ({ replaceOne: { filter: { _id: id, ...present }, replacement: left } })),
    { ordered: false, ...operatorWrite },
  );
  return modifiedCount;
}

/** What a deal has of its customer, or for them, beside the notes, the reasons in its history and the texts of its activities and follow-ups. */
const personalFields = [
  'customer',
  'present',
  'said',
  'externalId',
  'idempotency.fingerprint',
  'followUp',
  'followUpAt',
] as const;

/** In an activity: what a follow-up was for. */
const promisedTexts = ['followUp.from.text', 'followUp.to.text'] as const;

/** An expression: whether the deal was erased by somebody who did not know all that it has. */
export const isPartlyForgotten = {
  $and: [
    { $eq: ['$notes', ''] },
    {
      $or: [
        ...personalFields.map((field) => ({ $ne: [{ $type: `$${field}` }, 'missing'] })),
        { $ne: ['$forgotten', true] },
        { $ne: ['$history.reason', []] },
        ...['text', ...promisedTexts].map((name) => ({
          $ne: [{ $ifNull: [`$activities.${name}`, []] }, []],
        })),
      ],
    },
  ],
};

/** Receivers quote what they refuse. Comes after the deals, whose customer nobody is sent by then. */
export async function forgetAnswers(db: Db, leadIds: readonly string[]): Promise<void> {
  await deliveriesOf(db).updateMany(
    { 'event.leadId': { $in: leadIds } },
    { $unset: { 'tries.$[].answer': '', lease: '' } },
    operatorWrite,
  );
}

/** The domain's `forgetCustomer`, as one command for all deals. */
export async function forgetDeals(db: Db, which: Filter<StoredWork>, at: Date): Promise<void> {
  const history = only('$history', ['status', 'at', 'by', 'byId', 'lostReason', 'followUpAt']);
  const noted = only('$activities', ['kind', 'at', 'by', 'byId', 'followUp']);
  const activities = { $cond: [{ $isArray: '$activities' }, noted, '$$REMOVE'] };
  const isNew = { $ne: [{ $type: '$customer' }, 'missing'] };
  const changedAt = { $cond: [isNew, at, { $ifNull: ['$changedAt', '$$REMOVE'] }] };
  const revision = { $add: [{ $ifNull: ['$revision', 0] }, 1] };
  await dealsOf(db).updateMany(
    which,
    [
      { $set: { notes: '', forgotten: true, history, activities, changedAt, revision } },
      { $unset: [...personalFields, ...promisedTexts.map((name) => `activities.${name}`)] },
    ],
    operatorWrite,
  );
}

/** The list with only these fields of each. */
const only = (input: string, kept: readonly string[]) => ({
  $map: { input, as: 'each', in: Object.fromEntries(kept.map((field) => [field, `$$each.${field}`])) },
});
