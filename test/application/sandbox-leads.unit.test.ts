import { expect, it, vi } from 'vitest';
import { InMemoryCrm } from '../../src/adapters/outbound/in-memory/in-memory-crm.ts';
import { clock, newLeadId, sha256 } from '../../src/adapters/outbound/runtime/runtime.ts';
import { AnswerLost } from '../../src/application/ports/inbound/vendor.ts';
import { tellNobody } from '../../src/application/ports/outbound/announce-lead.ts';
import { makeSubmitSandboxLead } from '../../src/application/sandbox-leads.ts';
import type { Deal } from '../../src/domain/deal.ts';
import type { LeadStatus } from '../../src/domain/lead-status.ts';
import { leadOf } from '../../suites/samples.ts';

const others = {
  clock,
  newLeadId,
  digest: sha256,
  announce: tellNobody,
  moved: (deal: Deal, status: LeadStatus) => ({
    ...deal,
    status,
    history: [...deal.history, { status, at: deal.receivedAt, by: 'sandbox', reason: undefined }],
  }),
};

it('a lead whose address names a status has been moved to it, which its history tells', async () => {
  const crm = new InMemoryCrm();
  const submitLead = makeSubmitSandboxLead({ crm, ...others });
  const { leadId } = await submitLead({
    lead: leadOf({ email: 'won@sandbox.test' }),
    vendorId: 'acme',
    idempotencyKey: undefined,
  });
  const deal = crm.deals.find(({ id }) => id === leadId);
  expect(deal?.history.map(({ status, by }) => [status, by])).toEqual([
    ['In Progress', 'acme'],
    ['Won', 'sandbox'],
  ]);
  expect(crm.contacts.map(({ id }) => id)).toContain(deal?.contactId);
});

function sandbox() {
  const ports = { crm: new InMemoryCrm(), ...others };
  const submitLead = makeSubmitSandboxLead(ports);
  const submit = (email: string) =>
    submitLead({ lead: leadOf({ email }), vendorId: 'acme', idempotencyKey: 'k1' });
  return { ...ports, submit };
}

it('a slow lead is answered after six seconds, others at once', async () => {
  vi.useFakeTimers();
  try {
    const slow = sandbox().submit('slow@sandbox.test');
    await vi.advanceTimersByTimeAsync(5_900);
    expect(await Promise.race([slow, 'waiting'])).toBe('waiting');
    await vi.advanceTimersByTimeAsync(200);
    expect(await slow).toMatchObject({ replayed: false });
    expect(await sandbox().submit('fast@sandbox.test')).toMatchObject({ replayed: false });
  } finally {
    vi.useRealTimers();
  }
});

it('of a lead that fails, nothing is kept', async () => {
  const { submit, crm } = sandbox();
  await expect(submit('error@sandbox.test')).rejects.toThrow();
  expect([crm.contacts, crm.deals]).toEqual([[], []]);
});

it('a lost answer is lost once: the lead is kept, and a retry is answered', async () => {
  const { submit, crm } = sandbox();
  await expect(submit('lost-answer@sandbox.test')).rejects.toThrow(AnswerLost);
  expect(await submit('lost-answer@sandbox.test')).toEqual({ leadId: crm.deals[0]?.id, replayed: true });
});
