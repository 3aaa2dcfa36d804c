import { describe, expect, it } from 'vitest';
import { InMemoryCrm } from '../../src/adapters/outbound/in-memory/in-memory-crm.ts';
import { makeGetLeadStatus } from '../../src/application/get-lead-status.ts';
import type { LeadStatus } from '../../src/domain/lead-status.ts';
import { moveDeal } from '../../src/operators/domain/work/move-deal.ts';
import { withChange } from '../../src/operators/domain/work/worked-deal.ts';
import { lookalikeVendors } from '../../suites/lookalikes.ts';
import { dealOf, newId } from '../../suites/samples.ts';
import { addDeal } from '../support/added-leads.ts';

describe('the status of a lead', () => {
  const crm = new InMemoryCrm();
  const statusFor = makeGetLeadStatus(crm);
  const change = { at: new Date(), by: 'ada', reason: undefined };
  const opened = dealOf({}, { contactId: 'c1', vendorId: 'vendor-1' });
  const deal = withChange(opened, moveDeal(opened, 'Quoted', change));

  it('is told to its vendor', async () => {
    await addDeal(crm, deal);
    expect(await statusFor({ leadId: deal.id, vendorId: 'vendor-1' })).toBe('Quoted');
  });

  it.each(['vendor-2', '', ...lookalikeVendors])(
    'is not told to %j, as if there were none',
    async (vendorId) => {
      await addDeal(crm, deal);
      expect(await statusFor({ leadId: deal.id, vendorId })).toBeUndefined();
      expect(await statusFor({ leadId: newId(), vendorId })).toBeUndefined();
    },
  );

  it.each(['won', 'Done', '', undefined])(
    'is a fault if the CRM says %j, and the log names the lead',
    async (status) => {
      const edited = { statusOf: async () => ({ vendorId: 'vendor-1', status: status as LeadStatus }) };
      const statusOf = makeGetLeadStatus(edited);
      await expect(statusOf({ leadId: 'lead-7', vendorId: 'vendor-1' })).rejects.toMatchObject({
        code: 'lead-7',
      });
      expect(await statusOf({ leadId: 'lead-7', vendorId: 'vendor-2' })).toBeUndefined();
    },
  );
});
