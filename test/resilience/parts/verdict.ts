import { MongoClient } from 'mongodb';
import { CONTACTS } from '../../../src/adapters/outbound/mongodb/contacts/stored-contact.ts';
import { DEALS } from '../../../src/adapters/outbound/mongodb/leads/stored-deal.ts';
import type { Acknowledged } from './crowd.ts';
import { keyOf } from './vendor.ts';

export interface Verdict {
  /** Acknowledged, but not in the database under the id that was returned. */
  readonly lost: number;
  /** Leads that are there more than once. */
  readonly doubled: number;
  /** Deals whose contact is not there. */
  readonly orphaned: number;
}

/** Reads the database directly, without the service, and compares it with what clients were told. */
export async function readVerdict(uri: string, acknowledged: readonly Acknowledged[]): Promise<Verdict> {
  const client = new MongoClient(uri, { readConcernLevel: 'majority' });
  try {
    const db = client.db('partner_leads');
    const numberById = new Map<string, unknown>();
    const contactIds = new Set<unknown>();
    const copies = new Map<unknown, number>();
    for await (const contact of db.collection(CONTACTS).find({}, { projection: { _id: 1 } })) {
      contactIds.add(contact._id as unknown);
    }
    let orphaned = 0;
    const projection = { externalId: 1, contactId: 1 };
    for await (const deal of db.collection(DEALS).find({}, { projection })) {
      numberById.set(String(deal._id), deal.externalId);
      const { externalId } = deal; // one that was erased has none
      if (externalId !== undefined) copies.set(externalId, (copies.get(externalId) ?? 0) + 1);
      if (!contactIds.has(deal.contactId)) orphaned += 1;
    }
    return {
      lost: acknowledged.filter(({ leadId, number }) => numberById.get(leadId) !== keyOf(number)).length,
      doubled: [...copies.values()].filter((count) => count > 1).length,
      orphaned,
    };
  } finally {
    await client.close();
  }
}
