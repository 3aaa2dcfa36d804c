import { randomUUID } from 'node:crypto';
import { leadReceived } from '#operators/domain/events/lead-event.ts';
import type { DataFile } from '../../../../adapters/outbound/sqlite/connection/data-file.ts';
import type { Database } from '../../../../adapters/outbound/sqlite/connection/database.ts';
import { contactsWith } from '../../../../adapters/outbound/sqlite/contact-rows.ts';
import { addLead } from '../../../../adapters/outbound/sqlite/sqlite-crm.ts';
import { madeUpLead } from '../../../../application/made-up-lead.ts';
import { type Rehearse, StoreUnfit } from '../../../../application/ports/outbound/store.ts';
import { identityKeys } from '../../../../domain/contact.ts';
import { besideDeals } from './leads/beside-deals.ts';
import { forgetsTally } from './leads/tallied-days.ts';
import { mend } from './schema-of-file.ts';

/** Makes the rehearsal in a file. With `mends`, makes missing indexes and triggers first, and tells `warn` which. */
export const rehearsalOfFile =
  (file: DataFile, warn: (message: string) => void): Rehearse =>
  async ({ mends }) => {
    const made = mends ? await mend(file) : [];
    if (made.length > 0)
      warn(
        `The file of leads lacked parts, which another program took away. They are made again: ${made.join(', ')}.`,
      );
    await file.rehearse(keepMadeUpLead);
  };

function keepMadeUpLead(db: Database): void {
  const { customer, dealOf } = madeUpLead(randomUUID);
  const deal = dealOf('');
  db.run(`INSERT INTO hooks (id, record) VALUES (?, '{}')`, [deal.vendorId]);
  const announced = [{ event: leadReceived(deal), hooks: [deal.vendorId] }];
  const asItCame = { sourceId: deal.vendorId, at: deal.receivedAt, text: '' };
  const add = () => addLead(db, besideDeals, { customer, dealOf, announced, asItCame });
  const forgets = forgetsTally(db, deal.receivedAt, () => add() === 'added');
  require(forgets, 'a kept tally stays when a lead comes: a trigger is missing');
  require(add() !== 'added', 'one Idempotency-Key makes two leads: the index deals_idempotency is missing');
  require(contactsWith(db, identityKeys(customer)).length ===
    1, 'a second lead of a customer makes a second contact');
}

function require(isSo: boolean, otherwise: string): void {
  if (!isSo) throw new StoreUnfit(`the file of leads cannot keep a lead: ${otherwise}`);
}
