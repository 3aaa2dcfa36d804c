import { beforeEach, describe, expect, it } from 'vitest';
import { InMemoryCrm } from '../../src/adapters/outbound/in-memory/in-memory-crm.ts';
import { newLeadId, sha256 } from '../../src/adapters/outbound/runtime/runtime.ts';
import {
  IdempotencyKeyReused,
  MalformedIdempotencyKey,
  type SubmitLead,
} from '../../src/application/ports/inbound/vendor.ts';
import { tellNobody } from '../../src/application/ports/outbound/announce-lead.ts';
import type { Crm } from '../../src/application/ports/outbound/crm.ts';
import { makeSubmitLead } from '../../src/application/submit-lead.ts';
import { someLead } from '../support/leads.ts';

let crm: InMemoryCrm;
let submit: SubmitLead;
const over = (kept: Crm): SubmitLead =>
  makeSubmitLead({
    crm: kept,
    newLeadId,
    clock: () => new Date(),
    digest: sha256,
    announce: tellNobody,
  });
const crmOf = (kept: Crm): Crm => ({
  earlierDeal: (vendor, key) => kept.earlierDeal(vendor, key),
  addLead: (lead) => kept.addLead(lead),
  statusOf: (leadId) => kept.statusOf(leadId),
});
beforeEach(() => {
  crm = new InMemoryCrm();
  submit = over(crm);
});

const lead = someLead();
const other = someLead({ lastName: 'Byron' });
const [vendorId, idempotencyKey] = ['v1', 'k1'];

describe('submitting a lead', () => {
  it('returns an id under which its status can be read', async () => {
    const { leadId, replayed } = await submit({ lead, vendorId, idempotencyKey });
    expect(replayed).toBe(false);
    expect(await crm.statusOf(leadId)).toMatchObject({ vendorId, status: 'In Progress' });
  });

  it('records the key that it came with', async () => {
    await submit({ lead, vendorId, keyId: 'key_1' });
    await submit({ lead, vendorId });
    expect(crm.deals.map(({ history }) => history.map(({ by }) => by))).toEqual([['key_1'], [vendorId]]);
  });

  it('again with the same key returns the first id; without a key it creates another lead', async () => {
    const { leadId } = await submit({ lead, vendorId, idempotencyKey });
    expect(await submit({ lead, vendorId, idempotencyKey })).toEqual({ leadId, replayed: true });
    const absent = [undefined, null, null];
    const ids = await Promise.all(absent.map((none) => submit({ lead, vendorId, idempotencyKey: none })));
    expect(new Set([leadId, ...ids.map((receipt) => receipt.leadId)]).size).toBe(4);
    expect(ids.map(({ replayed }) => replayed)).toEqual([false, false, false]);
  });

  it.each(['', 'k\u00e9', 'line\nbreak', 'x'.repeat(256), 4711])(
    'is refused if the key is %j',
    async (key) => {
      const submission = { lead, vendorId, idempotencyKey: key as string };
      await expect(submit(submission)).rejects.toThrow(MalformedIdempotencyKey);
      expect(crm.deals).toEqual([]);
    },
  );

  it('with other content under the same key is refused, and no contact is touched', async () => {
    await submit({ lead, vendorId, idempotencyKey });
    const untouched = over({
      ...crmOf(crm),
      addLead: () => Promise.reject(new Error('touched')),
    });
    const again = untouched({ lead: other, vendorId, idempotencyKey });
    await expect(again).rejects.toThrow(IdempotencyKeyReused);
    await expect(again).rejects.toThrow('this key was already used for another lead');
  });

  it.each(['addLead', 'earlierDeal'] as const)(
    'is not acknowledged as a repetition of a lead with another key, or none: %s',
    async (method) => {
      for (const idempotency of [undefined, { key: 'k2', fingerprint: 'f' }]) {
        const foreign = over({ ...crmOf(crm), [method]: async () => ({ id: 'lead-1', idempotency }) });
        const submitted = foreign({ lead, vendorId, idempotencyKey });
        await expect(submitted).rejects.toMatchObject({ name: 'ForeignDeal', code: 'lead-1' });
      }
    },
  );

  it('without a key is not acknowledged as a repetition of another', async () => {
    for (const idempotency of [undefined, { key: 'k1', fingerprint: 'f' }]) {
      const foreign = over({ ...crmOf(crm), addLead: async () => ({ id: 'lead-1', idempotency }) });
      const submitted = foreign({ lead, vendorId });
      await expect(submitted).rejects.toMatchObject({ name: 'ForeignDeal', code: 'lead-1' });
    }
  });

  it('at the same time under the same key creates one lead; other content is refused', async () => {
    const sends = [lead, lead, other].map((each) => submit({ lead: each, vendorId, idempotencyKey }));
    const [first, second, third] = await Promise.allSettled(sends);
    if (first?.status !== 'fulfilled') throw new Error('the first was refused');
    expect(first.value.replayed).toBe(false);
    expect(second).toEqual({ status: 'fulfilled', value: { leadId: first.value.leadId, replayed: true } });
    expect(third).toMatchObject({ status: 'rejected', reason: expect.any(IdempotencyKeyReused) });
  });
});
