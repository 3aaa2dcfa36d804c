import { expect, it } from 'vitest';
import { InMemoryTickets } from '../../../src/adapters/outbound/in-memory/in-memory-tickets.ts';
import { makeDeskAccess } from '../../../src/application/desk/desk-access.ts';
import { makeOperatorUseCases } from '../../../src/application/operator.ts';
import { operatorAs } from '../../../src/application/operator-as.ts';
import { inMemoryOperator } from '../../support/in-memory-operator.ts';

const by = 'root';

/** Two accounts of one name, and a third person. */
async function withPeople() {
  const parts = inMemoryOperator();
  const tickets = new InMemoryTickets(parts.clock);
  const operator = makeOperatorUseCases({ ...parts.ports, tickets });
  const access = makeDeskAccess({ ...parts.ports, tickets });
  const ids = ['1', '2', '3'].map((digit) => `per_${digit.repeat(32)}`);
  const [one = '', two = '', bob = ''] = ids;
  const known = { role: 'sales', seen: parts.clock() } as const;
  for (const [n, id] of ids.entries())
    await parts.ports.people.keep({
      id,
      name: n < 2 ? 'Ada' : 'Bob',
      email: `${n}@example.com`,
      ...known,
    });
  const as = (id: string, name = 'Ada') => operatorAs({ id, name, role: 'sales' }, operator);
  const listed = async (query: object) =>
    (await operator.listLeads({ limit: 20_000, ...query })).leads.map(({ id }) => id);
  return { ...parts, operator, access, one, two, bob, as, listed };
}

async function countOf<T>(groups: AsyncIterable<readonly T[]>): Promise<number> {
  let count = 0;
  for await (const group of groups) count += group.length;
  return count;
}

it('two accounts of one name are two owners and two authors, and what each did is theirs', async () => {
  const { operator, submit, one, two, as, listed, audit, clock, time } = await withPeople();
  for (const id of ['a', 'b']) await submit(id);
  await operator.assignLead({ leadId: 'a', to: one, by });
  await operator.assignLead({ leadId: 'b', to: two, by });
  expect([await listed({ owner: one }), await listed({ owner: two })]).toEqual([['a'], ['b']]);
  await expect(listed({ owner: 'Ada' })).rejects.toMatchObject({ reason: 'several-people' });
  await expect(operator.assignLead({ leadId: 'a', to: 'Ada', by })).rejects.toMatchObject({
    reason: 'several-people',
  });
  const seen = { owner: two };
  await expect(operator.assignLead({ leadId: 'a', to: undefined, seen, by })).rejects.toThrow(
    'Meanwhile Ada (0@example.com) became its owner.',
  );

  const at = clock();
  await as(one).moveLead({ leadId: 'a', to: 'Won' });
  await as(two).moveLead({ leadId: 'b', to: 'Won' });
  const own = await as(one).readOwnAudit({ limit: 9 });
  expect(own).toMatchObject([{ on: 'a', by: 'Ada', byId: one }]);
  expect(await operator.readAudit({ person: two, limit: 9 })).toMatchObject([{ on: 'b', byId: two }]);
  time.now += 1;
  const undone = await as(two).undoMoves({ at: [at] });
  expect(await countOf(undone)).toBe(1);
  const { deal } = await operator.showLead({ leadId: 'a', by });
  expect(deal.history.at(-1)).toMatchObject({ status: 'Won', byId: one });
  expect(audit.kept.every(({ byId }) => byId !== undefined)).toBe(true);
});

it('the audit log says from what to what, and what was intended; values of customers never', async () => {
  const { operator, submit, one, two, audit, access } = await withPeople();
  await submit('a');
  await operator.assignLead({ leadId: 'a', to: one, by });
  await operator.assignLead({ leadId: 'a', to: two, by });
  await operator.assignLead({ leadId: 'a', to: undefined, by });
  await operator.moveLead({ leadId: 'a', to: 'Won', reason: 'Ada signed', by });
  await operator.moveLead({ leadId: 'a', to: 'Lost', by }).catch(() => {});
  await access.makeLink({ name: 'Eve', role: 'admin', by });
  expect(audit.kept).toMatchObject([
    { from: null, to: one, outcome: 'done' },
    { from: one, to: two, outcome: 'done' },
    { from: two, to: null, outcome: 'done' },
    { from: 'In Progress', to: 'Won', outcome: 'done' },
    { to: 'Lost', outcome: 'refused' },
    { action: 'desk.link', to: 'admin' },
  ]);
  expect(audit.kept[4]?.from).toBeUndefined();
  expect(JSON.stringify(audit.kept)).not.toMatch(/signed|example/);
});

it('all open leads of somebody who leaves go to another, however many, and their sessions end', async () => {
  const { operator, access, submit, one, bob, listed, audit } = await withPeople();
  const count = 250; // more than are read or changed together
  for (let n = 0; n < count; n += 1) await submit(`lead-${n}`);
  const all = await listed({});
  const leads = all.map((id) => ({ id }));
  await countOf(await operator.assignLeads({ leads, to: one, by }));
  await operator.moveLead({ leadId: 'lead-0', to: 'Won', by });
  const { link } = await access.makeLink({ name: one, role: 'sales', by });
  const session = await access.openLink(link);

  const order = { person: one, to: bob, endSessions: true, by };
  const begun = await operator.handOver(order);
  expect([begun.person.id, begun.owner, begun.ended]).toEqual([one, bob, 1]);
  expect(await access.session(session.text)).toBeUndefined();
  for await (const group of begun.leads) {
    expect(group.length).toBeLessThanOrEqual(100); // in groups, of which the first is all that was asked for
    break;
  }
  const left = (await listed({ owner: one, open: true })).length;
  expect(left).toBeGreaterThan(100);
  const { leads: rest } = await operator.handOver(order); // goes on
  expect(await countOf(rest)).toBe(left);
  expect([await listed({ owner: one }), (await listed({ owner: bob })).length]).toEqual([
    ['lead-0'],
    count - 1,
  ]);
  expect(audit.kept.filter(({ from, to }) => from === one && to === bob)).toHaveLength(count - 1);
  expect(audit.kept.filter(({ action }) => action === 'desk.hand-over')).toMatchObject([
    { on: one, to: bob, outcome: 'done' },
    { on: one, to: bob, outcome: 'done' },
  ]);
  expect((await operator.namePeople()).filter(({ hasLeft }) => hasLeft)).toMatchObject([{ id: one }]);

  const again = await access.makeLink({ name: one, role: 'sales', by });
  await access.openLink(again.link);
  expect((await operator.namePeople()).filter(({ hasLeft }) => hasLeft)).toEqual([]);
});

it('leads that got another owner meanwhile stay theirs', async () => {
  const { operator, submit, one, two, bob, listed } = await withPeople();
  for (let n = 0; n < 150; n += 1) {
    await submit(`lead-${n}`);
    await operator.assignLead({ leadId: `lead-${n}`, to: one, by });
  }
  const { leads } = await operator.handOver({ person: one, to: bob, by });
  let given = 0;
  for await (const group of leads) {
    given += group.length;
    const [next] = await listed({ owner: one });
    if (next) await operator.assignLead({ leadId: next, to: two, by });
  }
  expect([given, await listed({ owner: one }), (await listed({ owner: two })).length]).toEqual([149, [], 1]);
});

it('whoever is named as an owner is known by that name, without a role', async () => {
  const { operator, submit, ports } = await withPeople();
  await submit('a');
  await operator.assignLead({ leadId: 'a', to: 'Grace', by });
  await operator.assignLead({ leadId: 'a', to: 'Grace', by });
  const graces = (await ports.people.all()).filter(({ name }) => name === 'Grace');
  expect(graces).toMatchObject([{ role: undefined, seen: undefined }]);
  const all = (await ports.people.all()).map(({ name }) => name);
  expect(all, 'whoever only acts is not offered as an owner').not.toContain(by);
});
