import type { Db } from 'mongodb';
import { eraseContact, eraseLeads, isPartlyForgotten } from '../contacts/erase-contact.ts';
import { familyOf } from '../contacts/find-contacts.ts';
import { contactsOf, type MendedContact } from '../contacts/stored-contact.ts';
import { eraseWithoutDeals, idsWithDeals, mayLackDeals } from '../contacts/without-deals.ts';
import { auditOf } from '../desk/stored-audit-entry.ts';
import { dealsOf } from '../leads/stored-work.ts';
import { operatorRead } from '../store/options.ts';
import { deliveriesOf } from '../webhooks/stored-delivery.ts';
import { each, type UpgradeContext, type UpgradeStep, walk } from './upgrade-step.ts';

/**
 * Finishes erasures that left something, because an earlier release did not know a field, because of a crash,
 * or because a lead was added meanwhile. Comes after the merges, so that an erased contact has its pointers'
 * deals.
 */
export const erasureStep: UpgradeStep = {
  name: 'erasures',
  async run(context) {
    const begun = await finishBegun(context);
    const contacts = await finishErased(context);
    const leads = await finishForgotten(context);
    const alone = await eraseAlone(context);
    return {
      looked: contacts.looked + leads.looked + alone.looked,
      changed: begun + contacts.changed + leads.changed + alone.changed,
    };
  },
};

/** Finishes erasures of contacts that still have deals with data. */
const finishErased = (context: UpgradeContext) =>
  walk<MendedContact>(
    context,
    { of: contactsOf, filter: { erased: { $exists: true }, retired: { $exists: false } } },
    (page) =>
      context.connection.use(async (db) => {
        const ids = page.map(({ _id }) => _id);
        const merged = contactsOf(db).find({ mergedInto: { $in: ids } }, operatorRead); // a dry run leaves deals under these
        const all = [...ids, ...(await merged.map(({ _id }) => _id).toArray())];
        const known = { contactId: { $in: all }, notes: { $ne: '' } };
        const left = await dealsOf(db).distinct('contactId', known, operatorRead);
        if (!context.dryRun) await each(left, (id) => eraseContact(db, id, new Date()));
        return left.length;
      }),
  );

/** Finishes erasures of deals that were forgotten in part. */
const finishForgotten = (context: UpgradeContext) =>
  walk<{ readonly _id: string; readonly left: boolean }>(
    context,
    { of: (db) => db.collection('deals'), projection: { left: isPartlyForgotten } },
    async (page) => {
      const ids = page.flatMap(({ _id, left }) => (left ? [_id] : []));
      if (ids.length > 0 && !context.dryRun)
        await context.connection.use((db) => eraseLeads(db, ids, new Date()));
      return ids.length;
    },
  );

/** Erases contacts that have no deal: nobody has seen them, and a copy would have them, too. */
const eraseAlone = (context: UpgradeContext) =>
  walk<MendedContact>(
    context,
    { of: contactsOf, filter: mayLackDeals(new Date()), projection: { _id: 1 } },
    (page) =>
      context.connection.use(async (db) => {
        const ids = page.map(({ _id }) => _id);
        const known = await idsWithDeals(db, ids);
        const alone = ids.filter((id) => !known.has(id));
        if (alone.length > 0 && !context.dryRun)
          await eraseWithoutDeals(db, { _id: { $in: alone } }, new Date());
        return alone.length;
      }),
  );

/**
 * Finishes erasures that have begun, but are not done by the audit log: all deals are forgotten, but the
 * contact or receivers' answers are there. Erasures that were refused or never began are left alone.
 */
const finishBegun = ({ connection, dryRun }: UpgradeContext): Promise<number> =>
  connection.use(async (db) => {
    const unfinished = {
      action: { $in: ['contact.erase' as const, 'lead.erase' as const] },
      outcome: { $ne: 'done' as const },
    };
    const entries = await auditOf(db).find(unfinished, operatorRead).toArray();
    const contactIds = new Set(entries.flatMap(({ action, on }) => (action === 'contact.erase' ? [on] : [])));
    const leadIds = new Set(entries.flatMap(({ action, on }) => (action === 'lead.erase' ? [on] : [])));
    const contacts = await each([...contactIds], async (id) => {
      if (!(await isHalfErased(db, id))) return false;
      if (!dryRun) await eraseContact(db, id, new Date());
      return true;
    });
    const leads = await each([...leadIds], async (id) => {
      const forgotten = await dealsOf(db).countDocuments({ _id: { $eq: id }, notes: '' }, operatorRead);
      if (forgotten === 0 || !(await isAnyAnswerLeft(db, [id]))) return false;
      if (!dryRun) await eraseLeads(db, [id], new Date());
      return true;
    });
    return [...contacts, ...leads].filter(Boolean).length;
  });

async function isHalfErased(db: Db, contactId: string): Promise<boolean> {
  const { contact, ids } = await familyOf(db, contactId);
  const deals = await dealsOf(db)
    .find({ contactId: { $in: ids } }, { ...operatorRead, projection: { notes: 1 } })
    .toArray();
  if (deals.length === 0 || deals.some(({ notes }) => notes !== '')) return false;
  if (contact && !contact.erased) return true;
  return isAnyAnswerLeft(
    db,
    deals.map(({ _id }) => _id),
  );
}

const isAnyAnswerLeft = async (db: Db, leadIds: readonly string[]): Promise<boolean> =>
  (await deliveriesOf(db).findOne(
    { 'event.leadId': { $in: leadIds }, 'tries.answer': { $exists: true } },
    operatorRead,
  )) !== null;
