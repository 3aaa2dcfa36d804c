import { describe, expect, it, vi } from 'vitest';
import { InMemoryCrm } from '../../src/adapters/outbound/in-memory/in-memory-crm.ts';
import { makeGetLeadStatus } from '../../src/application/get-lead-status.ts';
import { StoreUnavailable } from '../../src/application/ports/outbound/store.ts';
import { moveDeal } from '../../src/domain/deal.ts';
import type { LeadStatus } from '../../src/domain/lead-status.ts';
import { lookalikeVendors } from '../../src/testing/lookalikes.ts';
import { dealOf, newId } from '../../src/testing/samples.ts';

describe('the status of a lead', () => {
  const crm = new InMemoryCrm();
  const statusFor = makeGetLeadStatus(crm);
  const change = { at: new Date(), by: 'ada', reason: undefined };
  const deal = moveDeal(dealOf({}, { contactId: 'c1', vendorId: 'vendor-1' }), 'Quoted', change);

  it('is told to its vendor', async () => {
    await crm.addDeal(deal);
    expect(await statusFor({ leadId: deal.id, vendorId: 'vendor-1' })).toBe('Quoted');
  });

  it.each(['vendor-2', '', ...lookalikeVendors])(
    'is not told to %j, as if there were none',
    async (vendorId) => {
      await crm.addDeal(deal);
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

  it('is given up after ten seconds, for whoever calls the use case', async () => {
    vi.useFakeTimers();
    try {
      const hanging = makeGetLeadStatus({ statusOf: () => new Promise(() => {}) });
      const refused = expect(hanging({ leadId: '1', vendorId: 'v' })).rejects.toThrow(StoreUnavailable);
      await vi.advanceTimersByTimeAsync(10_000);
      await refused;
    } finally {
      vi.useRealTimers();
    }
  });
});
