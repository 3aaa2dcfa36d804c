import { type Document, MongoClient, ObjectId } from 'mongodb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MongoConnection } from '../../../../../../src/adapters/outbound/mongodb/connection/connection.ts';
import { MongoAuditLog } from '../../../../../../src/operators/adapters/outbound/mongodb/desk/mongo-audit-log.ts';
import { mongoBackOffice } from '../../../../../../src/operators/adapters/outbound/mongodb/leads/mongo-back-office.ts';
import { indexed } from '../../../../../../src/operators/adapters/outbound/mongodb/store/indexes.ts';
import { MongoUpgrade } from '../../../../../../src/operators/adapters/outbound/mongodb/upgrade/mongo-upgrade.ts';
import { addLead } from '../../../../../support/added-leads.ts';
import { someDeal } from '../../../../../support/leads.ts';
import { crmFor } from '../../../../../support/mongo-store.ts';
import { freshDatabase, noMongodb } from '../../../../../support/mongodb.ts';

const at = new Date('2026-03-01T10:00:00Z');
const later = new Date('2026-03-02T10:00:00Z');

describe.skipIf(noMongodb)('leads upgrade on MongoDB', () => {
  let client: MongoClient;
  let connection: MongoConnection;
  let backOffice: ReturnType<typeof mongoBackOffice>;
  let crm: ReturnType<typeof crmFor>;
  let upgrade: MongoUpgrade;
  beforeEach(async () => {
    const uri = freshDatabase();
    client = await new MongoClient(uri, { ignoreUndefined: true }).connect();
    connection = MongoConnection.forOperator(uri);
    backOffice = mongoBackOffice(connection);
    crm = crmFor(connection);
    upgrade = new MongoUpgrade(connection);
  });
  afterEach(async () => {
    await client.db().dropDatabase();
    await Promise.all([client.close(), connection.close()]);
  });

  /** How much each step changed, which a dry run has told. */
  async function run(dryRun = false) {
    const changes = async (dryRun: boolean) =>
      Object.fromEntries((await upgrade.upgrade({ dryRun })).map(({ step, changed }) => [step, changed]));
    const told = await changes(true);
    if (!dryRun) expect(await changes(false)).toEqual(told);
    return told;
  }
  const nothing = { indexes: 0, merges: 0, mended: 0, erasures: 0 };
  const contacts = () => client.db().collection<Document & { _id: string }>('contacts');
  const deals = () => client.db().collection<Document & { _id: string }>('deals');
  const everything = async () =>
    JSON.stringify(await Promise.all([contacts().find().toArray(), deals().find().toArray()]));

  async function addContact(id: string): Promise<string> {
    await contacts().insertOne({
      _id: id,
      keys: [`e:${id}@example.com`],
      firstName: 'Łucja',
      email: `${id}@example.com`,
      named: 'lucja',
    });
    return id;
  }

  /** With everything that an erasure takes, unless `fields` say otherwise. */
  async function addDeal(id: string, fields: Document = {}): Promise<void> {
    await deals().insertOne({
      _id: id,
      contactId: 'lucja',
      vendorId: 'ven_1',
      vendorName: 'Acme',
      customer: { firstName: 'Łucja', lastName: 'O’Brien', email: 'lucja@example.com' },
      said: ['e:lucja@example.com', 'n:lucja', 'n:obrien'],
      dealType: 'sales',
      notes: 'Call me.',
      externalId: 'A-1',
      vehicle: {},
      receivedAt: at,
      idempotency: { key: id, fingerprint: 'f' },
      status: 'Won',
      history: [
        { status: 'In Progress', at, by: 'ven_1' },
        { status: 'Won', at: later, by: 'grace', reason: 'Łucja signed' },
      ],
      activities: [{ kind: 'note', at, by: 'grace', text: 'Łucja called' }],
      changedAt: later,
      ...fields,
    });
  }
  const forgotten = {
    ...{ notes: '', customer: undefined, said: undefined, externalId: undefined, activities: [] },
    ...{ idempotency: undefined, history: [{ status: 'Won', at, by: 'grace' }], forgotten: true },
  };

  it('finds nothing to do where everything is up to date, and creates nothing in an empty database', async () => {
    expect(await run()).toEqual(nothing);
    expect(await client.db().listCollections().toArray()).toEqual([]);
    await addLead(crm, someDeal({ firstName: 'Łucja' }));
    await run(); // builds the indexes
    expect(await run()).toEqual(nothing);
  });

  it('erases a contact that a crash left without a lead, a minute later', async () => {
    await addDeal('lead-1', { contactId: await addContact(ObjectId.createFromTime(1).toHexString()) });
    await run(); // builds the indexes
    for (const minutes of [0, 2])
      await addContact(ObjectId.createFromTime(Date.now() / 1_000 - minutes * 60).toHexString());
    expect(await run()).toEqual({ ...nothing, erasures: 1 });
    expect(await contacts().countDocuments({ keys: { $exists: true } })).toBe(2);
    expect(await run()).toEqual(nothing);
  });

  describe('an erasure that left something', () => {
    const canary = /ucja|brien|A-1|fingerprint":"f|signed/i;

    it.each<[string, () => Promise<unknown>]>([
      [
        'by a command line that did not know all that a lead has',
        async () => {
          await contacts().insertOne({ _id: 'lucja', erased: later } as never);
          await addDeal('lead-1', { notes: '' });
        },
      ],
      [
        'of a lead alone, the contact stays',
        async () => {
          await contacts().insertOne({
            _id: 'lucja',
            keys: ['p:5550109999'],
            firstName: 'Eve',
            phone: '5550109999',
          } as never);
          await addDeal('lead-1', { notes: '' });
        },
      ],
      [
        'by a lead that came in between',
        async () => {
          await contacts().insertOne({ _id: 'lucja', erased: later } as never);
          await addDeal('lead-1');
        },
      ],
      [
        'of a contact whose lead is under a merged one',
        async () => {
          await contacts().insertOne({ _id: 'lucja', erased: later } as never);
          await contacts().insertOne({ _id: 'gone', mergedInto: 'lucja', merged: at } as never);
          await addDeal('lead-1', { contactId: 'gone' });
        },
      ],
      [
        'of a merge whose pointer still carries what it was',
        async () => {
          await contacts().insertOne({ _id: 'lucja', erased: later } as never);
          const moving = { keys: ['e:lucja@example.com'], firstName: 'Łucja', email: 'lucja@example.com' };
          await contacts().insertOne({ _id: 'gone', mergedInto: 'lucja', merged: at, moving } as never);
        },
      ],
    ])('is finished: %s', async (_what, prepare) => {
      await prepare();
      const before = await everything();
      expect(before).toMatch(canary);
      await run(true);
      expect(await everything()).toBe(before);
      await run();
      expect((await everything()).replaceAll('"lucja"', '')).not.toMatch(canary); // the contact's id
      expect(await run()).toEqual(nothing);
    });

    it('is finished for the contact, too, if it had begun; one that had not is left to the operator', async () => {
      const audit = new MongoAuditLog(connection);
      const begin = (id: string, on: string) =>
        audit.begin([{ id, at: later, by: 'grace', action: 'contact.erase', on }]);
      for (const id of ['begun', 'not-begun', 'by-lead']) await addContact(id);
      await addDeal('of-begun', { ...forgotten, contactId: 'begun' });
      await addDeal('of-not-begun', { contactId: 'not-begun' });
      await addDeal('of-by-lead', { ...forgotten, contactId: 'by-lead' });
      await begin('aud_1', 'begun');
      await begin('aud_2', 'not-begun');
      await run();
      expect(await contacts().findOne({ _id: 'begun' })).toEqual({ _id: 'begun', erased: expect.any(Date) });
      for (const id of ['not-begun', 'by-lead'])
        expect(await contacts().findOne({ _id: id })).toMatchObject({ email: `${id}@example.com` });
      expect((await backOffice.leads.lead('of-not-begun'))?.deal.notes).toBe('Call me.');
      expect(await run()).toEqual(nothing);
    });

    it('is finished where receivers quoted the customer', async () => {
      const delivery = (leadId: string) => ({
        _id: `h:${leadId}`,
        hookId: 'h',
        event: { id: leadId, type: 'lead.received', at, leadId },
        tries: [{ at, status: 500, duration: 1, answer: 'no such person: Łucja' }],
        tried: at,
        kept: at,
      });
      await client
        .db()
        .collection('deliveries')
        .insertMany([delivery('lead-1'), delivery('lead-2')] as never[]);
      await addDeal('lead-1', { notes: '' });
      await addDeal('lead-2', forgotten);
      await new MongoAuditLog(connection).begin([
        { id: 'aud_1', at, by: 'grace', action: 'lead.erase', on: 'lead-2' },
      ]);
      expect(await run()).toMatchObject({ erasures: 2 });
      expect(JSON.stringify(await client.db().collection('deliveries').find().toArray())).not.toContain(
        'ucja',
      );
      expect(await run()).toEqual(nothing);
    });
  });

  it('finishes a merge that a crash left half done, also one in a circle', async () => {
    const carried = (name: string) => ({
      keys: [`e:${name}@example.com`],
      firstName: name,
      email: `${name}@example.com`,
    });
    await addContact('kept');
    await contacts().insertOne({ _id: 'gone', mergedInto: 'kept', merged: at, moving: carried('gone') });
    await addDeal('lead-1', { contactId: 'gone' });
    await contacts().insertOne({ _id: 'a', mergedInto: 'b', merged: at, moving: carried('a') });
    await contacts().insertOne({ _id: 'b', mergedInto: 'a', merged: at, moving: carried('b') });
    await addDeal('lead-2', { contactId: 'a' });
    expect(await run()).toMatchObject({ merges: 3 });
    expect(await backOffice.contacts.contact({ key: 'e:gone@example.com' })).toMatchObject({
      contactId: 'kept',
      deals: 1,
    });
    const [a, b] = [
      await backOffice.contacts.contact({ key: 'e:a@example.com' }),
      await backOffice.contacts.contact({ key: 'e:b@example.com' }),
    ];
    expect(a?.contact).toBeDefined();
    expect(a?.contactId).toBe(b?.contactId);
    expect(await run()).toEqual(nothing);
  });

  it('writes a correction into the leads from which a crash has kept it', async () => {
    const former = ['n:lucja obrien', 'e:lucja@example.com'];
    const corrected = {
      ...{ keys: ['e:lucia@example.com'], firstName: 'Lucia', lastName: 'Obst', email: 'lucia@example.com' },
      named: 'lucia obst',
    };
    await contacts().insertOne({ _id: 'lucja', ...corrected, former });
    await addDeal('hers');
    await addDeal('by-phone', { customer: { firstName: 'ŁUCJA', lastName: 'O’Brien' } });
    await addDeal('others', { customer: { firstName: 'Eve', phone: '5550109999' } });
    const obst = async () =>
      (await backOffice.leads.deals({ matching: [{ words: ['obst'] }], limit: 9 })).map(({ id }) => id);
    expect(await run(true)).toMatchObject({ mended: 1 });
    expect(await obst()).toEqual([]);
    expect(await run()).toMatchObject({ mended: 1 });
    expect((await obst()).toSorted()).toEqual(['by-phone', 'hers']);
    expect((await backOffice.leads.lead('hers'))?.deal).toMatchObject({
      customer: { firstName: 'Łucja', email: { value: 'lucja@example.com' } },
      present: { firstName: 'Lucia', lastName: 'Obst', email: { value: 'lucia@example.com' } },
    });
    expect(await contacts().findOne({ _id: 'lucja' })).toEqual({ _id: 'lucja', ...corrected });
    expect(await run()).toEqual(nothing);
  });

  it('goes through more than a page of leads while they are erased, and undoes nothing', async () => {
    await contacts().insertOne({ _id: 'lucja', erased: later });
    await connection.ensureIndexes(indexed.contacts, indexed.deals);
    const some = Array.from({ length: 1_500 }, (_, n) => `lead-${String(n).padStart(4, '0')}`);
    for (const id of some) await addDeal(id, { notes: '' });
    // Not `run`: its dry run would count the lead that is erased meanwhile.
    await Promise.all([
      upgrade.upgrade({ dryRun: false }),
      backOffice.erasure.eraseLead('lead-1000', new Date()),
    ]);
    const left = { $or: [{ customer: { $exists: true } }, { said: { $exists: true } }] };
    expect(await deals().countDocuments(left)).toBe(0);
    expect(await run()).toEqual(nothing);
  }, 60_000);

  it('drops the indexes that it had before once none of its own is missing; a dry run only counts', async () => {
    await connection.ensureIndexes(indexed.contacts, indexed.deals);
    await deals().createIndex({ receivedAt: 1, customerKnown: 1 }, { name: 'known' });
    await contacts().createIndex({ sought: 1 }, { name: 'sought' });
    await deals().dropIndex('changed');
    upgrade = new MongoUpgrade(connection, { contacts: ['sought'], deals: ['known'], audit: ['at'] });
    const old = ['sought', 'known'];
    const left = async () =>
      [await contacts().indexes(), await deals().indexes()]
        .flat()
        .flatMap(({ name = '' }) => (old.includes(name) ? [name] : []));
    for (const isDry of [true, false]) {
      expect(await run(isDry)).toMatchObject({ indexes: 1 });
      expect(await left(), 'servers of the version before still read by them').toEqual(old);
    }
    expect(await run(true)).toMatchObject({ indexes: 2 });
    expect(await run()).toMatchObject({ indexes: 2 });
    expect(await left()).toEqual([]);
    expect(await run()).toEqual(nothing);
  });

  it('builds the indexes that are missing, says how far it is, and two at once are none in the way', async () => {
    await addContact('lucja');
    await addDeal('lead-1');
    const told: string[] = [];
    const progress = ({ step }: { step: string }) => void told.push(step);
    const both = await Promise.all([
      upgrade.upgrade({ dryRun: false, progress }),
      upgrade.upgrade({ dryRun: false }),
    ]);
    expect(both.map(([indexes]) => indexes?.looked)).toEqual([17, 17]);
    const names = async (of: string) => (await client.db().collection(of).indexes()).map(({ name }) => name);
    expect(await names('deals')).toHaveLength(15);
    expect(await names('contacts')).toHaveLength(4);
    expect(told).toEqual(expect.arrayContaining(['indexes', 'erasures']));
  });
});
