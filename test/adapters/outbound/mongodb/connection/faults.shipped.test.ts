import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MongoConnection } from '../../../../../src/adapters/outbound/mongodb/connection/connection.ts';
import { StoreRefused } from '../../../../../src/adapters/outbound/mongodb/connection/store-errors.ts';
import { contactsOf } from '../../../../../src/adapters/outbound/mongodb/stored-contact.ts';
import { StoreUnavailable } from '../../../../../src/application/ports/outbound/store.ts';
import { MongoAuditLog } from '../../../../../src/operators/adapters/outbound/mongodb/desk/mongo-audit-log.ts';
import { mongoBackOffice } from '../../../../../src/operators/adapters/outbound/mongodb/leads/mongo-back-office.ts';
import { dealsOf } from '../../../../../src/operators/adapters/outbound/mongodb/leads/stored-work.ts';
import { addDeal } from '../../../../support/added-leads.ts';
import { breakNext, tellable } from '../../../../support/failpoint.ts';
import { someCustomer, someDeal } from '../../../../support/leads.ts';
import { openCrm } from '../../../../support/mongo-crm.ts';
import { crmFor } from '../../../../support/mongo-store.ts';
import { freshDatabase, noMongodb } from '../../../../support/mongodb.ts';

const notPrimary = 10107;
const badValue = 2;
const duplicateKey = { errorCode: 11000, errorExtraInfo: { keyPattern: {}, keyValue: {} } };
const writeConcernError = { code: 64, errmsg: 'waiting for replication timed out' };

describe.skipIf(noMongodb)('the adapters of MongoDB when the server fails', () => {
  let under: Awaited<ReturnType<typeof openCrm>>;
  let ofDeals: { readonly namespace: string };
  beforeAll(async () => {
    under = await openCrm({ client: tellable() });
    await under.connection.isReachable();
    ofDeals = await under.connection.use(async (db) => ({ namespace: dealsOf(db).namespace }));
  });
  afterAll(() => under?.close());

  let lastCustomer = 0;
  const newCustomers = (count: number) =>
    Array.from({ length: count }, () => someCustomer({ email: `c${lastCustomer++}@example.com` }));
  const deals = (count: number) => Array.from({ length: count }, () => someDeal());
  const keepAll = (customers: ReturnType<typeof newCustomers>) =>
    Promise.allSettled(customers.map((customer) => under.customers.keep(customer)));
  const addAll = (added: ReturnType<typeof deals>) =>
    Promise.allSettled(added.map((deal) => addDeal(under.crm, deal)));

  describe.each([
    ['a closed connection', { closeConnection: true }],
    ['a server that is no longer primary', { errorCode: notPrimary }],
  ] as const)('%s', (_, data) => {
    it('once goes unnoticed', async () => {
      await breakNext(under.connection, { on: ['insert'], times: 1, data });
      expect(await addAll(deals(3))).toEqual(Array(3).fill({ status: 'fulfilled', value: 'added' }));
      const [customer] = newCustomers(1);
      await breakNext(under.connection, { on: ['insert', 'find'], times: 1, data });
      const id = await under.customers.keep(customer ?? someCustomer());
      await breakNext(under.connection, { on: ['update'], times: 1, data });
      expect(await under.customers.keep({ ...(customer ?? someCustomer()), zip: '10001' })).toBe(id);
    });

    it('twice fails the whole batch, and a retry of each succeeds', async () => {
      const customers = newCustomers(3);
      await breakNext(under.connection, { on: ['insert'], times: 2, data });
      expectAllUnavailable(await keepAll(customers));
      const kept = (await under.contacts()).length;
      expect((await keepAll(customers)).map(({ status }) => status)).toEqual(Array(3).fill('fulfilled'));
      expect((await under.contacts()).length).toBe(kept + 3);

      const added = deals(3);
      await breakNext(under.connection, { on: ['insert'], times: 2, data: { ...data, ...ofDeals } });
      expectAllUnavailable(await addAll(added));
      expect((await under.deals()).filter(({ id }) => added.some((deal) => deal.id === id))).toEqual([]);
      expect(await addAll(added)).toEqual(Array(3).fill({ status: 'fulfilled', value: 'added' }));
    });

    it('twice while filling a blank: nothing is acknowledged', async () => {
      const [customer] = newCustomers(1);
      if (!customer) throw new Error('no customer');
      const id = await under.customers.keep(customer);
      await breakNext(under.connection, { on: ['update'], times: 2, data });
      expectAllUnavailable(await keepAll([{ ...customer, zip: '10001' }]));
      expect(await under.customers.keep({ ...customer, zip: '20002' })).toBe(id);
      expect((await under.contacts()).find((contact) => contact.id === id)?.zip).toBe('20002');
    });

    it('twice during a read fails every reader', async () => {
      const [deal] = deals(1);
      if (!deal) throw new Error('no deal');
      await addDeal(under.crm, deal);
      await breakNext(under.connection, { on: ['find'], times: 2, data });
      const reading = [1, 2, 3].map(() => under.crm.statusOf(deal.id));
      expectAllUnavailable(await Promise.allSettled(reading));
      expect(await under.crm.statusOf(deal.id)).toMatchObject({ status: 'In Progress' });
    });
  });

  it('tells the operator in words that a connection was lost', async () => {
    await breakNext(under.connection, { on: ['find'], times: 2, data: { closeConnection: true } });
    const reason = new StoreUnavailable('the connection was lost (MongoNetworkError)');
    await expect(under.crm.statusOf('any')).rejects.toEqual(reason);
  });

  it.each([1, 3])(
    'acknowledges nothing while the majority is in doubt, not even a known contact: %i at once',
    async (count) => {
      const [known, ...fresh] = newCustomers(count);
      if (!known) throw new Error('no customer');
      const id = await under.customers.keep(known);
      await breakNext(under.connection, { on: ['insert'], times: 1, data: { writeConcernError } });
      expectAllUnavailable(await keepAll([known, ...fresh]));
      const again = await keepAll([known, ...fresh]);
      expect(again.map(({ status }) => status)).toEqual(Array(count).fill('fulfilled'));
      expect(again[0]).toMatchObject({ value: id });
    },
  );

  it.each([0, 1])(
    'acknowledges no deal that a unique index of somebody else refuses: beside %i',
    async (others) => {
      const other = await openCrm();
      await other.connection.use((db) =>
        dealsOf(db).createIndex({ vendorName: 1 }, { unique: true, name: 'not ours' }),
      );
      await addDeal(other.crm, someDeal({ vendorName: 'Acme' }));
      const refused = someDeal(
        { vendorName: 'Acme' },
        others ? { idempotency: { key: 'k', fingerprint: 'f' } } : {},
      );
      const fine = Array.from({ length: others }, (_, n) => someDeal({ vendorName: `Other ${n}` }));
      const outcomes = await Promise.allSettled([refused, ...fine].map((deal) => addDeal(other.crm, deal)));
      expect(outcomes[0]).toEqual({ status: 'rejected', reason: new StoreRefused('unique index') });
      expect(outcomes.slice(1)).toEqual(fine.map(() => ({ status: 'fulfilled', value: 'added' })));
      await other.close();
    },
  );

  it.each([
    ['a new customer', { email: 'c@example.com', zip: '1' }],
    ['one who shares a phone', { email: 'c@example.com', phone: '5550100001', zip: '1' }],
    ['one whose ZIP was blank', { email: 'b@example.com', zip: '1' }],
  ])('refuses for good what a unique index of somebody else refuses of contacts: %s', async (_who, draft) => {
    const other = await openCrm();
    await other.connection.use((db) =>
      contactsOf(db).createIndex({ zip: 1 }, { unique: true, sparse: true, name: 'not ours' }),
    );
    await other.customers.keep(someCustomer({ email: 'a@example.com', phone: '5550100001', zip: '1' }));
    await other.customers.keep(someCustomer({ email: 'b@example.com' }));
    await expect(other.customers.keep(someCustomer(draft))).rejects.toEqual(new StoreRefused('unique index'));
    await other.close();
  });

  it.each([0, 1])(
    'acknowledges no deal while the majority is in doubt, and a retry returns the same deal: beside %i',
    async (others) => {
      const sent = { key: `in doubt beside ${others}`, fingerprint: 'f' };
      const first = someDeal({}, { idempotency: sent });
      await breakNext(under.connection, {
        on: ['insert'],
        times: 1,
        data: { writeConcernError, ...ofDeals },
      });
      expectAllUnavailable(await addAll([first, ...deals(others)]));
      expect(await addDeal(under.crm, someDeal({}, { idempotency: sent }))).toMatchObject({
        id: first.id,
        idempotency: sent,
      });
    },
  );

  it('treats its own document as added if an earlier attempt stored it', async () => {
    const deal = someDeal({}, { idempotency: { key: 'twice', fingerprint: 'f' } });
    const bare = someDeal();
    await addAll([deal, bare]);
    expect(await addAll([deal, bare])).toEqual(Array(2).fill({ status: 'fulfilled', value: 'added' }));
  });

  it('resends a batch that was refused as a whole', async () => {
    await breakNext(under.connection, {
      on: ['insert'],
      times: 1,
      data: { errorCode: badValue, ...ofDeals },
    });
    expect(await addAll(deals(3))).toEqual(Array(3).fill({ status: 'fulfilled', value: 'added' }));
  });

  it('fails only the document that cannot be encoded', async () => {
    const loop: Record<string, unknown> = {};
    loop.loop = loop;
    const poisoned = { ...someDeal({ notes: 'canary' }), vehicle: { year: loop } as never };
    const fine = deals(2);
    const [before, bad, after] = await addAll([...fine.slice(0, 1), poisoned, ...fine.slice(1)]);
    expect([before, after]).toEqual(Array(2).fill({ status: 'fulfilled', value: 'added' }));
    expect((await under.deals()).map(({ id }) => id)).toEqual(
      expect.arrayContaining(fine.map(({ id }) => id)),
    );
    expectRefused(bad);
  });

  it('asks nothing for a deal that is none, and so does not take the others apart', async () => {
    const sizes: number[] = [];
    const other = await openCrm({ batched: (batch, size) => batch === 'deals.add' && sizes.push(size) });
    const none = { ...someDeal(), vehicle: undefined as never };
    const outcomes = await Promise.allSettled(
      [...deals(2), none].map((deal, n) =>
        addDeal(other.crm, deal, { customer: someCustomer({ email: `of.${n}@example.com` }) }),
      ),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    expect(sizes).toEqual([2]);
    await other.close();
  });

  it('fails only the document that the server refuses, and quotes nothing from it', async () => {
    await under.connection.use((db) =>
      db.command({ collMod: 'contacts', validator: { firstName: { $ne: 'canary' } } }),
    );
    const [before, canary, after] = newCustomers(3);
    if (!before || !canary || !after) throw new Error('no customers');
    const outcomes = await keepAll([before, { ...canary, firstName: 'canary' }, after]);
    const [first, refused, third] = outcomes;
    const kept = (await under.contacts()).map(({ id }) => ({ status: 'fulfilled', value: id }));
    expect(kept).toEqual(expect.arrayContaining([first, third]));
    expectRefused(refused);
  });

  it('quotes no document in its errors, whoever uses the connection', async () => {
    const contact = { _id: 'canary', keys: ['e:canary@example.com'], firstName: 'Ann' } as const;
    const add = () => under.connection.use((db) => contactsOf(db).insertOne({ ...contact }));
    await add();
    const [outcome] = await Promise.allSettled([add()]);
    expectRefused(outcome);
  });

  it.each([1, 2])(
    'treats any doubt about the majority as temporary, whatever its code: %i documents',
    async (count) => {
      const data = { writeConcernError: { code: badValue, errmsg: 'in doubt' }, ...ofDeals };
      await breakNext(under.connection, { on: ['insert'], times: 1, data });
      expectAllUnavailable(await addAll(deals(count)));
    },
  );

  it('keeps no contact and no deal that is refused as known, and then cannot be found', async () => {
    await breakNext(under.connection, { on: ['insert'], times: 100, data: duplicateKey });
    const refused = [{ status: 'rejected', reason: new StoreRefused('unique index') }];
    expect(await keepAll(newCustomers(1))).toEqual(refused);
    await breakNext(under.connection, { on: ['insert'], times: 1, data: { ...duplicateKey, ...ofDeals } });
    const unseen = someDeal({}, { idempotency: { key: 'unseen', fingerprint: 'f' } });
    expect(await addAll([unseen])).toEqual(refused);
  });

  it.each([
    ['deals', 'Call back.'],
    ['contacts', ''],
  ])('an erasure that cannot change the %s leaves the contact to be found again', async (name, notes) => {
    const email = `erased.${name}@example.com`;
    const contactId = await under.customers.keep(someCustomer({ email }));
    const deal = someDeal({ notes: 'Call back.' }, { contactId });
    await addDeal(under.crm, deal);
    const backOffice = mongoBackOffice(under.connection);
    const namespace = await under.connection.use(async (db) => db.collection(name).namespace);
    await breakNext(under.connection, { on: ['update'], times: 1, data: { errorCode: badValue, namespace } });
    await expect(backOffice.erasure.erase(contactId, new Date())).rejects.toThrow();
    expect(await backOffice.contacts.contact({ key: `e:${email}` })).toMatchObject({ contactId, deals: 1 });
    expect((await backOffice.leads.lead(deal.id))?.deal.notes).toBe(notes);
  });

  it('the audit log confirms nothing that the database did not keep', async () => {
    const audit = new MongoAuditLog(under.connection);
    const entry = { id: 'a', at: new Date(), by: 'grace', action: 'key.revoke', on: 'key_1' } as const;
    await breakNext(under.connection, { on: ['insert'], times: 1, data: { errorCode: badValue } });
    await expect(audit.begin([entry])).rejects.toThrow();
    await audit.begin([entry]);
    await breakNext(under.connection, { on: ['update'], times: 1, data: { errorCode: badValue } });
    await expect(audit.end(['a'], { outcome: 'done' })).rejects.toThrow();
  });

  it('fails within 6 s if the server does not answer', async () => {
    // Twice, because the driver tries again after as long as a caller waits, and may be just in time.
    await breakNext(under.connection, { on: ['insert'], times: 2, data: { blockTimeMS: 8_000 } });
    const begin = performance.now();
    expectAllUnavailable(await addAll(deals(2)));
    expect(performance.now() - begin).toBeLessThan(6_000);
  });

  it('lets an operator wait for longer', async () => {
    const uri = freshDatabase();
    const patient = MongoConnection.forOperator(uri, { client: tellable() });
    await addDeal(crmFor(patient), someDeal());
    await breakNext(patient, { on: ['find'], times: 2, data: { blockTimeMS: 6_000 } });
    expect(await mongoBackOffice(patient).leads.deals({ limit: 5 })).toHaveLength(1);
    await patient.use((db) => db.dropDatabase());
    await patient.close();
  }, 20_000);
});

function expectAllUnavailable(outcomes: readonly PromiseSettledResult<unknown>[]): void {
  for (const outcome of outcomes) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(StoreUnavailable) });
  }
}

/** Refused permanently, with nothing of what was sent in the error. */
function expectRefused(outcome: PromiseSettledResult<unknown> | undefined): void {
  if (outcome?.status !== 'rejected') throw new Error('was not refused');
  expect(outcome.reason).not.toBeInstanceOf(StoreUnavailable);
  expect(inspect(outcome.reason, { depth: 9, showHidden: true })).not.toContain('canary');
}
