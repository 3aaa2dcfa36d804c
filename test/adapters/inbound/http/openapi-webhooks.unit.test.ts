import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, it } from 'vitest';
import { bodyOf } from '../../../../src/operators/application/events/event-body.ts';
import { statusChanged, vendorEventTypes } from '../../../../src/operators/domain/events/lead-event.ts';
import { dealOf, wholeDraft } from '../../../../suites/samples.ts';

const text = readFileSync('docs/openapi.json', 'utf8');
const description = JSON.parse(text);
const { schemas } = description.components;

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
ajv.addSchema({ $id: 'api', components: description.components });
const problems = (event: unknown) => {
  ajv.validate('api#/components/schemas/StatusChanged', event);
  return ajv.errorsText();
};

it('the description has the event that vendors get, as it is posted, with all of its fields', () => {
  const deal = dealOf(wholeDraft, { contactId: 'contact-1' });
  const event = statusChanged(deal, { status: 'Lost', at: new Date(), lostReason: 'price' });
  const posted = JSON.parse(bodyOf({ vendorId: 'vendor-1' }, { event, deal }));
  expect(problems(posted)).toBe('No errors');
  expect(Object.keys(posted.data).sort()).toEqual(Object.keys(schemas.ChangedStatus.properties).sort());
});

it('its example is right, and it tells vendors of no other event', () => {
  const { post } = description.webhooks['lead.status_changed'];
  for (const { value } of Object.values<{ value: unknown }>(
    post.requestBody.content['application/json'].examples,
  ))
    expect(problems(value)).toBe('No errors');
  expect(Object.keys(description.webhooks)).toEqual(vendorEventTypes);
  expect(text).not.toContain('lead.received');
});
