import assert from 'node:assert/strict';
import { createLeadService } from 'partner-lead-service';
import { StaticKeys } from 'partner-lead-service/in-memory';
import { createHttpApi, makeLambdaHandler } from 'partner-lead-service/lambda';
import { ListCrm } from './list-crm.ts';

const crm = new ListCrm();
const service = createLeadService({ crm, keys: StaticKeys.parse('acme:sesame') });
const handler = makeLambdaHandler(createHttpApi(service), { pathPrefix: '/prod' });

const lead = {
  first_name: 'Ada',
  email: 'ada@example.com',
  deal_type: 'sales',
  vendor_name: 'Acme',
  lead_notes: 'Call back.',
};
const event = {
  rawPath: '/prod/v1/lead',
  requestContext: { http: { method: 'POST' } },
  headers: { 'X-Api-Key': 'sesame', 'Content-Type': 'application/json' },
  body: JSON.stringify(lead),
};
const answer = await handler(event);
assert.equal(answer.statusCode, 200);
assert.deepEqual(JSON.parse(answer.body), { statusCode: 200, body: { leadId: crm.deals[0]?.id } });
assert.equal((await handler({ ...event, headers: {} })).statusCode, 403);

console.log('mounted');
