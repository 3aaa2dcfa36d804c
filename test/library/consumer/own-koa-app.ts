import assert from 'node:assert/strict';
import Koa from 'koa';
import { createLeadService } from 'partner-lead-service';
import { StaticKeys } from 'partner-lead-service/in-memory';
import { createHttpApi, makeLeadApp, serve } from 'partner-lead-service/koa';
import { ListCrm } from './list-crm.ts';

const crm = new ListCrm();
const service = createLeadService({ crm, keys: StaticKeys.parse('acme:sesame') });
const api = createHttpApi(service);
const leads = makeLeadApp(api).callback();

const app = new Koa();
app.use((ctx, next) => {
  if (!ctx.path.startsWith('/partners/')) return next();
  ctx.path = ctx.path.slice('/partners'.length);
  ctx.respond = false; // it answers itself
  return leads(ctx.req, ctx.res);
});
app.use((ctx) => {
  ctx.body = 'the rest of the application';
});

const server = await serve(app, { host: '127.0.0.1', port: 0, requestTimeout: 5_000, api });
const answer = await fetch(`${server.url}/partners/v1/lead`, {
  method: 'POST',
  headers: { 'x-api-key': 'sesame', 'content-type': 'application/json' },
  body: JSON.stringify({
    first_name: 'Ada',
    email: 'ada@example.com',
    deal_type: 'sales',
    vendor_name: 'Acme',
    lead_notes: 'Call back.',
  }),
});
assert.equal(answer.status, 200);
assert.deepEqual(await answer.json(), { statusCode: 200, body: { leadId: crm.deals[0]?.id } });
assert.equal(crm.deals[0]?.vendorId, 'static:acme');
assert.equal((await fetch(`${server.url}/partners/v1/lead`, { method: 'POST' })).status, 403);
assert.equal(await (await fetch(server.url)).text(), 'the rest of the application');
await server.drain();

console.log('mounted');
