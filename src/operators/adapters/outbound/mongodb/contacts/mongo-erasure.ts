import type { Erasure } from '#operators/application/ports/outbound/erasure.ts';
import type { MongoConnection } from '../../../../../adapters/outbound/mongodb/connection/connection.ts';
import type { IdentityKey } from '../../../../../domain/contact.ts';
import { unmoved } from '../leads/deal-filters.ts';
import { eraseContact, eraseLeads } from './erase-contact.ts';
import { retireLeads } from './retire-leads.ts';
import { eraseWithoutDeals } from './without-deals.ts';

/** Erasure in the CRM's own collections. */
export class MongoErasure implements Erasure {
  readonly #connection: MongoConnection;

  constructor(connection: MongoConnection) {
    this.#connection = connection;
  }

  erase(contactId: string, at: Date): Promise<void> {
    return this.#connection.use((db) => eraseContact(db, contactId, at));
  }

  eraseWithoutDeals(keys: readonly IdentityKey[], at: Date): Promise<void> {
    const which = { $or: [{ keys: { $in: keys } }, { shown: { $in: keys } }] };
    return this.#connection.use((db) => eraseWithoutDeals(db, which, at));
  }

  eraseLead(leadId: string, at: Date): Promise<void> {
    return this.#connection.use((db) => eraseLeads(db, [leadId], at));
  }

  retire(
    leadIds: readonly string[],
    { unmovedSince, at }: { readonly unmovedSince: Date; readonly at: Date },
  ): Promise<{ readonly leads: number; readonly contacts: number }> {
    const old = { $and: [{ _id: { $in: leadIds } }, ...unmoved(unmovedSince)] };
    return this.#connection.use((db) => retireLeads(db, old, at));
  }
}
