import type { Crm, EarlierDeal, OwnedStatus } from '../../../application/ports/outbound/crm.ts';
import type { Customer } from '../../../domain/contact.ts';
import type { Deal } from '../../../domain/deal.ts';
import type { MongoConnection } from './connection.ts';
import { Contacts } from './contacts.ts';
import { Deals } from './deals.ts';

/** The CRM on two collections. Calls of the same kind at the same time share a round trip. */
export class MongoCrm implements Crm {
  readonly #contacts: Contacts;
  readonly #deals: Deals;

  constructor(connection: MongoConnection) {
    this.#contacts = new Contacts(connection);
    this.#deals = new Deals(connection);
  }

  upsertContact(customer: Customer): Promise<string> {
    return this.#contacts.keep(customer);
  }

  addDeal(deal: Deal): Promise<'added' | EarlierDeal> {
    return this.#deals.add(deal);
  }

  earlierDeal(vendorId: string, key: string): Promise<EarlierDeal | undefined> {
    return this.#deals.earlier(vendorId, key);
  }

  statusOf(leadId: string): Promise<OwnedStatus | undefined> {
    return this.#deals.statusOf(leadId);
  }
}
