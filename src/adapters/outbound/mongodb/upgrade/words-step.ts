import type { Filter } from 'mongodb';
import { operatorWrite } from '../connection/write-each.ts';
import { contactFrom, contactsOf, namedField, type StoredContact } from '../contacts/stored-contact.ts';
import { updateAsRead } from '../contacts/write-contact.ts';
import { soughtInDeal } from '../leads/sought-keys.ts';
import { customerFrom, dealsOf, type StoredDeal, withCustomer } from '../leads/stored-deal.ts';
import { each, type UpgradeContext, type UpgradeStep, walk } from './upgrade-step.ts';

/** Writes the words by which a name is found into the leads and contacts of 0.2.0, which knew fewer. */
export const wordsStep: UpgradeStep = {
  name: 'words',
  async run(context) {
    const [leads, contacts] = [await ofLeads(context), await ofContacts(context)];
    return { looked: leads.looked + contacts.looked, changed: leads.changed + contacts.changed };
  },
};

const ofLeads = (context: UpgradeContext) =>
  walk<StoredDeal>(
    context,
    {
      of: dealsOf,
      filter: withCustomer,
      projection: { customer: 1, present: 1, externalId: 1, vehicle: 1, said: 1 },
    },
    async (page) => {
      const updates = page.flatMap((lead) => {
        const said = wordsOf(lead);
        if (said.every((word) => lead.said?.includes(word))) return [];
        const asRead = {
          _id: lead._id,
          ...withCustomer,
          present: lead.present ?? null,
        } as Filter<StoredDeal>;
        return { updateOne: { filter: asRead, update: { $set: { said } } } };
      });
      if (updates.length > 0 && !context.dryRun)
        await context.connection.use((db) =>
          dealsOf(db).bulkWrite(updates, { ordered: false, ...operatorWrite }),
        );
      return updates.length;
    },
  );

const wordsOf = ({ customer, present, externalId, vehicle }: StoredDeal): string[] =>
  soughtInDeal({
    customer: customer && customerFrom(customer),
    present: present && customerFrom(present),
    externalId,
    vehicle,
  });

const ofContacts = (context: UpgradeContext) =>
  walk<StoredContact>(context, { of: contactsOf, filter: { named: { $exists: true } } }, async (page) => {
    const outdated = page.filter((stored) => namedField(contactFrom(stored)).named !== stored.named);
    if (!context.dryRun)
      await context.connection.use((db) =>
        each(outdated, (stored) =>
          updateAsRead(contactsOf(db), stored, { $set: namedField(contactFrom(stored)) }),
        ),
      );
    return outdated.length;
  });
