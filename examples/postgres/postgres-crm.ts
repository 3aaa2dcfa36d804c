import { randomUUID } from 'node:crypto';
import {
  type Announcement,
  type Crm,
  type Customer,
  type Deal,
  identityKeys,
  placeCustomer,
} from 'partner-lead-service';
import type { Client, Database } from './database.ts';
import { announce } from './events.ts';
import { addDeal, dealsWhere, holdersOf, keepContact, plain, presentId } from './records.ts';

/** The CRM in PostgreSQL. The domain decides who is the same customer; each method is one transaction. */
export class PostgresCrm implements Crm {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  upsertContact(customer: Customer): Promise<string> {
    return this.#database.transaction(async (client) => {
      const holders = await holdersOf(client, identityKeys(customer));
      const { change, contact } = placeCustomer(customer, holders, randomUUID);
      if (change !== 'none') await keepContact(client, contact);
      return contact.id;
    });
  }

  addDeal(deal: Deal, announced: readonly Announcement[] = []): Promise<'added' | Deal> {
    return this.#database.transaction(async (client) => {
      if (await addDeal(client, deal, await presentId(client, deal.contactId))) {
        await announce(client, announced);
        return 'added';
      }
      const [known] = await dealsWhere(client, 'id = $1', [deal.id]);
      if (known) return 'added';
      const earlier = await earlierDeal(client, deal.vendorId, deal.idempotency?.key ?? '');
      return earlier ?? 'added';
    });
  }

  earlierDeal(vendorId: string, key: string): Promise<Deal | undefined> {
    return this.#database.transaction((client) => earlierDeal(client, vendorId, key));
  }

  statusOf(leadId: string): Promise<Pick<Deal, 'vendorId' | 'status'> | undefined> {
    return this.#database.transaction(async (client) => {
      const [deal] = await dealsWhere(client, 'id = $1', [plain(leadId)]);
      return deal;
    });
  }
}

async function earlierDeal(client: Client, vendorId: string, key: string): Promise<Deal | undefined> {
  const [deal] = await dealsWhere(client, 'vendor = $1 AND idempotency_key = $2', [
    plain(vendorId),
    plain(key),
  ]);
  return deal;
}
