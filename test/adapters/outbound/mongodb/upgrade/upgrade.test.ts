import { type Document, MongoClient } from 'mongodb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MongoConnection } from '../../../../../src/adapters/outbound/mongodb/connection/connection.ts';
import { MongoAuditLog } from '../../../../../src/adapters/outbound/mongodb/desk/mongo-audit-log.ts';
import { MongoBackOffice } from '../../../../../src/adapters/outbound/mongodb/leads/mongo-back-office.ts';
import { MongoCrm } from '../../../../../src/adapters/outbound/mongodb/leads/mongo-crm.ts';
import { MongoUpgrade } from '../../../../../src/adapters/outbound/mongodb/upgrade/mongo-upgrade.ts';
import type { LeadDraft } from '../../../../../src/domain/lead.ts';
import { someCustomer, someDeal } from '../../../../support/leads.ts';
import { freshDatabase, noMongodb } from '../../../../support/mongodb.ts';

const at = new Date('2026-03-01T10:00:00Z');
const later = new Date('2026-03-02T10:00:00Z');

describe.skipIf(noMongodb)('leads upgrade on MongoDB', () => {
  let client: MongoClient;
  let connection: MongoConnection;
  let backOffice: MongoBackOffice;
  let crm: MongoCrm;
  let upgrade: MongoUpgrade;
  beforeEach(async () => {
    const uri = freshDatabase();
    client = await new MongoClient(uri).connect();
    connection = MongoConnection.forOperator(uri);
    backOffice = new MongoBackOffice(connection);
    crm = new MongoCrm(connection);
    upgrade = new MongoUpgrade(connection);
  });
  afterEach(async () => {
    await client.db().dropDatabase();
    await Promise.all([client.close(), connection.close()]);
  });

  /** What a step did: how many it looked at and changed. */
  async function run(dryRun = false) {
    const { steps, alike } = await upgrade.upgrade({ dryRun });
    return { ...Object.fromEntries(steps.map(({ step, changed }) => [step, changed])), alike };
  }
  const nothing = { indexes: 0, merges: 0, erasures: 0, contacts: 0, leads: 0, changes: 0, alike: [] };
  const contacts = () => client.db().collection<Document & { _id: string }>('contacts');
  const deals = () => client.db().collection<Document & { _id: string }>('deals');
  const everything = async () =>
    JSON.stringify(await Promise.all([contacts().find().toArray(), deals().find().toArray()]));

  /** As 0.1.0 stored a contact: without the searched name. */
  async function oldContact(id: string, fields: Document = {}): Promise<string> {
    const contact = {
      _id: id,
      keys: [`e:${id}@example.com`],
      firstName: 'Łucja',
      lastName: 'O’Brien',
      email: `${id}@example.com`,
      ...fields,
    };
    await contacts().insertOne(contact);
    return id;
  }

  /** As 0.1.0 stored a lead: with words that it had not folded. */
  async function oldDeal(id: string, fields: Document = {}): Promise<string> {
    const customer = { firstName: 'Łucja', lastName: 'O’Brien', email: 'lucja@example.com' };
    await deals().insertOne({
      _id: id,
      contactId: 'lucja',
      vendorId: 'ven_1',
      vendorName: 'Acme',
      customer,
      said: ['e:lucja@example.com', 'n:łucja', 'n:o', 'n:brien'],
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
      ...fields,
    });
    return id;
  }
  /** As versions before 0.1.0 stored it: without the customer. */
  const oldestDeal = (id: string, fields: Document = {}) =>
    oldDeal(id, { customer: undefined, said: undefined, ...fields });
  const foundByName = async (word: string) =>
    (await backOffice.deals({ matching: [{ words: [word] }], limit: 9 })).map(({ id }) => id);
  const contactsNamed = async (name: string) =>
    (await backOffice.contacts({ name, limit: 9 })).map(({ id }) => id);
  const keep = (draft: LeadDraft) => crm.upsertContact(someCustomer({ email: undefined, ...draft }));

  it('finds nothing to do where everything is up to date, and creates nothing in an empty database', async () => {
    expect(await run()).toEqual(nothing);
    expect(await client.db().listCollections().toArray()).toEqual([]);
    const contactId = await keep({ firstName: 'Łucja', email: 'lucja@example.com' });
    await crm.addDeal(someDeal({ firstName: 'Łucja' }, { contactId }));
    await run(); // builds the indexes
    expect(await run()).toEqual(nothing);
  });

  it('makes what 0.1.0 stored found by name, once; a dry run only counts', async () => {
    await oldContact('lucja');
    await oldDeal('lead-1');
    const before = await everything();
    const dry = await run(true);
    expect(dry).toMatchObject({ contacts: 1, leads: 1, changes: 1, merges: 0, erasures: 0 });
    expect(await everything()).toBe(before);
    expect(await run()).toEqual(dry);
    for (const word of ['lucja', 'obrien', 'brien']) expect(await foundByName(word)).toEqual(['lead-1']);
    expect(await contactsNamed("lucja o'brien")).toEqual(['lucja']);
    expect((await backOffice.deals({ changed: true, limit: 9 }))[0]?.changedAt).toEqual(later);
    expect(await run()).toEqual(nothing);
  });

  it('gives the oldest leads their customer, without the ZIP, and erased ones nothing', async () => {
    await oldContact('lucja', { zip: '94107' });
    await contacts().insertOne({ _id: 'merged', mergedInto: 'lucja', merged: at });
    await oldestDeal('lead-1');
    await oldestDeal('of-merged', { contactId: 'merged' });
    await oldestDeal('of-nobody', { contactId: 'lost' });
    await oldestDeal('erased', {
      notes: '',
      externalId: undefined,
      idempotency: undefined,
      history: [{ status: 'Won', at, by: 'grace' }],
    });
    await run();
    const customers = (await backOffice.deals({ limit: 9 })).map(({ id, contactId, customer }) => [
      id,
      contactId,
      customer?.email?.value,
    ]);
    expect(customers).toEqual([
      ['erased', 'lucja', undefined],
      ['lead-1', 'lucja', 'lucja@example.com'],
      ['of-merged', 'lucja', 'lucja@example.com'],
      ['of-nobody', 'lost', undefined],
    ]);
    expect(JSON.stringify(await deals().find().toArray())).not.toContain('94107');
    expect(await foundByName('lucja')).toEqual(['lead-1', 'of-merged']);
    expect(await run()).toEqual(nothing);
  });

  describe('an erasure that left something', () => {
    const canary = /ucja|brien|A-1|fingerprint":"f|signed/i;

    it.each<[string, () => Promise<unknown>]>([
      [
        'by a command line that knew no customer, search words or reasons',
        async () => {
          await contacts().insertOne({ _id: 'lucja', erased: later } as never);
          await oldDeal('lead-1', { notes: '' });
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
          await oldDeal('lead-1', { notes: '' });
        },
      ],
      [
        'by a lead that came in between',
        async () => {
          await contacts().insertOne({ _id: 'lucja', erased: later } as never);
          await oldDeal('lead-1');
        },
      ],
      [
        'of a contact whose lead is under a merged one',
        async () => {
          await contacts().insertOne({ _id: 'lucja', erased: later } as never);
          await contacts().insertOne({
            _id: 'gone',
            mergedInto: 'lucja',
            merged: at,
            named: 'lucja',
          } as never);
          await oldDeal('lead-1', { contactId: 'gone' });
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
      for (const id of ['begun', 'not-begun', 'by-lead']) await oldContact(id);
      await oldestDeal('of-begun', { contactId: 'begun', notes: '' });
      await oldDeal('of-not-begun', { contactId: 'not-begun' });
      await oldestDeal('of-by-lead', { contactId: 'by-lead', notes: '' });
      await begin('aud_1', 'begun');
      await begin('aud_2', 'not-begun');
      await run();
      expect(await contacts().findOne({ _id: 'begun' })).toEqual({ _id: 'begun', erased: expect.any(Date) });
      for (const id of ['not-begun', 'by-lead'])
        expect(await contacts().findOne({ _id: id })).toMatchObject({ email: `${id}@example.com` });
      expect((await backOffice.lead('of-not-begun'))?.deal.notes).toBe('Call me.');
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
      await oldDeal('lead-1', { notes: '' });
      await oldestDeal('lead-2', {
        notes: '',
        externalId: undefined,
        idempotency: undefined,
        history: [{ status: 'Won', at, by: 'grace' }],
      });
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
    await oldContact('kept');
    await contacts().insertOne({ _id: 'gone', mergedInto: 'kept', merged: at, moving: carried('gone') });
    await oldDeal('lead-1', { contactId: 'gone' });
    await contacts().insertOne({ _id: 'a', mergedInto: 'b', merged: at, moving: carried('a') });
    await contacts().insertOne({ _id: 'b', mergedInto: 'a', merged: at, moving: carried('b') });
    expect(await run()).toMatchObject({ merges: 3 });
    expect(await backOffice.contact({ key: 'e:gone@example.com' })).toMatchObject({
      contactId: 'kept',
      deals: 1,
    });
    const [a, b] = [
      await backOffice.contact({ key: 'e:a@example.com' }),
      await backOffice.contact({ key: 'e:b@example.com' }),
    ];
    expect(a?.contact).toBeDefined();
    expect(a?.contactId).toBe(b?.contactId);
    expect(await run()).toEqual(nothing);
  });

  describe('keys that an earlier version made', () => {
    /** As a version stored it that knew nothing of NFC and IDNA. */
    async function older(email: string, rest: object = {}): Promise<string> {
      const id = `old-${email}`;
      await contacts().insertOne({
        _id: id,
        firstName: 'Ada',
        email,
        keys: [`e:${email.toLowerCase()}`],
        ...rest,
      });
      return id;
    }
    const keysOf = async (id: string) => (await contacts().findOne({ _id: id }))?.keys;
    beforeEach(() => connection.ensureIndexes('contacts', 'deals'));

    it('are made anew, so that a lead finds the contact again, however the email is spelt', async () => {
      const id = await older('Ada@BÜCHER.example', { zip: '94107' });
      const jose = await older('jose\u0301@example.com');
      const other = await older('ada@example.com', { named: 'ada' });
      expect(await run(true)).toEqual({ ...nothing, contacts: 2 });
      expect(await run()).toEqual({ ...nothing, contacts: 2 });
      expect(await keep({ email: 'ada@xn--bcher-kva.example' })).toBe(id);
      expect(await keep({ email: 'josé@example.com' })).toBe(jose);
      expect(await keysOf(other)).toEqual(['e:ada@example.com']);
      expect(await contacts().findOne({ _id: id })).toMatchObject({
        email: 'Ada@BÜCHER.example',
        zip: '94107',
      });
      expect(await run()).toEqual(nothing);
    });

    it('tell who is the same customer, again and again until they are merged', async () => {
      const first = await older('ada@bücher.example');
      const second = await older('ada@xn--bcher-kva.example', { named: 'ada' });
      const { alike, ...changed } = await run();
      expect([alike, changed]).toMatchObject([[{ contactId: first, holderId: second }], { contacts: 1 }]); // it is marked as showing the email
      const found = await backOffice.contacts({ key: 'e:ada@xn--bcher-kva.example', limit: 9 });
      expect(found.map(({ id }) => id)).toEqual([second, first].sort());
      expect(await run()).toEqual({ ...nothing, alike });

      await backOffice.merge(first, second, at);
      expect(await run()).toEqual({ ...nothing, contacts: 1 });
      expect(await keysOf(first)).toEqual(['e:ada@xn--bcher-kva.example']);
      expect(await keep({ email: 'ada@bücher.example' })).toBe(first);
    });

    it('find the second member of a family whom an earlier version stored', async () => {
      const first = await keep({ email: 'ada@example.com', phone: '5550109999' });
      const second = await older('kid@example.com', { phone: '15550109999' });
      const found = async () => {
        const sought = await backOffice.contacts({ key: 'p:5550109999', limit: 9 });
        return sought.map(({ id }) => id).sort();
      };
      expect(await found()).toEqual([first]);
      expect(await run()).toEqual({ ...nothing, contacts: 1 });
      expect(await found()).toEqual([first, second].sort());
    });

    it('are made anew for more than a page of contacts, while leads arrive', async () => {
      const old = Array.from({ length: 1_200 }, (_, n) => ({
        _id: `old-${n}`,
        firstName: 'Ada',
        email: `${n}@bücher.example`,
        keys: [`e:${n}@bücher.example`],
      }));
      await contacts().insertMany(old);
      const told = { email: '7@xn--bcher-kva.example', phone: '5550109999' };
      await Promise.all([run(), ...Array.from({ length: 50 }, () => keep(told))]);
      const again = await run();
      expect(again).toMatchObject({ contacts: 0 });
      expect(again.alike.length).toBeLessThanOrEqual(1); // a lead may have come before its contact's turn
      expect(await keysOf('old-1199')).toEqual(['e:1199@xn--bcher-kva.example']);
    }, 30_000);
  });

  it('goes through more than a page of leads while they are erased and moved, and undoes nothing', async () => {
    await oldContact('lucja');
    await connection.ensureIndexes('contacts', 'deals');
    const some = Array.from({ length: 1_500 }, (_, n) => `lead-${String(n).padStart(4, '0')}`);
    for (const id of some) await oldestDeal(id);
    await Promise.all([run(), ...some.slice(900, 1_100).map((id) => backOffice.eraseLead(id))]);
    const left = await deals()
      .find({ notes: '', $or: [{ customer: { $exists: true } }, { said: { $exists: true } }] })
      .toArray();
    expect(left).toEqual([]);
    expect(await deals().countDocuments({ said: 'n:lucja' })).toBe(1_300);
    expect(await run()).toEqual(nothing);
  }, 60_000);

  it('builds the indexes that are missing, says how far it is, and two at once are none in the way', async () => {
    await oldContact('lucja');
    await oldDeal('lead-1');
    const told: string[] = [];
    const progress = ({ step }: { step: string }) => void told.push(step);
    const both = await Promise.all([
      upgrade.upgrade({ dryRun: false, progress }),
      upgrade.upgrade({ dryRun: false }),
    ]);
    expect(both.map(({ steps }) => steps[0]?.looked)).toEqual([13, 13]);
    const names = async (of: string) => (await client.db().collection(of).indexes()).map(({ name }) => name);
    expect(await names('deals')).toHaveLength(11);
    expect(await names('contacts')).toHaveLength(4);
    expect(new Set(told)).toEqual(new Set(['indexes', 'erasures', 'contacts', 'leads', 'changes']));
  });
});
