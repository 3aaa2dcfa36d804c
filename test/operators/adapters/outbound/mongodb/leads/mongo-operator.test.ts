import { afterAll, describe, expect, it } from 'vitest';
import type { MongoConnection } from '../../../../../../src/adapters/outbound/mongodb/connection/connection.ts';
import { timeouts } from '../../../../../../src/adapters/outbound/mongodb/connection/timeouts.ts';
import { MongoSources } from '../../../../../../src/adapters/outbound/mongodb/mongo-sources.ts';
import { DEALS } from '../../../../../../src/adapters/outbound/mongodb/stored-deal.ts';
import { VENDORS } from '../../../../../../src/adapters/outbound/mongodb/stored-vendor.ts';
import { makeGetLeadStatus } from '../../../../../../src/application/get-lead-status.ts';
import {
  MongoAccessTokens,
  MongoLeases,
  MongoPeople,
  MongoSubscriptions,
  MongoTickets,
} from '../../../../../../src/operators/adapters/outbound/mongodb/desk/desk-collections.ts';
import { MongoAuditLog } from '../../../../../../src/operators/adapters/outbound/mongodb/desk/mongo-audit-log.ts';
import { AUDIT } from '../../../../../../src/operators/adapters/outbound/mongodb/desk/stored-audit-entry.ts';
import { mongoBackOffice } from '../../../../../../src/operators/adapters/outbound/mongodb/leads/mongo-back-office.ts';
import { MongoManagedSources } from '../../../../../../src/operators/adapters/outbound/mongodb/sources/mongo-managed-sources.ts';
import { indexed } from '../../../../../../src/operators/adapters/outbound/mongodb/store/indexes.ts';
import { MongoRefusals } from '../../../../../../src/operators/adapters/outbound/mongodb/vendors/mongo-refusals.ts';
import { MongoDeliveries } from '../../../../../../src/operators/adapters/outbound/mongodb/webhooks/mongo-deliveries.ts';
import { MongoHooks } from '../../../../../../src/operators/adapters/outbound/mongodb/webhooks/mongo-hooks.ts';
import type { Correction } from '../../../../../../src/operators/application/ports/outbound/kept-contacts.ts';
import { openHook } from '../../../../../../src/operators/domain/events/hook.ts';
import { leadCorrected } from '../../../../../../src/operators/domain/events/lead-event.ts';
import { moveDeal } from '../../../../../../src/operators/domain/work/move-deal.ts';
import {
  addKey,
  openAccount,
  revokeKey,
} from '../../../../../../src/operators/domain/work/vendor-account.ts';
import { forgetCustomer } from '../../../../../../src/operators/domain/work/worked-deal.ts';
import { accessTokensContract } from '../../../../../../suites/access-tokens-contract.ts';
import { asItCameContract } from '../../../../../../suites/as-it-came-contract.ts';
import { auditLogContract } from '../../../../../../suites/audit-log-contract.ts';
import { backOfficeContract } from '../../../../../../suites/back-office-contract.ts';
import { leasesContract } from '../../../../../../suites/leases-contract.ts';
import { correctedAt, someKey } from '../../../../../../suites/operator-samples.ts';
import { peopleContract } from '../../../../../../suites/people-contract.ts';
import { refusalsContract } from '../../../../../../suites/refusals-contract.ts';
import { wholeDraft } from '../../../../../../suites/samples.ts';
import { someHeld } from '../../../../../../suites/source-samples.ts';
import { sourcesContract } from '../../../../../../suites/sources-contract.ts';
import { linkTo } from '../../../../../../suites/store-link.ts';
import { subscriptionsContract } from '../../../../../../suites/subscriptions-contract.ts';
import { ticketsContract } from '../../../../../../suites/tickets-contract.ts';
import { vendorDirectoryContract } from '../../../../../../suites/vendor-directory-contract.ts';
import { webhooksContract } from '../../../../../../suites/webhooks-contract.ts';
import { addDeal, addLead, keepCustomer } from '../../../../../support/added-leads.ts';
import { someCustomer, someDeal } from '../../../../../support/leads.ts';
import { connectTo, crmFor, vendorsOn } from '../../../../../support/mongo-store.ts';
import { emptyDatabase, noMongodb } from '../../../../../support/mongodb.ts';
import { readsOf, sentCommands } from '../../../../../support/sent-commands.ts';

/** The file's connections to its database: one to look at what is sent, one over a link that can break down. */
let direct: MongoConnection | undefined;
let far: Awaited<ReturnType<typeof openFar>> | undefined;
afterAll(() => Promise.all([direct?.close(), far?.close()]));

/** The former, to the database, which is empty. */
async function connect(): Promise<MongoConnection> {
  const uri = await emptyDatabase();
  direct ??= connectTo(uri, { client: { monitorCommands: true } });
  return direct;
}

async function openFar(uri: string) {
  const { port, pathname } = new URL(uri);
  const link = await linkTo(Number(port));
  const client = { serverSelectionTimeoutMS: 1_500 }; // how long it takes by default, connection.test.ts shows
  const connection = connectTo(`mongodb://127.0.0.1:${link.port}${pathname}?directConnection=true`, {
    client,
  });
  const close = async () => {
    await connection.close();
    link.close();
  };
  return { connection, link, close };
}

/** Both. A link that was broken is not used again. */
async function linked() {
  const database = await connect();
  far ??= await openFar(await emptyDatabase());
  const { connection, link, close } = far;
  return {
    database,
    connection,
    async breakDown() {
      far = undefined;
      link.cutOff();
      return async () => link.mend();
    },
    close: async () => {
      if (!far) await close();
    },
  };
}

const webhooksOn = (connection: MongoConnection) => ({
  crm: crmFor(connection),
  ...mongoBackOffice(connection),
  hooks: new MongoHooks(connection),
  deliveries: new MongoDeliveries(connection),
});

describe.skipIf(noMongodb)('on MongoDB', () => {
  vendorDirectoryContract('MongoDB', async () => {
    const { connection, ...under } = await linked();
    const another = async () => vendorsOn(under.database);
    return { vendors: vendorsOn(connection), another, ...under };
  });

  backOfficeContract('MongoDB', async () => {
    const { connection, ...under } = await linked();
    const another = async () => mongoBackOffice(under.database);
    return { crm: crmFor(connection), ...mongoBackOffice(connection), another, ...under };
  });

  ticketsContract('MongoDB', async () => {
    const { connection, ...under } = await linked();
    const another = async () => new MongoTickets(under.database);
    return { tickets: new MongoTickets(connection), another, ...under };
  });

  peopleContract('MongoDB', async () => {
    const { connection, ...under } = await linked();
    const another = async () => new MongoPeople(under.database);
    return { people: new MongoPeople(connection), another, ...under };
  });

  leasesContract('MongoDB', async () => {
    const { connection, ...under } = await linked();
    const another = async () => new MongoLeases(under.database);
    return { leases: new MongoLeases(connection), another, ...under };
  });

  accessTokensContract('MongoDB', async () => {
    const { connection, ...under } = await linked();
    const another = async () => new MongoAccessTokens(under.database);
    return { accessTokens: new MongoAccessTokens(connection), another, ...under };
  });

  subscriptionsContract('MongoDB', async () => {
    const { connection, ...under } = await linked();
    const another = async () => new MongoSubscriptions(under.database);
    return { subscriptions: new MongoSubscriptions(connection), another, ...under };
  });

  refusalsContract('MongoDB', async () => {
    const { connection, ...under } = await linked();
    const another = async () => new MongoRefusals(under.database);
    return { refusals: new MongoRefusals(connection), another, ...under };
  });

  sourcesContract('MongoDB', async () => {
    const { connection, ...under } = await linked();
    return { sources: new MongoSources(connection), managed: new MongoManagedSources(connection), ...under };
  });

  asItCameContract('MongoDB', async () => {
    const { connection, ...under } = await linked();
    const managed = new MongoManagedSources(connection);
    return { crm: crmFor(connection), ...mongoBackOffice(connection), managed, ...under };
  });

  webhooksContract('MongoDB', async () => {
    const { connection, ...under } = await linked();
    const another = async () => webhooksOn(under.database);
    return { ...webhooksOn(connection), another, ...under };
  });

  auditLogContract('MongoDB', async () => {
    const { connection, database, ...under } = await linked();
    const stored = () => database.use((db) => db.collection(AUDIT).find().sort({ at: 1, _id: 1 }).toArray());
    const kept = async () => (await stored()).map(({ _id, ...entry }) => ({ id: _id, ...entry }) as never);
    return { audit: new MongoAuditLog(connection), kept, ...under };
  });
});

it.skipIf(noMongodb)(
  'a lead whose contact is missing, as in a restored backup, is listed and can be erased',
  async () => {
    const connection = await connect();
    const backOffice = mongoBackOffice(connection);
    const deal = someDeal({}, { id: 'lead-1', contactId: 'lost', customer: undefined });
    await addDeal(crmFor(connection), deal);
    expect(await backOffice.leads.deals({ limit: 9 })).toMatchObject([{ id: 'lead-1', customer: undefined }]);
    const left = { contactId: 'lost', contact: undefined, erased: undefined, deals: 1 };
    expect(await backOffice.contacts.contact({ id: 'lost' })).toEqual(left);
    await backOffice.erasure.erase('lost', new Date());
    expect((await backOffice.leads.lead('lead-1'))?.deal).toEqual(forgetCustomer(deal, new Date()));
  },
);

it.skipIf(noMongodb)('a deal is stored under the names that every later version has to read', async () => {
  const connection = await connect();
  const [crm, backOffice] = [crmFor(connection), mongoBackOffice(connection)];
  const at = new Date('2026-03-01T10:00:00Z');
  const stored = {
    _id: 'lead-1',
    contactId: 'contact-1',
    vendorId: 'ven_1',
    vendorName: 'Acme Motors',
    customer: { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com', phone: '5550102030' },
    said: [
      ...['e:ada@example.com', 'd:0302010555', 'n:ada', 'n:byron'],
      ...['v:ford', 'v:f150', 'v:150', 'x:a-1047'],
    ],
    dealType: 'other',
    notes: 'Needs Deal Type. Call me.',
    externalId: 'A-1047',
    vehicle: { year: '2019', make: 'Ford', model: 'F-150', miles: '80000' },
    receivedAt: at,
    idempotency: { key: 'k', fingerprint: 'f' },
    status: 'In Progress',
    history: [{ status: 'In Progress', at, by: 'ven_1' }],
  } as const;
  const known = { contactId: 'contact-1', vendorId: 'ven_1', receivedAt: at };
  const deal = someDeal(wholeDraft, { id: 'lead-1', ...known, idempotency: stored.idempotency });
  await addDeal(crm, deal);
  const raw = () => connection.use((db) => db.collection(DEALS).findOne());
  expect(await raw()).toEqual(stored);

  expect((await backOffice.leads.lead('lead-1'))?.deal).toEqual(deal);
  const query = { since: at, status: stored.status, vendorId: 'ven_1', contactId: 'contact-1', limit: 9 };
  const said = 'p:5550102030' as const;
  const sought = { ...query, said, externalId: 'A-1047', after: { receivedAt: at, id: 'lead-0' } };
  expect(await backOffice.leads.deals(sought)).toMatchObject([{ id: 'lead-1', receivedAt: at }]);
  expect(await crm.earlierDeal('ven_1', 'k')).toMatchObject({ id: 'lead-1' });
  expect(await crm.statusOf('lead-1')).toMatchObject({ vendorId: 'ven_1', status: 'In Progress' });
});

it.skipIf(noMongodb)(
  'a status that something else misspelt is told to nobody, and a move mends it',
  async () => {
    const connection = await connect();
    const crm = crmFor(connection);
    const deal = someDeal();
    const statusNow = () => makeGetLeadStatus(crm)({ leadId: deal.id, vendorId: deal.vendorId });
    await addDeal(crm, deal);
    await connection.use((db) => db.collection(DEALS).updateOne({}, { $set: { status: 'won' } }));
    await expect(statusNow()).rejects.toMatchObject({ name: 'NotALeadStatus', code: deal.id });

    const change = { at: new Date(), by: 'grace', reason: undefined };
    await mongoBackOffice(connection).leads.changeDeals([deal.id], (kept) => moveDeal(kept, 'Won', change));
    expect(await statusNow()).toBe('Won');
  },
);

it.skipIf(noMongodb)('a change to keys keeps what a newer version may have stored with them', async () => {
  const connection = await connect();
  const vendors = vendorsOn(connection);
  await vendors.add(addKey(openAccount('ven_1', 'Acme', new Date()), someKey('a')));
  const stored = () => connection.use((db) => db.collection(VENDORS).findOne({ name: 'Acme' }));
  await connection.use((db) => db.collection(VENDORS).updateOne({}, { $set: { 'keys.0.later': 1 } }));
  await vendors.changeKeys('ven_1', (account) => revokeKey(account, 'a', new Date()));
  expect((await stored())?.keys).toEqual([expect.objectContaining({ later: 1, revoked: expect.any(Date) })]);
});

it.skipIf(noMongodb)(
  'what operators read and write has a time limit, and they see the newest data',
  async () => {
    const connection = await connect();
    const vendors = vendorsOn(connection);
    const backOffice = mongoBackOffice(connection);
    const crm = crmFor(connection);
    const deal = await addLead(crm, someDeal({ email: 'ada@example.com' }));
    const { contactId } = deal;
    const bob = await keepCustomer(crm, someCustomer({ email: 'bob@example.com' }));
    const won = { at: new Date(), by: 'grace', reason: undefined };
    for (const id of ['other-1', 'other-2']) await addLead(crm, someDeal({}, { id }));
    await vendors.add(openAccount('ven_1', 'Acme', new Date()));
    const audit = new MongoAuditLog(connection);
    const [tickets, refusals] = [new MongoTickets(connection), new MongoRefusals(connection)];
    const sent = sentCommands(connection, ['find', 'aggregate', 'distinct', 'insert', 'update']);

    await vendors.changeKeys('ven_1', (account) => addKey(account, someKey('a')));
    await vendors.find('digest of a');
    await vendors.account('ven_1');
    await vendors.holderOf('a');
    await vendors.accounts();
    expect(readsOf(sent)).toEqual(Array(5).fill(['vendors', timeouts.command, 'local']));

    sent.length = 0;
    await backOffice.leads.lead(deal.id);
    await backOffice.leads.deals({ limit: 5 });
    await backOffice.contacts.contact({ id: contactId });
    await backOffice.leads.changeDeals([deal.id], (known) => moveDeal(known, 'Won', won));
    await backOffice.contacts.contact({ key: 'e:nobody@example.com' });
    await backOffice.contacts.contacts({ key: 'e:ada@example.com', limit: 5 });
    await backOffice.contacts.changeContact(
      contactId,
      ['p:5550109999'],
      (contact) => contact,
      correctedAt(won.at),
    );
    await backOffice.contacts.merge(contactId, bob, correctedAt(new Date()));
    await backOffice.erasure.erase(contactId, new Date());
    await backOffice.erasure.eraseLead('other-1', new Date());
    await backOffice.leads.changeDeals([deal.id], () => ({ owner: 'grace' }));
    const ever = { since: new Date(0), until: new Date() };
    await backOffice.report.tally(ever);
    const read = readsOf(sent);
    expect(new Set(read.map(([collection]) => collection))).toEqual(new Set(['deals', 'contacts']));
    expect(read.length).toBeGreaterThan(30);
    expect(read.filter(([, limit, level]) => limit !== 30_000 || level !== 'local')).toEqual([]);

    await vendors.changeKeys('ven_1', (account) => addKey(account, someKey('b')));
    await audit.begin([{ id: 'aud_1', at: new Date(), by: 'grace', action: 'lead.move', on: deal.id }]);
    await audit.end(['aud_1'], { outcome: 'done' });
    const written = sent.filter(({ insert, update }) => insert ?? update);
    expect(written.length).toBeLessThanOrEqual(18); // of which the erasures and the merge are twelve
    expect(written.filter(({ maxTimeMS }) => maxTimeMS !== 30_000)).toEqual([]);

    sent.length = 0;
    await audit.entries({ limit: 5 });
    await tickets.find('none');
    await refusals.latest();
    const desk = ['audit', 'tickets', 'refusals'];
    expect(readsOf(sent)).toEqual(desk.map((collection) => [collection, 30_000, 'local']));
  },
);

it.skipIf(noMongodb)(
  'a lead that was corrected announces it in the same write, also one of a merge',
  async () => {
    const { crm, contacts, hooks, deliveries } = webhooksOn(await connect());
    await hooks.add(
      openHook({ id: 'h', url: 'https://a.example/', vendorId: undefined, created: new Date() }),
    );
    const [ada, bob] = [
      (await addLead(crm, someDeal({ firstName: 'Ada', email: 'ada@example.com' }, { id: 'a' }))).contactId,
      (await addLead(crm, someDeal({ firstName: 'Bob', email: 'bob@example.com' }, { id: 'b' }))).contactId,
    ];
    let second = 0;
    const correction: Correction = {
      now: () => new Date(second),
      announce: (deal, at) => [{ event: leadCorrected(deal, at), hooks: ['h'] }],
    };
    const told = async () => {
      await deliveries.collect();
      return [await deliveries.ofLead('a', 9), await deliveries.ofLead('b', 9)].map((of) =>
        of.map(({ event }) => event.at.getTime()),
      );
    };
    await contacts.changeContact(ada, [], (contact) => ({ ...contact, firstName: 'Adah' }), correction);
    expect(await told()).toEqual([[0], []]);
    second = 1_000;
    await contacts.merge(ada, bob, correction);
    expect(await told()).toEqual([[0], [1_000]]);
  },
);

it.skipIf(noMongodb)('an erasure finds the deliveries of its leads by an index', async () => {
  const connection = await connect();
  await connection.ensureIndexes(indexed.deliveries);
  const sent = sentCommands(connection, ['update']);
  await mongoBackOffice(connection).erasure.eraseLead('lead-1', new Date());
  const { update, updates } = sent.find((command) => command.update === 'deliveries') ?? {};
  const explain = { explain: { update, updates }, verbosity: 'queryPlanner' };
  const { queryPlanner } = await connection.use((db) => db.command(explain));
  expect(JSON.stringify(queryPlanner.winningPlan)).toContain('"indexName":"lead"');
});

it.skipIf(noMongodb)(
  'what is held is counted where 0.4.0 has made the indexes, and none for this',
  async () => {
    const connection = await connect();
    const { id, ...held } = someHeld();
    await connection.use((db) => db.collection<{ _id: string }>('held').insertOne({ _id: id, ...held }));
    const managed = new MongoManagedSources(connection);
    const counted = [{ sourceId: held.sourceId, apart: false, count: 1 }];
    expect(await managed.countHeld(held.at)).toEqual(counted);
    await new MongoSources(connection).hold(someHeld({ id: 'held_2' })); // makes them
    const plan = await connection.use((db) =>
      db
        .collection('held')
        .aggregate([{ $match: { at: { $gte: held.at } } }, { $group: { _id: ['$sourceId', '$why'] } }])
        .explain(),
    );
    expect(JSON.stringify(plan)).toMatch(/"indexName":"counted"/);
    expect(JSON.stringify(plan)).not.toMatch(/"winningPlan":(?:(?!"rejectedPlans").)*"FETCH"/);
  },
);
