import { afterEach, describe, expect, it } from 'vitest';
import { MongoConnection } from '../../src/adapters/outbound/mongodb/connection/connection.ts';
import { MongoBackOffice } from '../../src/adapters/outbound/mongodb/leads/mongo-back-office.ts';
import { MongoRefusals } from '../../src/adapters/outbound/mongodb/vendors/mongo-refusals.ts';
import { MongoVendors } from '../../src/adapters/outbound/mongodb/vendors/mongo-vendors.ts';
import { clock } from '../../src/adapters/outbound/runtime/runtime.ts';
import { RefusalCounter } from '../../src/adapters/outbound/telemetry/refusal-counter.ts';
import { makeVendorActivity } from '../../src/application/vendors/vendor-activity.ts';
import { linkTo } from '../../src/testing/store-link.ts';
import { validLead } from '../support/http-target.ts';
import { freshDatabase, noMongodb } from '../support/mongodb.ts';
import { startServer } from '../support/processes.ts';
import { zoneOf } from '../support/time-zone.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** What the desk shows of each vendor, from this database. */
function shownFrom(uri: string) {
  const connection = MongoConnection.forOperator(uri);
  closing.push(() => connection.close());
  closing.unshift(() => connection.use((db) => db.dropDatabase()));
  return makeVendorActivity({
    vendors: new MongoVendors(connection),
    backOffice: new MongoBackOffice(connection),
    refusals: new MongoRefusals(connection),
    clock,
    timeZone: zoneOf('UTC'),
  });
}

describe.skipIf(noMongodb)('what vendors are refused', () => {
  it('is shown at the desk once the server has added it, when it stops at the latest', async () => {
    const uri = freshDatabase();
    const activity = shownFrom(uri);
    const settings = { MONGODB_URI: uri, API_KEYS: 'acme:sesame', LOG_LEVEL: 'silent' };
    await using server = await startServer(settings);
    const send = async (body: object, key = 'sesame') => {
      const headers = { 'x-api-key': key, 'content-type': 'application/json' };
      return (await fetch(`${server.url}/v1/lead`, { method: 'POST', headers, body: JSON.stringify(body) }))
        .status;
    };
    expect(await send({ ...validLead, email: '', phone: '' })).toBe(400);
    expect(await send([])).toBe(400);
    expect(await send([])).toBe(400);
    expect(await send(validLead, 'not a key')).toBe(403);
    server.process.kill('SIGTERM');
    await server.finished;
    const [acme, ...others] = await activity();
    expect(others).toEqual([]);
    expect(acme?.vendorId).toBe('static:acme');
    const counts = acme?.refusals.map(({ reason, count }) => `${count} ${reason}`).toSorted();
    expect(counts).toEqual(['1 invalid-lead', '2 not-an-object']);
  }, 30_000);

  it('waits while the store does not answer, and is added with what came since', async () => {
    const uri = freshDatabase();
    const activity = shownFrom(uri);
    const link = await linkTo(Number(new URL(uri).port));
    const { pathname } = new URL(uri);
    const serving = new MongoConnection(`mongodb://127.0.0.1:${link.port}${pathname}?directConnection=true`);
    closing.push(
      () => serving.close(),
      () => link.close(),
    );
    const refused = (refusal: string) => ({
      ...{ requestId: 'r1', traceparent: undefined, operation: 'createLead', status: 400, duration: 1 },
      ...{ vendorId: 'ven_1', keyId: undefined, leadId: undefined, replayed: undefined, problems: undefined },
      refusal,
    });
    const counter = new RefusalCounter(clock);
    counter.start(new MongoRefusals(serving), zoneOf('UTC'));
    link.cutOff();
    counter.journal.served(refused('invalid-lead'));
    await counter.stop();
    expect(await activity()).toEqual([]);

    link.mend();
    counter.journal.served(refused('invalid-lead'));
    counter.journal.served(refused('media-type'));
    await counter.stop();
    expect(await activity()).toMatchObject([
      {
        refusals: [
          { reason: 'invalid-lead', count: 2 },
          { reason: 'media-type', count: 1 },
        ],
      },
    ]);
    await counter.stop();
    expect(await activity()).toMatchObject([{ refusals: [{ count: 2 }, { count: 1 }] }]);
  }, 30_000);
});
