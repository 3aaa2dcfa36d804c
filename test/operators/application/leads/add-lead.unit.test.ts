import { expect, it } from 'vitest';
import { inMemoryOperator } from '../../../support/in-memory-operator.ts';

const fields = { firstName: 'Maria', phone: '555 201 4477', dealType: 'sales', notes: 'An automatic, today' };

async function house() {
  const parts = inMemoryOperator();
  const { operator } = parts;
  const byId = (await operator.addPerson({ name: 'Grace', role: 'sales', by: 'root' })).id;
  const by = { by: 'Grace', byId };
  return { ...parts, by, add: (once?: string) => operator.addLead({ fields, by, once }) };
}

it('a lead that somebody types in is theirs, and of the house’s vendor, which has no key', async () => {
  const { operator, add, by, audit } = await house();
  const { leadId, assigned } = await add();
  const { deal } = await operator.showLead({ leadId, by });
  const [vendor, ...others] = await operator.listVendors();
  expect([vendor, others]).toMatchObject([{ name: 'Phone and walk-in', keys: [] }, []]);
  expect(deal).toMatchObject({ vendorId: vendor?.id, owner: by.byId, status: 'In Progress' });
  expect(assigned).toMatchObject({ owner: by.byId });
  expect(audit.kept.map(({ action, on, outcome }) => [action, on, outcome])).toEqual([
    ['person.add', by.byId, 'done'],
    ['vendor.add', vendor?.id, 'done'],
    ['lead.add', vendor?.id, 'done'],
    ['lead.assign', leadId, 'done'],
    ['lead.show', leadId, 'done'],
  ]);
});

it('two that are typed in at one time have one vendor, and a repeated order makes one lead', async () => {
  const { operator, add, by } = await house();
  const [one, other] = await Promise.all([add('a'), add('b')]);
  await operator.assignLead({ leadId: one.leadId, to: undefined, by });
  const again = await add('a');
  expect([again.leadId, again.assigned]).toEqual([one.leadId, undefined]);
  expect(other.leadId).not.toBe(one.leadId);
  expect(await operator.listVendors()).toHaveLength(1);
  const { leads } = await operator.listLeads({ limit: 9 });
  expect(leads.map(({ owner }) => owner).sort()).toEqual([by.byId, undefined]); // what was taken back stays so
});

it('it is nobody’s if whoever types it in can own none, and no lead and no vendor if it breaks a rule', async () => {
  const { operator } = await house();
  const refused = operator.addLead({ fields: { firstName: 'Maria', phone: '12' }, by: 'root' });
  await expect(refused).rejects.toMatchObject({
    problems: [
      { field: 'phone', reason: 'invalid-phone' },
      { field: 'dealType', reason: 'missing' },
      { field: 'notes', reason: 'missing' },
    ],
  });
  expect(await operator.listVendors()).toEqual([]);
  expect(await operator.addLead({ fields, by: 'root' })).toEqual({ leadId: expect.any(String) });
});
