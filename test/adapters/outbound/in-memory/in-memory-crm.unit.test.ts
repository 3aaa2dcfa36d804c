import { describe, expect, it } from 'vitest';
import { InMemoryCrm } from '../../../../src/adapters/outbound/in-memory/in-memory-crm.ts';
import { StaticKeys } from '../../../../src/adapters/outbound/static-keys/static-keys.ts';
import { StoreUnavailable } from '../../../../src/application/ports/outbound/store.ts';
import { createHttpApi } from '../../../../src/library/http.ts';
import { createLeadService } from '../../../../src/library/index.ts';
import { crmContract } from '../../../../suites/crm-contract.ts';
import { addDeal } from '../../../support/added-leads.ts';
import { validLead } from '../../../support/http-target.ts';
import { someDeal } from '../../../support/leads.ts';

crmContract(
  'in memory',
  async () => {
    const crm = new InMemoryCrm();
    return {
      crm,
      contacts: async () => crm.contacts,
      deals: async () => crm.deals,
      changeStatus: async (id, status) => {
        const deal = crm.deals.find((each) => each.id === id);
        if (deal) crm.replace({ ...deal, status });
      },
    };
  },
  { without: ['refuseWrites', 'breakDown', 'another'] }, // there is no network, and no other process
);

describe('the memory', () => {
  const full = (limits: ConstructorParameters<typeof InMemoryCrm>[0]) => {
    const crm = new InMemoryCrm(limits);
    const warnings: string[] = [];
    const api = createHttpApi(createLeadService({ crm, keys: StaticKeys.parse('acme:k') }), {
      journal: { served: () => {}, fault: () => {}, warn: (message: string) => void warnings.push(message) },
    });
    const post = async (n: number) => {
      const headers: Record<string, string> = {
        'x-api-key': 'k',
        'content-type': 'application/json',
        'idempotency-key': `${n}`,
      };
      const lead = { ...validLead, email: `ada${n}@example.com`, phone: undefined, lead_notes: 'four' };
      const body = async () => Buffer.from(JSON.stringify(lead));
      const request = { method: 'POST', path: '/v1/lead', header: (name: string) => headers[name], body };
      return (await api.handle(request)).status;
    };
    return { crm, warnings, post };
  };

  it.each([{ leads: 2 }, { charactersOfNotes: 8 }])(
    'ends at %j with a 503 and one warning; what is kept is still answered for, and nothing more is kept',
    async (limits) => {
      const { crm, warnings, post } = full(limits);
      const statuses = [];
      for (const n of [1, 2, 3, 4, 1]) statuses.push(await post(n));
      expect(statuses).toEqual([200, 200, 503, 503, 200]);
      expect(warnings).toEqual([
        'Requests are answered with 503: the store in memory is full, after 2 leads; use MongoDB, or start the process anew.',
      ]);
      expect([crm.deals.length, crm.contacts.length]).toEqual([2, 2]);
    },
  );

  it('has an end by default, also for a lead whose contact was already kept', async () => {
    const crm = new InMemoryCrm();
    const deal = someDeal();
    for (let n = 0; n < 250_000; n += 1) await addDeal(crm, { ...deal, id: `${n}` });
    await expect(addDeal(crm, { ...deal, id: 'one more' })).rejects.toThrow(StoreUnavailable);
    expect(await addDeal(crm, { ...deal, id: '7' })).toBe('added'); // it is there
  });
});
