// What is done with the clients that openapi-typescript and openapi-fetch are: node call.ts URL KEY API TOKEN
import assert from 'node:assert/strict';
import createClient from 'openapi-fetch';
import type { paths as OperatorsPaths } from './operators.ts';
import type { paths } from './vendors.ts';

const [url = '', key = '', api = '', token = ''] = process.argv.slice(2);
const clientWith = (apiKey: string) =>
  createClient<paths>({ baseUrl: url, headers: { 'x-api-key': apiKey } });
const client = clientWith(key);
const lead = {
  first_name: 'Ada',
  email: 'ada@example.com',
  deal_type: 'sales',
  vendor_name: 'Acme Motors',
  lead_notes: '\nCall after 5 pm.',
} as const;

const params = { header: { 'Idempotency-Key': crypto.randomUUID() } };
const first = await client.POST('/lead', { params, body: lead });
const again = await client.POST('/lead', { params, body: lead });
const leadId = first.data?.body.leadId ?? '';
assert.equal(again.data?.body.leadId, leadId);
const read = await client.GET('/lead/{leadId}', { params: { path: { leadId } } });
assert.equal(read.data?.body.status, 'In Progress');

const wrong = await client.POST('/lead', { body: { ...lead, phone: '555-1234', email: 'ada' } });
assert.deepEqual([wrong.response.status, wrong.error?.statusCode], [400, 400]);
const refused = await clientWith('wrong').GET('/lead/{leadId}', { params: { path: { leadId } } });
assert.equal(refused.response.status, 403);

const operators = createClient<OperatorsPaths>({
  baseUrl: api,
  headers: { authorization: `Bearer ${token}` },
});
const hooks = await operators.GET('/hooks');
assert.deepEqual(
  hooks.data?.hooks.map(({ url }) => url),
  ['http://127.0.0.1:9/'],
);
assert.equal(
  (await operators.GET('/leads/{leadId}', { params: { path: { leadId: 'none' } } })).response.status,
  404,
);
