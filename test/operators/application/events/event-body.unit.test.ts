import { expect, it } from 'vitest';
import { bodyOf } from '../../../../src/operators/application/events/event-body.ts';
import { leadReceived, statusChanged } from '../../../../src/operators/domain/events/lead-event.ts';
import { noteDeal } from '../../../../src/operators/domain/work/note-deal.ts';
import { withChange } from '../../../../src/operators/domain/work/worked-deal.ts';
import { dealOf, wholeDraft } from '../../../../suites/samples.ts';

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

it('tells a vendor why a lead was lost, and nothing of what was written down about it', () => {
  const at = new Date();
  const note = noteDeal(deal, { kind: 'wrote', text: 'trade-in', at, by: 'grace' });
  const worked = { ...withChange(deal, note), owner: 'grace', followUpAt: at };
  const event = statusChanged(worked, { status: 'Lost', at, lostReason: 'price' });
  const told = JSON.parse(bodyOf({ vendorId: deal.vendorId }, { event, deal: worked })).data;
  expect(told).toEqual({
    ...{ leadId: deal.id, externalLeadId, status: 'Lost', previousStatus: 'In Progress' },
    ...{ statusUpdatedAt: at.toISOString(), lostReason: 'price' },
  });
});
