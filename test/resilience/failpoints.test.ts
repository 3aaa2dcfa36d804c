import { setTimeout as sleep } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONTACTS } from '../../src/adapters/outbound/mongodb/stored-contact.ts';
import { DEALS } from '../../src/adapters/outbound/mongodb/stored-deal.ts';
import type { ReplicaSet } from '../support/replica-set.ts';
import { record } from './parts/figures.ts';
import { form } from './parts/form.ts';
import { noMongod, startSet } from './parts/on-disk.ts';
import { ServerProcess } from './parts/server-process.ts';
import { type Answered, keyOf, numberedLead, Vendor } from './parts/vendor.ts';
import { readAlone } from './parts/verdict.ts';

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

/** A lead, and the command between two of its steps that does not end before the server is killed. */
const steps = [
  ['POST, new customer', 'insert', CONTACTS],
  ['POST, known customer', 'find', CONTACTS],
  ['POST, blank to fill', 'update', CONTACTS],
  ['POST, known customer', 'insert', DEALS],
  ['POST, new customer', 'insert', DEALS],
] as const;
const LEADS_AT_ONCE = 20;

describe.skipIf(noMongod)('a database command that fails', () => {
  let set: ReplicaSet;
  let server: ServerProcess;
  let database: MongoClient;
  const vendor = new Vendor(() => server.url, { connections: LEADS_AT_ONCE });
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

  /** Kills the server while it waits for the command. Resolves to the contacts that are without a lead until it is resent. */
  async function killDuring([what, command, collection]: (typeof steps)[number], end: object) {
    const coming = Array.from({ length: LEADS_AT_ONCE }, async () => {
      const lead = prepared(what);
      const key = `${keyOf(number)}-killed`;
      return { lead: await lead, key };
    });
    const leads = await Promise.all(coming);
    const admin = database.db('admin');
    const namespace = `partner_leads.${collection}`;
    const block = { blockConnection: true, blockTimeMS: 400, ...end };
    const configure = (mode: string) =>
      admin.command({
        configureFailPoint: 'failCommand',
        mode,
        data: { failCommands: [command], namespace, ...block },
      });
    const { count } = await configure('alwaysOn');
    const answers = Promise.allSettled(leads.map(({ lead, key }) => vendor.submit(lead, key)));
    await admin.command({ waitForFailPoint: 'failCommand', timesEntered: count + 1, maxTimeMS: 5_000 });
    await server.end('SIGKILL');
    await configure('off');
    const answered = (await answers).filter(({ status }) => status === 'fulfilled');
    await Promise.all([server.start(), sleep(block.blockTimeMS)]);
    const alone = await readAlone(set.uri);

    const again = await Promise.all(leads.map(({ lead, key }) => vendor.submit(lead, key)));
    const sent = { 'idempotency.key': { $in: leads.map(({ key }) => key) } };
    const kept = await database.db('partner_leads').collection(DEALS).find(sent).toArray();
    const step = { what, command, collection, answered: answered.length, seen: alone.seen };
    expect(step).toEqual({ ...step, answered: 0, seen: 0 });
    expect(again.map(({ status }) => status)).toEqual(leads.map(() => 200));
    expect(again.map(({ leadId }) => leadId).toSorted()).toEqual(kept.map(({ _id }) => `${_id}`).toSorted());
    expect((await readAlone(set.uri)).kept).toBe(0);
    return alone.kept;
  }

  it.for([
    ['not made any more', { errorCode: 91 }],
    ['made nevertheless', {}],
  ] as const)(
    'that is %s once the server is killed: a retry makes each lead, and until then nobody sees a contact of none',
    async ([which, end], context) => {
      let left = 0;
      for (const step of steps) left += await killDuring(step, end);
      const what = `Servers killed during a command that is ${which}: leads / contacts left alone / seen`;
      record(context, what, `${steps.length * LEADS_AT_ONCE} / ${left} / 0`, '… / … / 0');
      expect(left).toBeGreaterThan(0);
    },
  );

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
