import { presentContact } from '../contacts/find-contacts.ts';
import { completeMerge } from '../contacts/merge-contacts.ts';
import { contactsOf, type MendedContact } from '../contacts/stored-contact.ts';
import { dealsOf } from '../leads/stored-work.ts';
import { operatorRead } from '../store/options.ts';
import { type UpgradeStep, walk } from './upgrade-step.ts';

/** Finishes merges that a crash has left half done: pointers that carry a state or have deals. */
export const mergeStep: UpgradeStep = {
  name: 'merges',
  run: (context) =>
    walk<MendedContact>(context, { of: contactsOf, filter: { mergedInto: { $exists: true } } }, (pointers) =>
      context.connection.use(async (db) => {
        const ids = pointers.map(({ _id }) => _id);
        const withDeals = new Set(
          await dealsOf(db).distinct('contactId', { contactId: { $in: ids } }, operatorRead),
        );
        const unfinished = pointers.filter(({ _id, moving }) => moving || withDeals.has(_id));
        if (context.dryRun) return unfinished.length;
        for (const { _id, merged = new Date() } of unfinished)
          await completeMerge(db, (await presentContact(db, _id)).id, merged);
        return unfinished.length;
      }),
    ),
};
