import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { bodyOf } from '../../src/operators/application/events/event-body.ts';
import { leadReceived } from '../../src/operators/domain/events/lead-event.ts';
import { dealOf, wholeDraft } from '../../suites/samples.ts';

it('the page of webhooks shows the body of a new lead as the operator is sent it, with all of its fields', () => {
  const page = readFileSync(new URL('../../docs/webhooks.md', import.meta.url), 'utf8');
  const [, shown = ''] = /```json\n(\{\n {2}"type": "lead\.received".*?)```/s.exec(page) ?? [];
  const draft = { ...wholeDraft, dealType: 'sales', notes: 'Call after 5 pm.', vendorName: 'Blue Motors' };
  const deal = dealOf(draft, {
    id: '01a212ae-6504-7cc4-847c-331311a9d3a7',
    contactId: '6b014ceeee2e65f0fdce304c',
    vendorId: 'ven_5Ef2rJtrVGsu34',
    receivedAt: new Date('2026-05-01T09:59:59Z'),
  });
  expect(JSON.parse(shown)).toEqual(
    JSON.parse(bodyOf({ vendorId: undefined }, { event: leadReceived(deal), deal })),
  );
});
