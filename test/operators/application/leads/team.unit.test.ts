import { expect, it } from 'vitest';
import { days, inMemoryOperator, minutes } from '../../../support/in-memory-operator.ts';

const by = 'test';
const hours = (n: number) => minutes(60 * n);

/** Leads of Grace, of Linus and of nobody's, in each state that a manager asks for. */
async function team() {
  const parts = inMemoryOperator();
  const { operator, submit, time } = parts;
  time.now += days(40);
  const now = time.now;
  const grace = await parts.addPeople('Grace', 'Linus');
  const linus = (await operator.namePeople()).find(({ name }) => name === 'Linus')?.id ?? '';
  async function lead(id: string, ago: number, owner?: string, work?: () => Promise<unknown>) {
    time.now = now - ago;
    await submit(id, { draft: { firstName: id, email: `${id.replaceAll(/\W+/g, '-')}@example.com` } });
    if (owner) await operator.assignLead({ leadId: id, to: owner, by });
    time.now += 1; // whoever works on a lead has opened it after it was given
    await work?.();
    time.now = now;
  }
  const reached = (leadId: string, author: string) => () =>
    operator.noteLead({ leadId, kind: 'reached', text: undefined, by: { by: author, byId: author } });
  const promised = (leadId: string, at: number) => () =>
    operator.followUp({ leadId, at: new Date(now + at), by: { by: 'Grace', byId: grace } });
  await lead('late', hours(2), 'Grace');
  await lead('in time', minutes(2), 'Grace');
  await lead('still', days(4), 'Grace', reached('still', grace));
  await lead('worked on', days(2), 'Grace', reached('worked on', grace));
  await lead('given long ago', days(20), 'Linus');
  await lead('overdue', days(5), 'Grace', promised('overdue', -days(1)));
  await lead(
    'promised for a colleague',
    minutes(3),
    'Linus',
    promised('promised for a colleague', minutes(1)),
  );
  await lead('promised for later', minutes(4), 'Grace', promised('promised for later', days(3)));
  await lead('of nobody', hours(3));
  await lead('won', days(6), 'Grace', () => operator.moveLead({ leadId: 'won', to: 'Won', by }));
  return { ...parts, grace, linus };
}

it('a lead of an erased customer is nobody’s to do, and is not handed over', async () => {
  const { operator, ports, grace, clock } = await team();
  const erased = ['in time', 'still', 'of nobody', 'given long ago'];
  for (const id of erased) await ports.erasure.eraseLead(id, clock());
  const members = await operator.readTeam({ most: 99 });
  const of = (owner: string | undefined) => members.find((each) => each.owner === owner);
  expect(of(grace)).toEqual({ owner: grace, open: 4, due: 2, late: 2, still: 0, given: 1 });
  expect(of(undefined)).toMatchObject({ open: 0 });
  for (const query of [{ open: true }, { still: true }, { given: true }]) {
    const { leads } = await operator.listLeads({ limit: 99, ...query });
    expect(leads.filter(({ id }) => erased.includes(id))).toEqual([]);
  }
  expect(await operator.countLeads({ of: [{ owner: 'Grace', open: true }], most: 99 })).toEqual([4]);
  const handed: string[] = [];
  for await (const group of (await operator.handOver({ person: 'Grace', to: undefined, by })).leads)
    handed.push(...group.map(({ id }) => id));
  expect(handed.toSorted()).toEqual(['late', 'overdue', 'promised for later', 'worked on']);
  expect((await operator.listLeads({ limit: 99, status: 'In Progress' })).leads).toHaveLength(9);
});

it('a team is counted by person: open, due, late, still, given; each number has its list', async () => {
  const { operator, grace, linus } = await team();
  const members = await operator.readTeam({ most: 99 });
  const of = (owner: string | undefined) => members.find((each) => each.owner === owner);
  expect(of(grace)).toEqual({ owner: grace, open: 6, due: 2, late: 2, still: 1, given: 2 });
  expect(of(linus)).toEqual({ owner: linus, open: 2, due: 1, late: 1, still: 0, given: 1 });
  expect(of(undefined)).toEqual({ owner: undefined, open: 1, due: 0, late: 1, still: 0, given: 0 });

  const ids = async (query: object) => {
    const { leads } = await operator.listLeads({ limit: 99, ...query });
    return leads.map(({ id }) => id).toSorted();
  };
  expect(await ids({ owner: 'Grace', late: true })).toEqual(['late', 'overdue']);
  expect(await ids({ owner: 'Grace', still: true })).toEqual(['still']);
  const given = ['in time', 'late'];
  expect(await ids({ owner: 'Grace', given: true })).toEqual(given);
  expect(await ids({ given: true })).toEqual([...given, 'promised for a colleague'].toSorted());
  expect(await ids({ owner: null, given: true })).toEqual([]);
  expect(await ids({ owner: null, late: true })).toEqual(['of nobody']);
  const [late, still] = await operator.countLeads({ of: [{ late: true }, { still: true }], most: 99 });
  expect([late, still]).toEqual([4, 1]);
});

it('a given lead is no longer counted once its owner opened it', async () => {
  const { operator, grace } = await team();
  await operator.showLead({ leadId: 'late', by: { by: 'Grace', byId: grace } });
  const members = await operator.readTeam({ most: 99 });
  expect(members.find(({ owner }) => owner === grace)?.given).toBe(1);
});

it('what somebody promised who has left is due for the owner alone', async () => {
  const { operator, grace, linus, time } = await team();
  const { leads } = await operator.handOver({ person: 'Grace', to: 'Linus', by });
  for await (const _ of leads);
  const members = await operator.readTeam({ most: 99 });
  const dueOf = (id: string) => members.find(({ owner }) => owner === id)?.due;
  expect([dueOf(grace), dueOf(linus)]).toEqual([0, 2]);
  const until = new Date(time.now + days(9));
  const [gone, here] = await operator.countLeads({
    of: [
      { owner: grace, due: until },
      { owner: linus, due: until },
    ],
    most: 99,
  });
  expect([gone, here], 'as in the lists behind the numbers').toEqual([0, 3]);
});

it('the leads of each vendor are counted in several spans at once', async () => {
  const { operator, submit, time } = inMemoryOperator();
  const [first, second] = [time.now, time.now + days(31)];
  await submit('a', { vendorId: 'ven_1' });
  time.now = second;
  await submit('b', { vendorId: 'ven_1', draft: { email: 'b@example.com' } });
  await submit('c', { vendorId: 'ven_2', draft: { email: 'c@example.com' } });
  await operator.moveLead({ leadId: 'c', to: 'Won', by });
  const span = (since: number) => ({ since: new Date(since), until: new Date(since + 1) });
  const [one = [], other = []] = await operator.countVendors({ spans: [span(first), span(second)] });
  expect(one).toEqual([{ vendorId: 'ven_1', received: 1, won: 0 }]);
  expect(other.toSorted((x, y) => (x.vendorId < y.vendorId ? -1 : 1))).toEqual([
    { vendorId: 'ven_1', received: 1, won: 0 },
    { vendorId: 'ven_2', received: 1, won: 1 },
  ]);
});
