import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contactsOf } from '../../../../src/adapters/outbound/mongodb/stored-contact.ts';
import { breakNext, tellable } from '../../../support/failpoint.ts';
import { someCustomer } from '../../../support/leads.ts';
import { openCrm } from '../../../support/mongo-crm.ts';
import { freshDatabase, noMongodb } from '../../../support/mongodb.ts';

describe.skipIf(noMongodb)('MongoCrm and a contact that somebody erases meanwhile', () => {
  const uri = noMongodb ? '' : freshDatabase();
  let service: Awaited<ReturnType<typeof openCrm>>;
  let operator: Awaited<ReturnType<typeof openCrm>>;
  beforeAll(async () => {
    service = await openCrm({ client: tellable() }, uri);
    operator = await openCrm({}, uri);
  });
  afterAll(async () => {
    await operator?.connection.close();
    await service?.close();
  });

  /** As an operator does it: the record stays, what tells of the customer goes, and the keys with it. */
  const erase = (id: string) =>
    operator.connection.use((db) =>
      contactsOf(db).updateOne(
        { _id: id },
        { $set: { firstName: '' }, $unset: { keys: 1, lastName: 1, email: 1, phone: 1, zip: 1 } },
      ),
    );

  it('has no end to how many may be erased, and knows none of them again', async () => {
    const ids = [];
    for (const email of ['a@example.com', 'b@example.com', 'a@example.com']) {
      const id = await service.crm.keepContact(someCustomer({ email }));
      await erase(id);
      ids.push(id);
    }
    expect(new Set(ids).size).toBe(3);
  });

  it('fills nothing into it: the customer becomes a new contact', async () => {
    const ann = someCustomer({ email: 'ann@example.com' });
    const erased = await service.crm.keepContact(ann);
    await breakNext(service.connection, { on: ['update'], times: 1, data: { blockTimeMS: 600 } });
    const late = service.crm.keepContact({ ...ann, zip: '10001' });
    await sleep(300);
    await erase(erased);
    const id = await late;
    expect(id).not.toBe(erased);
    const contacts = await service.contacts();
    expect(contacts.find((contact) => contact.id === erased)).toMatchObject({ keys: [], zip: undefined });
    expect(contacts.find((contact) => contact.id === id)).toMatchObject({ zip: '10001' });
  });
});
