import { expect, it } from 'vitest';
import { bodyOf } from '../../../src/application/webhooks/event-body.ts';
import { leadReceived } from '../../../src/domain/lead-event.ts';
import { dealOf, wholeDraft } from '../../../src/testing/samples.ts';

const deal = dealOf(wholeDraft, { contactId: 'contact-1' });
const { zip, externalId: _superseded, externalLeadId, ...others } = wholeDraft;

it('tells the operator every field that a new lead was sent with, but the ZIP', () => {
  const body = bodyOf({ vendorId: undefined }, { event: leadReceived(deal), deal });
  expect(Object.values({ ...others, externalLeadId }).filter((value) => !body.includes(value))).toEqual([]);
  expect(body).not.toContain(zip);
});

it('tells a vendor no field of a lead but its own id', () => {
  const body = bodyOf({ vendorId: deal.vendorId }, { event: leadReceived(deal), deal });
  expect(Object.values({ ...others, zip }).filter((value) => body.includes(`"${value}`))).toEqual([]);
  expect(body).toContain(externalLeadId);
});
