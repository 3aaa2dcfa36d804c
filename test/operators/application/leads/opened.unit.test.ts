import { expect, it, vi } from 'vitest';
import { inMemoryOperator } from '../../../support/in-memory-operator.ts';

/** Grace, whom the boss has given a lead. */
async function given() {
  const parts = inMemoryOperator();
  const { operator, submit, time } = parts;
  const add = async (name: string) => {
    const { id } = await operator.addPerson({ name, role: 'sales', by: 'test' });
    return { by: name, byId: id };
  };
  const [grace, boss] = [await add('Grace'), await add('Boss')];
  await submit('a');
  time.now += 1_000;
  await operator.assignLead({ leadId: 'a', to: 'Grace', by: boss });
  time.now += 1_000;
  const told = async () => (await operator.readDay({ by: grace, most: 9 })).given.length;
  const deal = async () => (await parts.ports.leads.lead('a'))?.deal;
  return { ...parts, grace, boss, told, deal };
}

it('opening a lead is no change of it, nothing is announced, and it is written once', async () => {
  const { operator, ports, grace, boss, told, deal, time } = await given();
  const before = await deal();
  const change = vi.spyOn(ports.leads, 'changeDeals');
  await operator.showLead({ leadId: 'a', by: boss });
  await operator.showLead({ leadId: 'a', by: 'Grace' });
  expect(await deal(), 'somebody else, or a mere name').toEqual(before);
  expect(await told()).toBe(1);
  await operator.showLead({ leadId: 'a', by: grace });
  const openedAt = new Date(time.now);
  expect(await deal()).toEqual({ ...before, assigned: { ...before?.assigned, openedAt } });
  const written = change.mock.calls;
  const writes = written.length;
  expect(written.flatMap(([, , announce]) => announce ?? [])).toEqual([]);
  time.now += 1_000;
  await operator.showLead({ leadId: 'a', by: grace });
  expect(change).toHaveBeenCalledTimes(writes);
  expect(await told()).toBe(0);
});

it('an owner who works on a lead has opened it; given anew, it is told anew', async () => {
  const { operator, grace, boss, told, time } = await given();
  await operator.noteLead({ leadId: 'a', kind: 'note', text: 'by a colleague', by: boss });
  expect(await told()).toBe(1);
  await operator.noteLead({ leadId: 'a', kind: 'no-answer', by: grace });
  expect(await told()).toBe(0);
  for (const to of [undefined, 'Grace']) {
    time.now += 1_000;
    await operator.assignLead({ leadId: 'a', to, by: boss });
  }
  expect(await told()).toBe(1);
});

it('of a lead given by an earlier release, nobody knows whether it was opened, and nobody is told', async () => {
  const { operator, ports, grace, told, deal } = await given();
  const { openedAt: _, ...assigned } = (await deal())?.assigned ?? { at: new Date(), by: 'Boss' };
  await ports.leads.changeDeals(['a'], () => ({ assigned }));
  expect(await told()).toBe(0);
  const { leads } = await operator.listLeads({ given: true, limit: 9 });
  expect(leads).toEqual([]);
  await operator.showLead({ leadId: 'a', by: grace });
  expect((await deal())?.assigned).toEqual(assigned);
});
