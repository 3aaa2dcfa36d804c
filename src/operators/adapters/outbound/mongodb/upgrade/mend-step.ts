import { mendLeads } from '../contacts/mend-leads.ts';
import { contactsOf, type MendedContact } from '../contacts/stored-contact.ts';
import { each, type UpgradeStep, walk } from './upgrade-step.ts';

/** Corrects leads that a crash has kept from their contact's corrections. */
export const mendStep: UpgradeStep = {
  name: 'mended',
  run: (context) =>
    walk<MendedContact>(context, { of: contactsOf, filter: { former: { $exists: true } } }, (page) =>
      context.connection.use(async (db) => {
        if (!context.dryRun) await each(page, ({ _id }) => mendLeads(db, _id));
        return page.length;
      }),
    ),
};
