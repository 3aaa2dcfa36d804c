import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MongoCrm } from '../../../../src/adapters/outbound/mongodb/mongo-crm.ts';
import { contactsOf } from '../../../../src/adapters/outbound/mongodb/stored-contact.ts';
import { untouched } from '../../../../src/operators/domain/work/worked-deal.ts';
import { crmContract } from '../../../../suites/crm-contract.ts';
import { leadOf } from '../../../../suites/samples.ts';
import { addDeal, keepCustomer } from '../../../support/added-leads.ts';
import { someDeal } from '../../../support/leads.ts';
import { crmOn, openCrm } from '../../../support/mongo-crm.ts';
import { freshDatabase, noMongodb } from '../../../support/mongodb.ts';

describe.skipIf(noMongodb)('on a replica set', () => {
  const uri = freshDatabase();
  let database: Awaited<ReturnType<typeof openCrm>>;
  beforeAll(async () => {
    database = await openCrm({}, uri);
  });
  afterAll(() => database?.close());

  crmContract('MongoDB', () => crmOn(database, uri));

  it('knows a customer whose stored email and phone would be refused today', async () => {
    const { connection, crm } = database;
    await connection.use((db) =>
      contactsOf(db).insertOne({
        _id: 'kept-under-older-rules',
        keys: ['e:ada@localhost', 'p:5550102030'],
        firstName: 'Ada',
        email: 'ada@localhost',
        phone: '5550102030x7',
      }),
    );
    const { customer } = leadOf({ phone: '5550102030', zip: '12345' });
    expect(await keepCustomer(crm, customer)).toBe('kept-under-older-rules');
    expect((await database.contacts()).map(({ email, zip }) => [email?.value, zip])).toEqual([
      ['ada@localhost', '12345'],
    ]);
  });

  it('stores no more than the vendor sent where nobody works with leads, and each half reads the other’s', async () => {
    const { connection, crm } = database;
    const bare = new MongoCrm(connection);
    const [alone, shared] = [someDeal({}, { id: 'alone' }), someDeal({}, { id: 'shared' })];
    await addDeal(bare, alone);
    await addDeal(crm, shared);
    const stored = (id: string) =>
      connection.use((db) => db.collection<{ _id: string }>('deals').findOne({ _id: id }));
    expect(Object.keys((await stored('alone')) ?? {})).not.toContain('said');
    expect(Object.keys((await stored('shared')) ?? {})).toContain('said');
    expect(await bare.statusOf('shared')).toMatchObject({ status: 'In Progress' });
    expect(await database.deals()).toContainEqual(untouched(alone));
  });

  it('fills a field that somebody else has stored as an empty text', async () => {
    const { connection, crm } = database;
    await connection.use((db) =>
      contactsOf(db).insertOne({
        _id: 'with-empty-texts',
        keys: ['e:ann@example.com'],
        firstName: 'Ann',
        lastName: '',
        email: 'ann@example.com',
        zip: '',
      }),
    );
    const { customer } = leadOf({ email: 'ann@example.com', lastName: 'Lee', zip: '12345' });
    expect(await keepCustomer(crm, customer)).toBe('with-empty-texts');
    const filled = (await database.contacts()).find(({ id }) => id === 'with-empty-texts');
    expect(filled).toMatchObject({ lastName: 'Lee', zip: '12345' });
  });
});
