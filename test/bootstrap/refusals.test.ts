import { afterEach, describe, expect, it } from 'vitest';
import { MongoConnection } from '../../src/adapters/outbound/mongodb/connection/connection.ts';
import { clock } from '../../src/adapters/outbound/runtime/runtime.ts';
import { lambdaStore } from '../../src/bootstrap/lambda-store.ts';
import { mongodbForRequests } from '../../src/bootstrap/modules/mongodb-serving.ts';
import { startFunction } from '../../src/bootstrap/start-function.ts';
import { mongoBackOffice } from '../../src/operators/adapters/outbound/mongodb/leads/mongo-back-office.ts';
import { MongoRefusals } from '../../src/operators/adapters/outbound/mongodb/vendors/mongo-refusals.ts';
import { RefusedRequests } from '../../src/operators/adapters/outbound/refusals/refused-requests.ts';
import { makeVendorActivity } from '../../src/operators/application/vendors/vendor-activity.ts';
import { linkTo } from '../../suites/store-link.ts';
import { freePort } from '../support/free-port.ts';
import { validLead } from '../support/http-target.ts';
import { eventsOf } from '../support/lambda-events.ts';
import { connectTo, vendorsOn } from '../support/mongo-store.ts';
import { emptyDatabase, noMongodb } from '../support/mongodb.ts';
import { run, startServer } from '../support/processes.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** What is kept of each vendor in this database. */
function shownFrom(uri: string) {
  const connection = MongoConnection.forOperator(uri);
  closing.push(() => connection.close());
  closing.unshift(() => connection.use((db) => db.dropDatabase()));
  const refusals = new MongoRefusals(connection);
  const activity = makeVendorActivity({
    vendors: vendorsOn(connection),
    ...mongoBackOffice(connection),
    refusals,
    clock,
  });
  return { activity, refusals };
}

describe.skipIf(noMongodb)('what vendors are refused', () => {
  it('is shown at the desk once the server has added it, when it stops at the latest', async () => {
    const uri = await emptyDatabase();
    const { activity, refusals } = shownFrom(uri);
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
    const [last, , first, ...more] = await refusals.requests('static:acme');
    expect([last?.reason, first?.problems, more]).toEqual(['not-an-object', ['email contact-missing'], []]);
    const [acme, ...others] = await activity();
    expect(others).toEqual([]);
    expect(acme?.vendorId).toBe('static:acme');
    expect(acme?.lastRefused?.reason).toBe('not-an-object');
  });

  it('waits while the store does not answer, and is added with what came since', async () => {
    const uri = await emptyDatabase();
    const { refusals } = shownFrom(uri);
    const kept = async () => (await refusals.requests('ven_1')).map(({ reason }) => reason);
    const link = await linkTo(Number(new URL(uri).port));
    const { pathname } = new URL(uri);
    const serving = connectTo(`mongodb://127.0.0.1:${link.port}${pathname}?directConnection=true`);
    closing.push(
      () => serving.close(),
      () => link.close(),
    );
    const refused = (refusal: string) => ({
      ...{ requestId: 'r1', traceparent: undefined, operation: 'createLead', status: 400, duration: 1 },
      ...{ vendorId: 'ven_1', keyId: undefined, leadId: undefined, replayed: undefined, problems: undefined },
      refusal,
    });
    const requests = new RefusedRequests(clock);
    const store = new MongoRefusals(serving);
    requests.start(() => store);
    link.cutOff();
    requests.journal.served(refused('invalid-lead'));
    await requests.stop();
    expect(await kept()).toEqual([]);

    link.mend();
    requests.journal.served(refused('not-an-object'));
    requests.journal.served(refused('media-type'));
    await requests.stop();
    const all = ['media-type', 'not-an-object', 'invalid-lead'];
    expect((await kept()).toSorted()).toEqual(all.toSorted());
    await requests.stop();
    expect(await kept()).toHaveLength(3);
  });

  it('is kept with the request on Lambda, where no timer runs', async () => {
    const uri = await emptyDatabase();
    const { activity, refusals } = shownFrom(uri);
    const endpoint = `127.0.0.1:${await freePort()}`;
    const settings = { MONGODB_URI: uri, API_KEYS: 'acme:sesame', LOG_LEVEL: 'silent' };
    const web = run(process.execPath, ['src/bootstrap/server.ts'], {
      ...settings,
      AWS_LAMBDA_HTTP_ENDPOINT: endpoint,
    });
    closing.push(() => web.process.kill('SIGKILL'));
    await web.said('Serving');
    const handler = await startFunction({ store: lambdaStore(mongodbForRequests), env: settings });
    const sent = (externalId: string) => ({
      method: 'POST',
      headers: { 'x-api-key': 'sesame', 'content-type': 'application/json' },
      body: JSON.stringify({ ...validLead, phone: '1', external_lead_id: externalId }),
    });
    const event = eventsOf['HTTP API (2.0)']({ ...sent('A-1001'), path: '/v1/lead' });
    expect(await handler(event)).toMatchObject({ statusCode: 400 });
    expect((await fetch(`http://${endpoint}/v1/lead`, sent('A-1002'))).status).toBe(400);
    const kept = await refusals.requests('static:acme');
    expect(kept.map(({ externalId, problems }) => [externalId, problems])).toEqual([
      ['A-1002', ['phone invalid-phone']],
      ['A-1001', ['phone invalid-phone']],
    ]);
    expect(await activity()).toMatchObject([{ lastRefused: { externalId: 'A-1002' } }]);
  });
});
