import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEALS } from '../../src/adapters/outbound/mongodb/stored-deal.ts';
import type { ReplicaSet } from '../support/replica-set.ts';
import { noMongod, startSet } from './parts/on-disk.ts';
import './parts/figures.ts';
import { form } from './parts/form.ts';
import { ServerProcess } from './parts/server-process.ts';
import { type Answered, keyOf, numberedLead, Vendor } from './parts/vendor.ts';

const inDoubt = { code: 64, errmsg: 'waiting for replication timed out' };
const faults = [
  ['write concern timeout', 1, { writeConcernError: inDoubt }],
  ['connection closed once', 1, { closeConnection: true }],
  ['connection closed twice', 2, { closeConnection: true }],
  ['not primary once', 1, { errorCode: 10107 }],
  ['not primary twice', 2, { errorCode: 10107 }],
  ['network timeout', 1, { errorCode: 89 }],
  ['network timeout twice', 2, { errorCode: 89 }],
  ['no response for 6 s', 1, { blockConnection: true, blockTimeMS: 6_000 }],
  ['disk full', 1, { errorCode: 14031 }],
] as const;

/** The request to the service, and the database command that fails during it. */
const asked = [
  ['POST, new customer', 'insert'],
  ['POST, new customer', 'find'],
  ['POST, known customer', 'insert'],
  ['POST, blank to fill', 'update'],
  ['GET', 'find'],
] as const;

describe.skipIf(noMongod)('a database command that fails', () => {
  let set: ReplicaSet;
  let server: ServerProcess;
  let database: MongoClient;
  const vendor = new Vendor(() => server.url);
  beforeAll(async () => {
    set = await startSet([{}, {}, {}]);
    server = await ServerProcess.start({ MONGODB_URI: set.uri });
    database = await new MongoClient(set.uri).connect();
    await vendor.submit(numberedLead(0), keyOf(0)); // creates the indexes
  });
  afterAll(async () => {
    vendor.close();
    await server?.end('SIGKILL');
    await database?.close();
    await set?.stop();
  });

  let number = 1;
  /** The next lead, after storing what must be there before it. */
  async function prepared(what: (typeof asked)[number][0]): Promise<object> {
    number += 2; // odd: a customer with no other lead
    const lead = numberedLead(number);
    if (what !== 'POST, new customer') await vendor.submit(lead, `${keyOf(number)}-before`);
    return what === 'POST, blank to fill' ? { ...lead, zip: '94107' } : lead;
  }

  async function failNext(command: string, times: number, data: object): Promise<() => Promise<void>> {
    const admin = database.db('admin');
    const configure = (mode: object | string) =>
      admin.command({
        configureFailPoint: 'failCommand',
        mode,
        data: { failCommands: [command], appName: 'partner-lead-service', ...data },
      });
    const { count: before } = await configure({ times });
    return async () => {
      const { count } = await configure('off');
      expect(count - before).toBe(times); // it took effect
    };
  }

  describe.each(faults)('%s', (fault, times, data) => {
    const cases = asked.filter(([what, command]) => {
      if ('writeConcernError' in data) return command !== 'find';
      // Each takes six seconds: one that writes, one that reads.
      return !('blockTimeMS' in data) || form.isEverySilence || what === 'GET' || command === 'update';
    });
    it.for(cases)('%s (%s)', async ([what, command], { task }) => {
      const lead = await prepared(what);
      const key = keyOf(number);
      const first = what === 'GET' ? await vendor.submit(lead, key) : undefined;
      const ask = (): Promise<Answered> =>
        first?.leadId ? vendor.status(first.leadId) : vendor.submit(lead, key);

      const heal = await failNext(command, times, data);
      const answers = [await ask()];
      await heal();
      if (answers[0]?.status !== 200) answers.push(await ask());
      const statuses = answers.map(({ status }) => status).join(', then ');
      // A write that the majority may not have is never acknowledged; the driver may have retried anything else.
      expect(statuses).toMatch('writeConcernError' in data ? /^503, then 200$/ : /^(50[03], then )?200$/);

      const settled = answers.at(-1);
      if (what === 'GET') expect(settled?.leadStatus).toBe('In Progress');
      const again = await vendor.submit(lead, key);
      expect(again).toMatchObject({ status: 200, leadId: settled?.leadId });
      const deals = database.db('partner_leads').collection(DEALS);
      expect(await deals.countDocuments({ 'idempotency.key': key })).toBe(1);
      task.meta.cell = { row: fault, column: `${what} (\`${command}\`)`, value: statuses };
    });
  });
});
