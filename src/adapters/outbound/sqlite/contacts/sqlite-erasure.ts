import type { Erasure } from '../../../../application/operators/ports/outbound/erasure.ts';
import { hasCustomer } from '../../../../domain/intake/contact.ts';
import { customersOf, type Deal, forgetCustomer, statusSince } from '../../../../domain/work/deal.ts';
import { withoutLeads } from '../../../../domain/work/mended-contact.ts';
import type { DataFile } from '../connection/data-file.ts';
import type { Database } from '../connection/database.ts';
import { changeDeal, dealsOf, dealsWithIds } from '../leads/deal-rows.ts';
import { forgetAnswers } from '../webhooks/delivery-rows.ts';
import { changeContact, contactWithId, emptyContact, presentId } from './contact-rows.ts';

/** On the CRM's own tables: what one unit does, no other sees half done. */
export class SqliteErasure implements Erasure {
  readonly #file: DataFile;

  constructor(file: DataFile) {
    this.#file = file;
  }

  async erase(soughtId: string, at: Date): Promise<void> {
    await this.#file.write((db) => {
      const contactId = presentId(db, soughtId);
      for (const deal of dealsOf(db, contactId)) forget(db, deal, at);
      const { contact } = contactWithId(db, contactId);
      if (contact) emptyContact(db, contact, { erased: at });
    });
    await this.#file.clean();
  }

  async eraseLead(leadId: string, at: Date): Promise<void> {
    await this.#file.write((db) => forgetAll(db, dealsWithIds(db, [leadId]), at));
    await this.#file.clean();
  }

  retire(
    leadIds: readonly string[],
    { unmovedSince, at }: { readonly unmovedSince: Date; readonly at: Date },
  ): Promise<{ readonly leads: number; readonly contacts: number }> {
    return this.#file.write((db) => {
      const old = dealsWithIds(db, leadIds).filter((deal) => statusSince(deal) < unmovedSince);
      forgetAll(db, old, at);
      const contactIds = [...new Set(old.map(({ contactId }) => contactId))];
      const gone = contactIds
        .flatMap((id) => contactWithId(db, id).contact ?? [])
        .filter(({ id }) => !dealsOf(db, id).some(hasCustomer));
      for (const contact of gone) emptyContact(db, contact, { erased: at });
      return { leads: old.length, contacts: gone.length };
    });
  }
}

/** Their contacts stay. */
function forgetAll(db: Database, gone: readonly Deal[], at: Date): void {
  for (const deal of gone) forget(db, deal, at);
  for (const [contactId, deals] of Map.groupBy(gone, (deal) => deal.contactId)) {
    const { contact } = contactWithId(db, contactId);
    if (!contact) continue;
    const left = dealsOf(db, contactId).flatMap(customersOf);
    changeContact(db, contact, withoutLeads(contact, deals.flatMap(customersOf), left));
  }
}

function forget(db: Database, deal: Deal, at: Date): void {
  changeDeal(db, deal, forgetCustomer(deal, at));
  forgetAnswers(db, deal.id);
}
