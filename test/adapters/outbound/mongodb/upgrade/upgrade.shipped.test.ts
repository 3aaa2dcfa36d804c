import { type Document, MongoClient } from 'mongodb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MongoConnection } from '../../../../../src/adapters/outbound/mongodb/connection/connection.ts';
import { MongoAuditLog } from '../../../../../src/adapters/outbound/mongodb/desk/mongo-audit-log.ts';
import { MongoBackOffice } from '../../../../../src/adapters/outbound/mongodb/leads/mongo-back-office.ts';
import { MongoCrm } from '../../../../../src/adapters/outbound/mongodb/leads/mongo-crm.ts';
import { MongoUpgrade } from '../../../../../src/adapters/outbound/mongodb/upgrade/mongo-upgrade.ts';
import { sha256 } from '../../../../../src/adapters/outbound/runtime/runtime.ts';
import { personId } from '../../../../../src/application/desk/known-people.ts';
import type { LeadDraft } from '../../../../../src/domain/lead.ts';
import { someCustomer, someDeal } from '../../../../support/leads.ts';
import { freshDatabase, noMongodb } from '../../../../support/mongodb.ts';

const at = new Date('2026-03-01T10:00:00Z');
const later = new Date('2026-03-02T10:00:00Z');
/** As today. */
const said = { said: ['e:lucja@example.com', 'n:lucja', 'n:obrien'] };
const idOf = (name: string) => personId(sha256, { name });

describe.skipIf(noMongodb)('leads upgrade on MongoDB', () => {
  let client: MongoClient;
  let connection: MongoConnection;
  let backOffice: MongoBackOffice;
  let crm: MongoCrm;
  let upgrade: MongoUpgrade;
  /** Who was asked for. */
  let named: string[];
  beforeEach(async () => {
    named = [];
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

  const personOf = async (name: string, as: 'owner' | 'author') => {
    named.push(`${as} ${name}`);
    return idOf(name);
  };

  /** What a step did: how many it looked at and changed. */
  async function run(dryRun = false) {
    const { steps, alike } = await upgrade.upgrade({ dryRun, personOf });
    return { ...Object.fromEntries(steps.map(({ step, changed }) => [step, changed])), alike };
  }
  const nothing = {
    indexes: 0,
    merges: 0,
    erasures: 0,
    contacts: 0,
    leads: 0,
    mended: 0,
    changes: 0,
    people: 0,
    known: 0,
    alike: [],
  };
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
  const keep = async (draft: LeadDraft) =>
    (await crm.upsertContact(someCustomer({ email: undefined, ...draft }))).id;

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

  it('says of leads that 0.1.0 stored which customers were known: of a merged contact, too, and of erased leads', async () => {
    await oldContact('lucja');
    await contacts().insertOne({ _id: 'merged', mergedInto: 'lucja', merged: at });
    await oldDeal('lead-2', { receivedAt: later });
    await oldDeal('lead-1');
    await oldestDeal('of-merged', { contactId: 'merged', receivedAt: later });
    await oldDeal('erased', { notes: '', customer: undefined, said: undefined, receivedAt: later });
    await oldDeal('of-other', { contactId: await oldContact('other') });
    expect(await run(true)).toMatchObject({ known: 2 }); // without the merge
    await run();
    const known = await deals().find({ customerKnown: true }).sort({ _id: 1 }).toArray();
    expect(known.map(({ _id }) => _id)).toEqual(['erased', 'lead-2', 'of-merged']);
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
    await Promise.all([run(), ...some.slice(900, 1_100).map((id) => backOffice.eraseLead(id, new Date()))]);
    const left = await deals()
      .find({ notes: '', $or: [{ customer: { $exists: true } }, { said: { $exists: true } }] })
      .toArray();
    expect(left).toEqual([]);
    expect(await deals().countDocuments({ said: 'n:lucja' })).toBe(1_300);
    expect(await run()).toEqual(nothing);
  }, 60_000);

  it('gives contacts that were edited or merged before what is known of their leads', async () => {
    const lead = (id: string, draft: LeadDraft, contactId: string, n: number) =>
      crm.addDeal(someDeal(draft, { id, contactId, receivedAt: new Date(at.getTime() + n) }));
    const audit = new MongoAuditLog(connection);
    let entries = 0;
    const edited = async (
      on: string,
      fields: string[],
      action: 'contact.edit' | 'contact.merge' | 'lead.erase',
    ) => {
      entries += 1;
      await audit.begin([{ id: `aud_${entries}`, at, by: 'grace', action, on, fields }]);
      await audit.end([`aud_${entries}`], { outcome: 'done' });
    };
    const now = { firstName: 'John', lastName: 'Smith', phone: '5550108888', named: 'john smith' };
    const keys = (id: string) => [`e:${id}@example.com`, 'p:5550108888'];
    const john = (email: string) => ({ firstName: 'Jhon', lastName: 'Smiht', email, phone: '5550107777' });
    await oldContact('renamed', { ...now, keys: keys('renamed') });
    await lead('first', john('renamed@example.com'), 'renamed', 0);
    await lead('family', { firstName: 'Maria', email: undefined, phone: '5550107777' }, 'renamed', 1);
    await lead('again', { ...john('renamed@example.com'), firstName: 'Jonny' }, 'renamed', 2);
    await edited('renamed', ['firstName', 'lastName', 'phone'], 'contact.edit');
    await oldContact('zip-only', { firstName: 'Rob', named: 'rob obrien' });
    await lead('bob', { firstName: 'Bob', email: 'zip-only@example.com' }, 'zip-only', 3);
    await edited('zip-only', ['zip'], 'contact.edit');
    await oldContact('untouched', { firstName: 'Rob', named: 'rob obrien' });
    await lead('tim', { firstName: 'Tim', email: 'untouched@example.com' }, 'untouched', 4);
    await oldContact('merged', { firstName: 'Eve', lastName: undefined, named: 'eve' });
    await lead('eva', { firstName: 'Eva', email: 'merged@example.com' }, 'merged', 5);
    await edited('merged', ['keys', 'leads'], 'contact.merge');
    await oldContact('shared', { firstName: 'Karl', lastName: 'Braun', named: 'karl braun' });
    await lead('rosa', { firstName: 'Rosa', email: 'shared@example.com' }, 'shared', 6);
    await oldDeal('karl', { contactId: 'shared', notes: '' });
    await edited('karl', [], 'lead.erase');
    await run(); // builds the indexes, too: so it is not counted

    const former = async (id: string) => (await backOffice.contact({ id }))?.contact?.former?.toSorted();
    expect(await former('renamed')).toEqual(['n:jhon smiht', 'n:jonny smiht', 'p:5550107777']);
    expect([await former('merged'), await former('zip-only'), await former('untouched')]).toEqual([
      ['n:eva'],
      [],
      undefined,
    ]);
    const named = async (word: string) =>
      (await backOffice.contacts({ mendedTo: { words: [word] }, limit: 9 })).map(({ id }) => id);
    expect([await named('smith'), await named('karl'), await named('rob')]).toEqual([
      ['renamed'],
      ['shared'],
      ['zip-only'],
    ]);
    expect(await run()).toEqual(nothing);
  });

  it('drops the index that it had before, and has leads found by keys of today', async () => {
    await connection.ensureIndexes('contacts', 'deals');
    await deals().createIndex({ externalId: 1 }, { name: 'external' });
    await oldContact('lucja');
    await oldDeal('lead-1', {
      said: ['e:lucja@example.com', 'p:5550109999', 'n:lucja'],
      customer: { firstName: 'Łucja', email: 'lucja@example.com', phone: '5550109999' },
      vehicle: { make: 'Ford', model: 'F-150' },
    });
    expect(await run(true)).toMatchObject({ indexes: 1, leads: 1 });
    expect(await run()).toMatchObject({ indexes: 1, leads: 1 });
    expect((await deals().indexes()).map(({ name }) => name)).not.toContain('external');
    for (const match of [{ phoneEnd: '9999' }, { anyWords: ['f150'] }, { externalIdInAnyCase: 'a-1' }])
      expect(await backOffice.deals({ matching: [match], limit: 9 })).toHaveLength(1);
    expect(await run()).toEqual(nothing);
  });

  it('gives people their ids whom 0.1.0 knew by name alone, as owners and in the audit log', async () => {
    await oldContact('lucja');
    for (const [n, owner] of ['Grace', 'Grace', 'Łucja O’Brien', undefined].entries())
      await oldDeal(`lead-${n}`, { ...(owner && { owner }), ...said });
    const jonas = idOf('Jonas');
    await oldDeal('new', { owner: jonas, ...said });
    const entries = client.db().collection<Document & { _id: string }>('audit');
    await entries.insertMany([
      { _id: 'aud_1', at, by: 'grace', action: 'lead.move', on: 'lead-1', outcome: 'done' },
      { _id: 'aud_2', at, by: 'crm (token)', action: 'lead.move', on: 'lead-1', outcome: 'done' },
      { _id: 'aud_3', at, by: 'Ada', byId: 'per_1', action: 'lead.move', on: 'lead-1', outcome: 'done' },
    ]);
    const before = await everything();
    expect(await run(true)).toMatchObject({ people: 4 });
    expect(await everything()).toBe(before);
    expect(new Set(named)).toEqual(new Set(['owner Grace', 'owner Łucja O’Brien', 'author grace']));
    expect(await run()).toMatchObject({ people: 4 });
    const owners = (await deals().find().sort({ _id: 1 }).toArray()).map(({ owner }) => owner);
    const [grace, lucja] = [idOf('Grace'), idOf('Łucja O’Brien')];
    expect(owners).toEqual([grace, grace, lucja, undefined, jonas]);
    const audit = new MongoAuditLog(connection);
    expect(await audit.entries({ byId: idOf('grace'), limit: 9 })).toMatchObject([{ id: 'aud_1' }]);
    expect(await audit.entries({ byId: 'per_1', limit: 9 })).toMatchObject([{ id: 'aud_3' }]);
    expect(await entries.findOne({ _id: 'aud_2' })).not.toHaveProperty('byId');
    expect((await backOffice.deals({ owner: grace, limit: 9 })).map(({ id }) => id)).toEqual([
      'lead-0',
      'lead-1',
    ]);
    expect(await run()).toEqual(nothing);
  });

  it('leaves an owner alone who was named meanwhile', async () => {
    await oldContact('lucja');
    for (let n = 0; n < 300; n += 1) await oldDeal(`lead-${n}`, { owner: 'Grace', ...said });
    const jonas = idOf('Jonas');
    const some = Array.from({ length: 100 }, (_, n) => `lead-${n}`);
    await Promise.all([run(), backOffice.changeDeals(some, () => ({ owner: jonas }))]);
    const owners = await deals().distinct('owner');
    expect(new Set(owners)).toEqual(new Set([idOf('Grace'), jonas]));
    expect(await deals().countDocuments({ owner: jonas })).toBe(100);
  });

  it('builds the indexes that are missing, says how far it is, and two at once are none in the way', async () => {
    await oldContact('lucja');
    await oldDeal('lead-1');
    const told: string[] = [];
    const progress = ({ step }: { step: string }) => void told.push(step);
    const both = await Promise.all([
      upgrade.upgrade({ dryRun: false, personOf, progress }),
      upgrade.upgrade({ dryRun: false, personOf }),
    ]);
    expect(both.map(({ steps }) => steps[0]?.looked)).toEqual([18, 18]);
    const names = async (of: string) => (await client.db().collection(of).indexes()).map(({ name }) => name);
    expect(await names('deals')).toHaveLength(15);
    expect(await names('contacts')).toHaveLength(5);
    expect(told).toEqual(expect.arrayContaining(['indexes', 'erasures', 'contacts', 'leads']));
  });
});
