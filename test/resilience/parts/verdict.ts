import { DatabaseSync } from 'node:sqlite';
import { MongoClient } from 'mongodb';
import { CONTACTS } from '../../../src/adapters/outbound/mongodb/stored-contact.ts';
import { DEALS } from '../../../src/adapters/outbound/mongodb/stored-deal.ts';
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

interface KeptDeal {
  readonly id: string;
  /** One that was erased has none. */
  readonly externalId: string | null | undefined;
  readonly contactId: string;
}

/** Reads the database directly, without the service, and compares it with what clients were told. */
export async function readVerdict(uri: string, acknowledged: readonly Acknowledged[]): Promise<Verdict> {
  await using client = new MongoClient(uri, { readConcernLevel: 'majority' });
  const db = client.db('partner_leads');
  const contacts = await db
    .collection(CONTACTS)
    .find({}, { projection: { _id: 1 } })
    .toArray();
  const projection = { _id: 0, id: '$_id', externalId: 1, contactId: 1 };
  const deals = await db.collection(DEALS).find<KeptDeal>({}, { projection }).toArray();
  return verdictOf(
    acknowledged,
    deals,
    contacts.map(({ _id }) => String(_id)),
  );
}

/** The same of a file. */
export function readFileVerdict(path: string, acknowledged: readonly Acknowledged[]): Verdict {
  const db = new DatabaseSync(path, { readOnly: true });
  const deals = db
    .prepare(`SELECT id, deal ->> '$.externalId' AS externalId, contact_id AS contactId FROM deals`)
    .all() as unknown as KeptDeal[];
  const contacts = db.prepare('SELECT id FROM contacts').all();
  db.close();
  return verdictOf(
    acknowledged,
    deals,
    contacts.map(({ id }) => String(id)),
  );
}

function verdictOf(
  acknowledged: readonly Acknowledged[],
  deals: readonly KeptDeal[],
  contactIds: readonly string[],
): Verdict {
  const numberById = new Map(deals.map(({ id, externalId }) => [id, externalId]));
  const contacts = new Set(contactIds);
  const numbered = deals.flatMap(({ externalId }) => externalId ?? []);
  return {
    lost: acknowledged.filter(({ leadId, number }) => numberById.get(leadId) !== keyOf(number)).length,
    doubled: numbered.length - new Set(numbered).size,
    orphaned: deals.filter(({ contactId }) => !contacts.has(contactId)).length,
  };
}
