import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MongoConnection } from '../../../../../../src/adapters/outbound/mongodb/connection/connection.ts';
import { leadStatuses } from '../../../../../../src/domain/lead-status.ts';
import { MongoPeople } from '../../../../../../src/operators/adapters/outbound/mongodb/desk/desk-collections.ts';
import { MongoAuditLog } from '../../../../../../src/operators/adapters/outbound/mongodb/desk/mongo-audit-log.ts';
import { mongoBackOffice } from '../../../../../../src/operators/adapters/outbound/mongodb/leads/mongo-back-office.ts';
import { connectTo, crmFor, vendorsOn } from '../../../../../support/mongo-store.ts';
import { freshDatabase, noMongodb } from '../../../../../support/mongodb.ts';
import { inMemory, storeInFile } from '../../../../../support/sqlite-file.ts';
import { type Step, type StepName, type Stores, worldOf } from '../../../../../support/world.ts';

function inSqlite(): Stores {
  const { backOffice, ...others } = storeInFile(inMemory());
  return { ...others, ...backOffice };
}

const onMongo = (connection: MongoConnection): Stores => ({
  crm: crmFor(connection),
  ...mongoBackOffice(connection),
  vendors: vendorsOn(connection),
  audit: new MongoAuditLog(connection),
  people: new MongoPeople(connection),
});

const any = fc.nat(7);
const maybe = <T>(some: fc.Arbitrary<T>) => fc.option(some, { nil: undefined });
const email = fc.constantFrom('ann@example.com', 'Ann@Example.com', 'bob@example.com', 'cy@example.com');
const phone = fc.constantFrom('2125550101', '1 (212) 555-0101', '2125550102');
const customer = fc.record(
  { email, phone, zip: fc.constantFrom('10001', '10002'), lastName: fc.constantFrom('Lee', 'Ng') },
  { requiredKeys: [] },
);
const vendor = fc.constantFrom('ven_1', 'ven_2', 'Acme', 'static:acme');
const status = fc.constantFrom(...leadStatuses);
const ms = fc.constantFrom(1, 999, 59_999, 60_000, 3_600_000);

const given = {
  wait: ms,
  submit: fc.record({
    draft: fc
      .tuple(customer, maybe(fc.constant('A-1')))
      .map(([told, externalId]) => ({ ...told, externalId })),
    vendorId: vendor,
    with: maybe(any),
    idempotencyKey: maybe(fc.constantFrom('k1', 'k2')),
  }),
  status: fc.tuple(any, vendor),
  show: any,
  move: fc.tuple(any, status, maybe(fc.constantFrom(' ', '\u2060', 'came back', 'half \ud800'))),
  list: fc.record({
    of: maybe(any),
    with: fc.option(any, { nil: undefined, freq: 2 }),
    since: maybe(fc.constantFrom(0, 60_000)),
    status: maybe(status),
    vendor: maybe(vendor),
    externalId: maybe(fc.constantFrom('A-1', 'A-2')),
    limit: fc.constantFrom(0, 1, 2, 50),
  }),
  contactWithEmail: email,
  contactWithPhone: phone,
  contact: any,
  erase: any,
  eraseLead: any,
  addVendor: fc.constantFrom('Acme', ' Zenith  Co ', '\u00c1bc', 'A\u0301bc', ''),
  vendors: fc.constant(undefined),
  issue: fc.tuple(fc.constantFrom('Acme', 'Acme', 'Zenith Co'), maybe(ms)),
  rotate: fc.tuple(any, ms),
  revoke: any,
  use: any,
} satisfies Record<StepName, fc.Arbitrary<unknown>>;

/** So that most of what follows finds something. */
const beginning: readonly Step[] = [
  ['addVendor', 'Acme'],
  ['issue', ['Acme', undefined]],
];
const weights: Partial<Record<StepName, number>> = { submit: 6, move: 3 };
const step = fc.oneof(
  ...(Object.keys(given) as StepName[]).map((name) => ({
    weight: weights[name] ?? 1,
    arbitrary: fc.tuple<[StepName, unknown]>(fc.constant(name), given[name]),
  })),
);

describe.skipIf(noMongodb)('whatever happens, one thing after another', { timeout: 3_600_000 }, () => {
  let connection: MongoConnection;
  beforeAll(() => {
    connection = connectTo(freshDatabase());
  });
  afterAll(async () => {
    await connection?.use((db) => db.dropDatabase());
    await connection?.close();
  });

  it('MongoDB keeps, tells and refuses what memory does', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 20 }), async (history) => {
        await connection.use(async (db) => {
          for (const collection of await db.collections()) await collection.deleteMany();
        });
        const [memory, mongo] = [worldOf(inSqlite()), worldOf(onMongo(connection))];
        for (const next of [...beginning, ...history])
          expect(await mongo.outcome(next)).toEqual(await memory.outcome(next));
      }),
    );
  });
});
