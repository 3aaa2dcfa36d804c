import { randomUUID } from 'node:crypto';
import type { ClientSession, Db } from 'mongodb';
import { leadReceived } from '#operators/domain/events/lead-event.ts';
import type { MongoConnection } from '../../../../../adapters/outbound/mongodb/connection/connection.ts';
import { asRehearsed } from '../../../../../adapters/outbound/mongodb/connection/store-errors.ts';
import { addOne, type WriteOutcome } from '../../../../../adapters/outbound/mongodb/connection/write-each.ts';
import { contactsOf, storedContact } from '../../../../../adapters/outbound/mongodb/stored-contact.ts';
import { dealsOf, storedDeal } from '../../../../../adapters/outbound/mongodb/stored-deal.ts';
import { madeUpLead } from '../../../../../application/made-up-lead.ts';
import { type Rehearse, StoreUnfit } from '../../../../../application/ports/outbound/store.ts';
import { placeCustomer } from '../../../../../domain/contact.ts';
import type { Deal } from '../../../../../domain/deal.ts';
import { keptOfDeal } from '../leads/kept-of-deal.ts';

/**
 * Makes the rehearsal in a database. Connecting has made the unique indexes already. A standalone server has no
 * transactions: there, a made-up lead could be seen, so none is written.
 */
export const rehearsalOn =
  (connection: MongoConnection): Rehearse =>
  () =>
    connection.use(async (db) => {
      if (connection.isStandalone) return;
      const session = connection.client.startSession();
      try {
        session.startTransaction();
        await keepMadeUpLead(db, session);
      } finally {
        await session.abortTransaction().catch(() => {}); // otherwise the server does, after a minute
        await session.endSession();
      }
    });

async function keepMadeUpLead(db: Db, session: ClientSession): Promise<void> {
  const { customer, dealOf } = madeUpLead(randomUUID);
  const { contact } = placeCustomer(customer, [], randomUUID);
  const keep = (deal: Deal) => {
    const kept = keptOfDeal(deal, [{ event: leadReceived(deal), hooks: [deal.vendorId] }]);
    return rehearsed('insert into deals', addOne(dealsOf(db), { ...storedDeal(deal), ...kept }, { session }));
  };
  await rehearsed('insert into contacts', addOne(contactsOf(db), storedContact(contact), { session }));
  await keep(dealOf(contact.id));
  if ((await keep(dealOf(contact.id))) !== 'duplicate')
    throw new StoreUnfit('one Idempotency-Key makes two leads: deals has no unique index on it');
}

const rehearsed = (command: string, work: Promise<WriteOutcome>): Promise<WriteOutcome> =>
  work.catch((error) => {
    throw asRehearsed(error, command);
  });
