import { DatabaseSync } from 'node:sqlite';
import { MongoClient } from 'mongodb';
import { MongoConnection } from '../../../src/adapters/outbound/mongodb/connection/connection.ts';
import { CONTACTS, contactsOf } from '../../../src/adapters/outbound/mongodb/stored-contact.ts';
import { DEALS } from '../../../src/adapters/outbound/mongodb/stored-deal.ts';
import { mongoBackOffice } from '../../../src/operators/adapters/outbound/mongodb/leads/mongo-back-office.ts';
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

/** Contacts without a deal. */
export interface Alone {
  readonly kept: number;
  /** How many of them operators find. */
  readonly seen: number;
}

/** Asks the operators' ports first: what has no deal afterwards had none when they answered. */
export async function readAlone(uri: string): Promise<Alone> {
  const connection = MongoConnection.forOperator(uri);
  try {
    const { contacts } = mongoBackOffice(connection);
    const named = await contacts.contacts({ name: 'ann', limit: 1_000_000 });
    const found = new Set(named.map(({ id }) => id));
    const alone = await connection.use(async (db) => {
      const led = await db.collection(DEALS).distinct('contactId');
      return contactsOf(db)
        .find({ _id: { $nin: led }, keys: { $exists: true } })
        .toArray();
    });
    const seen = alone.map(async ({ _id, keys = [] }) => {
      const asked = await Promise.all([
        contacts.contact({ id: _id }),
        ...keys.flatMap((key) => [
          contacts.contact({ key }),
          contacts.contacts({ key, limit: 1 }).then(([one]) => one),
        ]),
      ]);
      return found.has(_id) || asked.some((answer) => answer !== undefined);
    });
    return { kept: alone.length, seen: (await Promise.all(seen)).filter(Boolean).length };
  } finally {
    await connection.close();
  }
}

/** The contacts without a deal in a file, which also has those that a kill has left. */
export function countAloneInFile(path: string): number {
  const db = new DatabaseSync(path, { readOnly: true });
  const alone = db
    .prepare(
      `SELECT count(*) AS contacts FROM contacts
        WHERE contact IS NOT NULL AND id NOT IN (SELECT contact_id FROM deals)`,
    )
    .get() as { readonly contacts: number };
  db.close();
  return alone.contacts;
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
