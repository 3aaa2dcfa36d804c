import { expect, it } from 'vitest';
import { InMemoryCrm } from '../../src/adapters/outbound/in-memory/in-memory-crm.ts';
import { InMemoryRecords } from '../../src/adapters/outbound/in-memory/in-memory-records.ts';
import { clock, newLeadId, sha256 } from '../../src/adapters/outbound/runtime/runtime.ts';
import { withSandboxLeads } from '../../src/application/sandbox-leads.ts';
import { makeSubmitLead } from '../../src/application/submit-lead.ts';
import { leadOf } from '../../src/testing/samples.ts';

it('a lead whose address names a status has been moved to it, which its history tells', async () => {
  const records = new InMemoryRecords();
  const ports = { crm: new InMemoryCrm(records), clock, newLeadId, digest: sha256 };
  const submitLead = withSandboxLeads(makeSubmitLead(ports), ports);
  const { leadId } = await submitLead({
    lead: leadOf({ email: 'won@sandbox.test' }),
    vendorId: 'acme',
    idempotencyKey: undefined,
  });
  const deal = records.deals.get(leadId);
  expect(deal?.history.map(({ status, by }) => [status, by])).toEqual([
    ['In Progress', 'acme'],
    ['Won', 'sandbox'],
  ]);
  expect(records.contacts.has(deal?.contactId ?? '')).toBe(true);
});
