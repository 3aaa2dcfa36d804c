import type { Db, Filter } from 'mongodb';
import { StoreUnavailable } from '../../../../../application/ports/outbound/store.ts';
import { dealsOf, type StoredWork } from '../leads/stored-work.ts';
import { MAX_ROUNDS, operatorRead, operatorWrite } from '../store/options.ts';
import { deliveriesOf } from '../webhooks/stored-delivery.ts';
import { forgetLeads } from './change-contact.ts';
import { familyOf, presentContact } from './find-contacts.ts';
import { forgetContacts } from './write-contact.ts';

/**
 * Erases a contact and its deals. The deals come first: if that fails, email and phone still find the contact,
 * and it can be erased again. They are erased once more at the end, in case one was added meanwhile. If the
 * contact was merged meanwhile, the erasure goes on with the contact that it is part of now.
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

/**
 * Erases leads. Their contacts, which stay, come first: after a crash in between, the deals still say what is
 * to be removed from them.
 */
export async function eraseLeads(db: Db, leadIds: readonly string[], at: Date): Promise<void> {
  const which = { _id: { $in: leadIds } };
  for (const contactId of await dealsOf(db).distinct('contactId', which, operatorRead))
    await forgetLeads(db, contactId, leadIds);
  await forgetDeals(db, which, at);
  await forgetAnswers(db, leadIds);
}

/**
 * Fields of a deal with data of or about its customer, beside notes, reasons in the history, and texts of
 * activities and follow-ups.
 */
const personalFields = [
  'customer',
  'present',
  'said',
  'externalId',
  'idempotency.fingerprint',
  'followUp',
  'followUpAt',
  'asItCame',
] as const;

/** Texts of follow-ups inside of activities. */
const promisedTexts = ['followUp.from.text', 'followUp.to.text'] as const;

/** An expression for deals that were erased by a release which did not know all their fields. */
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

/**
 * Forgets receivers' answers, as they quote what they refuse. Comes after the deals: by this time no try sends
 * the customer.
 */
export async function forgetAnswers(db: Db, leadIds: readonly string[]): Promise<void> {
  await deliveriesOf(db).updateMany(
    { 'event.leadId': { $in: leadIds } },
    { $unset: { 'tries.$[].answer': '', lease: '' } },
    operatorWrite,
  );
}

/** Does what the domain's `forgetCustomer` does, for all deals with one command. */
export async function forgetDeals(db: Db, which: Filter<StoredWork>, at: Date): Promise<void> {
  const history = only('$history', ['status', 'at', 'by', 'byId', 'lostReason', 'followUpAt', 'orderedAt']);
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

/** A list with only these fields of each entry. */
const only = (input: string, kept: readonly string[]) => ({
  $map: { input, as: 'each', in: Object.fromEntries(kept.map((field) => [field, `$$each.${field}`])) },
});
