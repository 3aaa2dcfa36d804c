import { expect, it } from 'vitest';
import { InMemoryCrm } from '../../src/adapters/outbound/in-memory/in-memory-crm.ts';
import { type CrmUnderTest, checkHooks, checkOpen } from '../../suites/crm-under-test.ts';
import { Subject } from '../../suites/subject.ts';

const offer = (crm = new InMemoryCrm()): CrmUnderTest => ({
  crm,
  contacts: async () => crm.contacts,
  deals: async () => crm.deals,
});

it('an open() that gives the adapter itself, or nothing, is told what is missing', async () => {
  const missing = 'crm.addLead, crm.earlierDeal, crm.statusOf, contacts, deals.';
  for (const wrong of [new InMemoryCrm(), undefined]) {
    const check = checkOpen(async () => wrong as never);
    await expect(check).rejects.toThrow(`{ crm, contacts, deals }; missing: ${missing}`);
  }
  const check = checkOpen(async () => ({ ...offer(), deals: [] }) as never);
  await expect(check).rejects.toThrow('missing: deals.');
});

it('an open() that gives the same store twice is told so', async () => {
  const same = offer();
  await expect(checkOpen(async () => same)).rejects.toThrow('the second one has contacts or deals already');
  await expect(checkOpen(async () => offer())).resolves.toBeUndefined();
});

it('a hook that does not exist cannot be left out', () => {
  const message =
    '`without` names no hook: breakdown. The hooks: another, changeStatus, refuseWrites, breakDown.';
  expect(() => checkHooks(['another', 'breakdown'])).toThrow(message);
});

const same = offer();
const subject = new Subject(() => ({ ...same, another: async () => same.crm }));

it('another() that gives the same adapter is told so', async () => {
  await expect(subject.another()).rejects.toThrow('a second adapter');
});
