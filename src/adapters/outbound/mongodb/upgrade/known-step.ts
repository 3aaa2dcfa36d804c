import type { StoredContact } from '../contacts/stored-contact.ts';
import { markKnown } from '../leads/mark-known.ts';
import { type UpgradeStep, walk } from './upgrade-step.ts';

/** Says of every lead that is not its contact's first that the customer was known: before 0.2.0, none said so. */
export const knownStep: UpgradeStep = {
  name: 'known',
  run: (context) =>
    walk<Pick<StoredContact, '_id'>>(
      context,
      { of: (db) => db.collection('contacts'), projection: { _id: 1 } },
      (page) =>
        context.connection.use((db) =>
          markKnown(
            db,
            page.map(({ _id }) => _id),
            context.dryRun,
          ),
        ),
    ),
};
