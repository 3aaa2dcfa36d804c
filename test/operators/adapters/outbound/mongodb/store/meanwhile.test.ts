import type { Document } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Customer } from '../../../../../../src/domain/contact.ts';
import { mongoBackOffice } from '../../../../../../src/operators/adapters/outbound/mongodb/leads/mongo-back-office.ts';
import { dealsOf } from '../../../../../../src/operators/adapters/outbound/mongodb/leads/stored-work.ts';
import { Refused } from '../../../../../../src/operators/domain/refused.ts';
import { moveDeal } from '../../../../../../src/operators/domain/work/move-deal.ts';
import type { WorkedDeal } from '../../../../../../src/operators/domain/work/worked-deal.ts';
import { correctedAt } from '../../../../../../suites/operator-samples.ts';
import { newId } from '../../../../../../suites/samples.ts';
import { addDeal } from '../../../../../support/added-leads.ts';
import { breakNext, tellable } from '../../../../../support/failpoint.ts';
import { someCustomer, someDeal } from '../../../../../support/leads.ts';
import { openCrm } from '../../../../../support/mongo-crm.ts';
import { noMongod, startSet } from '../../../../../support/own-mongod.ts';
import type { ReplicaSet } from '../../../../../support/replica-set.ts';
import { sentCommands } from '../../../../../support/sent-commands.ts';

describe.skipIf(noMongod)('MongoCrm while another connection changes the same contact', () => {
  let set: ReplicaSet;
  let service: Awaited<ReturnType<typeof openCrm>>;
  let other: Awaited<ReturnType<typeof openCrm>>;
  let updates: unknown[];
  let writes: unknown[];
  beforeAll(async () => {
    set = await startSet([{}]);
    service = await openCrm({ client: { ...tellable(), monitorCommands: true } }, set.uri);
    updates = sentCommands(service.connection, ['update']);
    writes = sentCommands(service.connection, ['insert', 'update']);
    other = await openCrm({}, set.uri);
  });
  afterAll(async () => {
    await other?.connection.close();
    await service?.connection.close();
    await set?.stop();
  });

  const erase = (id: string) => mongoBackOffice(other.connection).erasure.erase(id, new Date());

  it('does not match an erased contact, however many there are', async () => {
    const ids = [];
    for (const email of ['a@example.com', 'b@example.com', 'a@example.com']) {
      const id = await service.customers.keep(someCustomer({ email }));
      await erase(id);
      ids.push(id);
    }
    expect(new Set(ids).size).toBe(3);
  });

  /** The service has read the contact and is about to fill it; the other connection changes it first. */
  const overtake = async (told: Customer, change: () => Promise<unknown>) => {
    await breakNext(service.connection, { on: ['update'], times: 1, data: { blockTimeMS: 600 } });
    updates.length = 0;
    const late = service.customers.keep(told);
    await expect.poll(() => updates.length).toBe(1);
    await change();
    return late;
  };
  const contact = async (id: string) => (await service.contacts()).find((each) => each.id === id);

  it('fills nothing into an erased contact: the customer becomes a new one', async () => {
    const ann = someCustomer({ email: 'ann@example.com' });
    const erased = await service.customers.keep(ann);
    const id = await overtake({ ...ann, zip: '10001' }, () => erase(erased));
    expect(id).not.toBe(erased);
    expect(await contact(erased)).toMatchObject({ keys: [], zip: undefined });
    expect(await contact(id)).toMatchObject({ zip: '10001' });
  });

  it('leaves no notes of a lead that arrives while its customer is being erased', async () => {
    const id = await service.customers.keep(someCustomer({ email: 'eve@example.com' }));
    await breakNext(service.connection, { on: ['update'], times: 2, data: { blockTimeMS: 600 } });
    updates.length = 0;
    const erased = mongoBackOffice(service.connection).erasure.erase(id, new Date());
    await expect.poll(() => updates.length).toBe(2); // the existing leads are blanked, the contact is not yet
    const deal = { ...someDeal(), contactId: id };
    await addDeal(other.crm, deal);
    await erased;
    expect((await other.deals()).find((each) => each.id === deal.id)?.notes).toBe('');
  });

  /** A merge has decided and is about to make its pointer; the other connection merges and is done first. */
  const mergeAfter = async (
    keptId: string,
    goneId: string,
    change: (office: ReturnType<typeof mongoBackOffice>) => Promise<void>,
  ) => {
    await breakNext(service.connection, { on: ['update'], times: 1, data: { blockTimeMS: 600 } });
    updates.length = 0;
    const late = mongoBackOffice(service.connection).contacts.merge(keptId, goneId, correctedAt(new Date()));
    await expect.poll(() => updates.length).toBe(1);
    await change(mongoBackOffice(other.connection));
    await late;
  };
  const withLead = async (name: string) => {
    const customer = someCustomer({ firstName: name, email: `${name}@example.com` });
    const contactId = await service.customers.keep(customer);
    await addDeal(other.crm, { ...someDeal({ firstName: name }), id: `of-${name}`, contactId });
    return contactId;
  };
  const office = () => mongoBackOffice(other.connection);

  it('merges into a contact that is merged on meanwhile: an erasure finds the leads of all three', async () => {
    const [gil, hal, ian] = [await withLead('gil'), await withLead('hal'), await withLead('ian')];
    await mergeAfter(hal, gil, (first) => first.contacts.merge(ian, hal, correctedAt(new Date())));
    expect((await office().contacts.contact({ id: ian }))?.deals).toBe(3);
    for (const id of [gil, hal]) expect((await office().contacts.contact({ id }))?.contactId).toBe(ian);
    await office().erasure.erase(ian, new Date());
    for (const name of ['gil', 'hal', 'ian'])
      expect((await office().leads.lead(`of-${name}`))?.deal).toMatchObject({
        notes: '',
        customer: undefined,
      });
  });

  it('merges two contacts of which another operator makes one the other way round just before', async () => {
    const [jon, kay] = [await withLead('jon'), await withLead('kay')];
    await mergeAfter(jon, kay, (first) => first.contacts.merge(kay, jon, correctedAt(new Date())));
    for (const name of ['jon', 'kay']) {
      const found = await office().contacts.contact({ key: `e:${name}@example.com` });
      expect(found).toMatchObject({ contact: { firstName: expect.any(String) }, deals: 2 });
    }
  });

  it('erases the contact that the erased one is merged into meanwhile', async () => {
    const [lou, max] = [await withLead('lou'), await withLead('max')];
    await breakNext(service.connection, { on: ['update'], times: 2, data: { blockTimeMS: 600 } });
    updates.length = 0;
    const erased = mongoBackOffice(service.connection).erasure.erase(lou, new Date());
    await expect.poll(() => updates.length).toBe(2); // its leads are blanked, the contact is not yet
    await office().contacts.merge(max, lou, correctedAt(new Date()));
    await erased;
    expect(await office().contacts.contact({ key: 'e:lou@example.com' })).toBeUndefined();
    expect(await office().contacts.contact({ id: lou })).toMatchObject({
      contactId: max,
      contact: undefined,
      deals: 2,
    });
    expect((await office().leads.lead('of-max'))?.deal.notes).toBe('');
  });

  /** A lead is about to be moved; it is written meanwhile by somebody who counts no changes. Resolves to what became of both. */
  const moveAfter = async (given: Partial<WorkedDeal>, meanwhile: Document) => {
    const deal = { ...someDeal(), ...given, id: newId() };
    await addDeal(other.crm, deal);
    await breakNext(service.connection, { on: ['update'], times: 1, data: { blockTimeMS: 600 } });
    updates.length = 0;
    const seen: WorkedDeal[] = [];
    const moved = mongoBackOffice(service.connection).leads.changeDeals([deal.id], (before) => {
      seen.push(before);
      return moveDeal(before, 'Quoted', { at: new Date(), by: 'grace', reason: undefined });
    });
    await expect.poll(() => updates.length).toBe(1);
    await other.connection.use((db) => dealsOf(db).updateOne({ _id: deal.id }, meanwhile));
    return { outcomes: await moved, seen, status: (await other.crm.statusOf(deal.id))?.status };
  };

  it('moves a lead from the status that another system has written meanwhile, without a history', async () => {
    expect(await moveAfter({}, { $set: { status: 'Won' } })).toMatchObject({
      outcomes: [
        { refused: new Refused('reason-required', 'Reopening a lead that is Won requires a reason.') },
      ],
      status: 'Won',
    });
  });

  it('keeps a customer whom others add just before it does, and erase just before it fills in a blank', async () => {
    const fay = someCustomer({ email: 'fay@example.com' });
    await breakNext(service.connection, { on: ['insert', 'update'], times: 5, data: { blockTimeMS: 600 } });
    writes.length = 0;
    const late = service.customers.keep({ ...fay, zip: '10001' });
    const writing = (count: number) => expect.poll(() => writes.length).toBe(count);
    for (const turn of [0, 2]) {
      await writing(turn + 1);
      const added = await other.customers.keep(fay);
      await writing(turn + 2);
      await erase(added);
    }
    await writing(5);
    const id = await other.customers.keep(fay);
    expect(await late).toBe(id);
    expect(await contact(id)).toMatchObject({ zip: '10001' });
  });

  it('does not overwrite a ZIP that came first, and fills what is still blank', async () => {
    const ben = someCustomer({ email: 'ben@example.com' });
    const id = await service.customers.keep(ben);
    const told = { ...ben, zip: '20002', lastName: 'Lee' };
    expect(await overtake(told, () => other.customers.keep({ ...ben, zip: '10001' }))).toBe(id);
    expect(await contact(id)).toMatchObject({ zip: '10001', lastName: 'Lee' });
  });

  it('fills nothing into a contact that has become another customer with the same phone', async () => {
    const { phone } = someCustomer({ phone: '2125550123' });
    const nobody = { ...someCustomer(), email: undefined, phone };
    const [cat, dan] = ['cat@example.com', 'dan@example.com'].map((email) =>
      someCustomer({ email, phone: '2125550123' }),
    );
    if (!cat || !dan) throw new Error('no customers');
    const first = await service.customers.keep(nobody);
    const id = await overtake({ ...dan, zip: '10001' }, () => other.customers.keep(cat));
    expect(id).not.toBe(first);
    expect(await contact(first)).toMatchObject({ email: cat.email, zip: undefined });
    expect(await contact(id)).toMatchObject({ email: dan.email, zip: '10001', keys: ['e:dan@example.com'] });
  });
});
