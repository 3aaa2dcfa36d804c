import { expect, it } from 'vitest';
import { InMemoryCrm } from '../../../../src/adapters/outbound/in-memory/in-memory-crm.ts';
import { InMemoryRecords } from '../../../../src/adapters/outbound/in-memory/in-memory-records.ts';
import { SandboxCrm } from '../../../../src/adapters/outbound/sandbox/sandbox-crm.ts';
import { someCustomer, someDeal } from '../../../support/leads.ts';

it('a lead whose email address sets its status refers to a stored contact', async () => {
  const records = new InMemoryRecords();
  const crm = new SandboxCrm(new InMemoryCrm(records));
  const contactId = await crm.upsertContact(someCustomer({ email: 'won@sandbox.test' }));
  const deal = { ...someDeal(), contactId };
  await crm.addDeal(deal);
  const kept = records.deals.get(deal.id);
  expect(kept?.status).toBe('Won');
  expect(records.contacts.has(kept?.contactId ?? '')).toBe(true);
});
