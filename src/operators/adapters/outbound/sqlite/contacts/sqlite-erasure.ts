import type { Erasure } from '#operators/application/ports/outbound/erasure.ts';
import { saidKeys } from '#operators/domain/work/found-by.ts';
import { withoutLeads } from '#operators/domain/work/mended-contact.ts';
import {
  customersOf,
  forgetCustomer,
  statusSince,
  type WorkedDeal,
} from '#operators/domain/work/worked-deal.ts';
import type { DataFile } from '../../../../../adapters/outbound/sqlite/connection/data-file.ts';
import type { Database } from '../../../../../adapters/outbound/sqlite/connection/database.ts';
import { changeContact, presentId } from '../../../../../adapters/outbound/sqlite/contact-rows.ts';
import { changeDeal, dealsWithIds, dealThatSays, withAllDeals, withSomeDeals } from '../leads/deal-rows.ts';
import { owe } from '../remains/owed-rows.ts';
import { forgetAnswers } from '../webhooks/delivery-rows.ts';
import { contactWithId, emptyContact } from './contact-records.ts';

/** Erasure on the CRM's own tables. */
export class SqliteErasure implements Erasure {
  readonly #file: DataFile;

  constructor(file: DataFile) {
    this.#file = file;
  }

  /** Erases deal by deal. The contact goes with the last one; until then it can be found and erased again. */
  async erase(soughtId: string, at: Date): Promise<void> {
    await this.#file.writeInSteps((db, after) => {
      const contactId = presentId(db, soughtId);
      const { contact } = contactWithId(db, contactId);
      if (contact || hasDeals(db, contactId)) owe(db, at);
      const next = withSomeDeals(db, [contactId], after, (deal) => forget(db, deal, at));
      if (next !== undefined) return next;
      if (hasDeals(db, contactId)) withAllDeals(db, contactId, (deal) => forget(db, deal, at));
      if (contact) emptyContact(db, contact, { erased: at });
      return undefined;
    });
  }

  async eraseLead(leadId: string, at: Date): Promise<void> {
    await this.#file.write((db) => {
      const gone = dealsWithIds(db, [leadId]);
      forgetAll(db, gone, at);
      if (gone.length > 0) owe(db, at);
    });
  }

  async retire(
    leadIds: readonly string[],
    { unmovedSince, at }: { readonly unmovedSince: Date; readonly at: Date },
  ): Promise<{ readonly leads: number; readonly contacts: number }> {
    const erased = { leads: 0, contacts: 0 };
    for (let done = 0; done < leadIds.length; done += AT_ONCE) {
      const [leads, contacts] = await this.#file.write((db): readonly [number, number] => {
        const some = dealsWithIds(db, leadIds.slice(done, done + AT_ONCE));
        const old = some.filter((deal) => statusSince(deal) < unmovedSince);
        const empty = forgetAll(db, old, at).filter((id) => !hasDeals(db, id));
        const gone = empty.flatMap((id) => contactWithId(db, id).contact ?? []);
        for (const contact of gone) emptyContact(db, contact, { erased: at });
        if (old.length > 0) owe(db, at);
        return [old.length, gone.length];
      });
      erased.leads += leads;
      erased.contacts += contacts;
    }
    return erased;
  }
}

/** Deals that are retired in one unit. */
const AT_ONCE = 25;

/** Whether a deal of the contact still has its customer's data. */
const hasDeals = (db: Database, contactId: string): boolean =>
  db.one('SELECT 1 FROM deals WHERE contact_id = ? AND erased = 0 LIMIT 1', [contactId]) !== undefined;

/** Erases deals and leaves their contacts. Returns the ids of the contacts. */
function forgetAll(db: Database, gone: readonly WorkedDeal[], at: Date): string[] {
  for (const deal of gone) forget(db, deal, at);
  const byContact = Map.groupBy(gone, (deal) => deal.contactId);
  for (const [contactId, deals] of byContact) {
    const { contact } = contactWithId(db, contactId);
    if (!contact) continue;
    const said = deals.flatMap(saidKeys);
    const left = [...new Set(said)].flatMap((key) => dealThatSays(db, contactId, key) ?? []);
    changeContact(db, contact, withoutLeads(contact, deals.flatMap(customersOf), left.flatMap(customersOf)));
  }
  return [...byContact.keys()];
}

function forget(db: Database, deal: WorkedDeal, at: Date): void {
  changeDeal(db, deal, forgetCustomer(deal, at));
  forgetAnswers(db, deal.id);
}
