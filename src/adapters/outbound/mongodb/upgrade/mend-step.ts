import type { Db } from 'mongodb';
import { familyOf } from '../contacts/find-contacts.ts';
import { writeToLeads } from '../contacts/mend-leads.ts';
import { contactFrom, contactsOf, type StoredContact } from '../contacts/stored-contact.ts';
import { updateAsRead } from '../contacts/write-contact.ts';
import { each, type UpgradeStep, walk } from './upgrade-step.ts';

/**
 * Writes what operators mended under 0.2.0 into the leads. Takes away what it kept for that in a run that finds them
 * written: until its servers are replaced, they read by it.
 */
export const mendStep: UpgradeStep = {
  name: 'mended',
  run: (context) =>
    walk<StoredContact>(context, { of: contactsOf, filter: { former: { $exists: true } } }, (page) =>
      context.connection.use(async (db) => {
        if (!context.dryRun) await each(page, (contact) => mend(db, contact));
        return page.length;
      }),
    ),
};

async function mend(db: Db, stored: StoredContact): Promise<void> {
  const { ids } = await familyOf(db, stored._id);
  const { written, missed } = await writeToLeads(db, ids, contactFrom(stored), stored.former ?? []);
  if (written + missed === 0)
    await updateAsRead(contactsOf(db), stored, { $unset: { former: '', sought: '' } });
}
