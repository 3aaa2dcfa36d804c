import type { Db } from 'mongodb';
import type { MongoConnection } from '../src/adapters/outbound/mongodb/connection/connection.ts';
import { contactsOf, storedContact } from '../src/adapters/outbound/mongodb/stored-contact.ts';
import { MongoPeople } from '../src/operators/adapters/outbound/mongodb/desk/desk-collections.ts';
import { MongoAuditLog } from '../src/operators/adapters/outbound/mongodb/desk/mongo-audit-log.ts';
import { auditOf } from '../src/operators/adapters/outbound/mongodb/desk/stored-audit-entry.ts';
import { mongoBackOffice } from '../src/operators/adapters/outbound/mongodb/leads/mongo-back-office.ts';
import {
  dealFrom,
  dealsOf,
  type StoredWork,
  storedWork,
} from '../src/operators/adapters/outbound/mongodb/leads/stored-work.ts';
import { MongoRefusals } from '../src/operators/adapters/outbound/mongodb/vendors/mongo-refusals.ts';
import { vendorsOn } from '../test/support/mongo-store.ts';
import { makeLeads } from './desk-deals.ts';
import type { DeskStore } from './desk-queries.ts';

const BATCH = 2_000;

/** Returns what makes further leads, with numbers from `count`. */
export async function storeLeads(db: Db, count: number, now: number): Promise<ReturnType<typeof makeLeads>> {
  const make = makeLeads(count, now);
  const options = { ordered: false, ignoreUndefined: true };
  for (let done = 0; done < count; done += BATCH) {
    const made = Array.from({ length: Math.min(BATCH, count - done) }, (_, n) => make(done + n));
    await Promise.all([
      dealsOf(db).insertMany(
        made.map(({ deal }) => storedWork(deal)),
        options,
      ),
      contactsOf(db).insertMany(
        made.flatMap(({ contact }) => (contact ? storedContact(contact) : [])),
        options,
      ),
      auditOf(db).insertMany(
        made.map(({ audited: { id, ...entry } }) => ({ _id: id, ...entry }) as never),
        options,
      ),
    ]);
  }
  return make;
}

/** A database with leads. */
export const deskOn = (connection: MongoConnection): DeskStore => ({
  vendors: vendorsOn(connection),
  refusals: new MongoRefusals(connection),
  people: new MongoPeople(connection),
  audit: new MongoAuditLog(connection),
  backOffice: mongoBackOffice(connection),
  before: (newer) =>
    connection.use(async (db) => {
      const found = dealsOf(db).find().sort({ receivedAt: -1, _id: -1 }).skip(newer).limit(1);
      return dealFrom((await found.next()) as StoredWork);
    }),
});
