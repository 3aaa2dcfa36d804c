import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contactsOf } from '../../../../../src/operators/adapters/outbound/mongodb/contacts/stored-contact.ts';
import { mongoBackOffice } from '../../../../../src/operators/adapters/outbound/mongodb/leads/mongo-back-office.ts';
import { addLead } from '../../../../support/added-leads.ts';
import { someCustomer, someDeal } from '../../../../support/leads.ts';
import { openCrm } from '../../../../support/mongo-crm.ts';
import type { Mongod } from '../../../../support/mongod.ts';
import { noMongod, startMongod } from '../../../../support/own-mongod.ts';
import { leads, startLeads } from '../../../../support/processes.ts';

describe.skipIf(noMongod)('on a standalone server, which has no transactions', () => {
  let server: Mongod;
  let store: Awaited<ReturnType<typeof openCrm>>;
  let env: { MONGODB_URI: string };
  beforeAll(async () => {
    server = await startMongod();
    env = { MONGODB_URI: `mongodb://${server.address}/leads` };
    store = await openCrm({}, env.MONGODB_URI);
  });
  afterAll(async () => {
    await store?.connection.close();
    await server?.stop();
  });

  async function submit(id: string, email: string | undefined, phone: string): Promise<string> {
    const customer = someCustomer({ email, phone });
    return (await addLead(store.crm, someDeal({}, { id }), { customer })).contactId;
  }
  const stored = (id: string) => store.connection.use((db) => contactsOf(db).findOne({ _id: id }));
  const failpoint = (mode: unknown, data = {}) =>
    store.connection.client.db('admin').command({ configureFailPoint: 'failCommand', mode, data });

  it.each([1, 2])(
    'a merge whose command line is killed after write %i is completed by the same command',
    async (writes) => {
      const [mine, hers] = [`555010000${writes}`, `555010001${writes}`];
      const kept = await submit(`kept-${writes}`, `ann-${writes}@example.com`, mine);
      const gone = await submit(`gone-${writes}`, `bea-${writes}@example.com`, hers);
      const merge = ['contact', 'merge', kept, gone, '--yes'];
      await failpoint(
        { skip: writes },
        { failCommands: ['update'], blockConnection: true, blockTimeMS: 1_000 },
      );
      const killed = await startLeads(merge, env);
      const written = async () => [(await stored(gone))?.mergedInto, (await stored(kept))?.keys?.length];
      await expect.poll(written, { interval: 20 }).toEqual([kept, writes === 1 ? 2 : 4]);
      killed.process.kill('SIGKILL');
      expect((await killed.finished).code).toBeNull();
      await failpoint('off');

      await submit(`meanwhile-${writes}`, undefined, hers);
      expect(await leads(merge, env)).toMatchObject({ code: 0 });
      const found = await mongoBackOffice(store.connection).contacts.contact({ id: gone });
      expect(found).toMatchObject({ contactId: kept, deals: 3, contact: { keys: { length: 4 } } });
      expect(await stored(gone)).toEqual({ _id: gone, mergedInto: kept, merged: expect.any(Date) });
    },
    60_000,
  );
});
