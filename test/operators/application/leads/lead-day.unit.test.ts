import { expect, it } from 'vitest';
import { days, inMemoryOperator, minutes } from '../../../support/in-memory-operator.ts';

const by = 'test';

/** At ten, with an hour in which customers are to be answered. */
async function atWork() {
  const parts = inMemoryOperator();
  const { operator, submit, time } = parts;
  time.now += minutes(600);
  const now = time.now;
  const byId = await parts.addPeople('Grace', 'Linus');
  /** A lead that came so many minutes ago, and is somebody's. */
  async function lead(id: string, ago: number, owner?: string, followUp?: number) {
    time.now = now - minutes(ago);
    await submit(id, { draft: { firstName: id, email: `${id.replaceAll(/\W+/g, '-')}@example.com` } });
    if (owner) await operator.assignLead({ leadId: id, to: owner, by });
    if (followUp !== undefined)
      await operator.followUp({ leadId: id, at: new Date(now + minutes(followUp)), by });
    time.now = now;
  }
  const day = async (most = 9) => {
    const { promised, fresh, still, nobodys, others } = await operator.readDay({
      ...{ by: { by: 'Grace', byId }, most },
    });
    const shown = ({ leads, more }: typeof fresh) => [...leads.map(({ id }) => id), ...(more ? ['…'] : [])];
    return {
      ...{ promised: shown(promised), fresh: shown(fresh), still: shown(still) },
      ...{ nobodys: shown(nobodys), others: shown(others) },
    };
  };
  return { ...parts, lead, day };
}

it('promises come first, then new leads by the time that is left, then what stands still: each lead once', async () => {
  const { lead, day, operator, time } = await atWork();
  await lead('just now', 0);
  await lead('ten minutes left', 50, 'Grace');
  await lead('late', 61);
  await lead('called in vain', 40, 'Grace', 60 * 24);
  await lead('called in vain, later today', 30, 'Grace', 60 * 4);
  await lead('called in vain, in ten minutes', 20, 'Grace', 10);
  await lead('late for a month', 30 * 24 * 60, 'Grace');
  await lead('of a colleague', 5, 'Linus');
  await lead('promised for nine', 90, 'Grace', -60);
  await lead('promised for now', 80, undefined, 0);
  await lead('promised for today', 70, 'Grace', 60);
  await lead('promised for tomorrow', 70, 'Grace', 60 * 24);
  await lead('promised by a colleague', 70, 'Linus', -1);
  const now = time.now;
  for (const [id, age] of [
    ['quoted last week', 7],
    ['quoted last month', 30],
    ['quoted today', 0],
    ['quoted, promised', 8],
  ] as const) {
    await lead(id, age * 24 * 60 + 30, 'Grace', id.includes('promised') ? 3 * 24 * 60 : undefined);
    time.now = now - days(age);
    await operator.moveLead({ leadId: id, to: 'Quoted', by });
    if (id.includes('promised')) await operator.followUp({ leadId: id, at: new Date(now + days(3)), by });
    time.now = now;
  }
  expect(await day()).toEqual({
    promised: ['promised for nine', 'called in vain, in ten minutes', 'promised for today'],
    fresh: [
      ...['ten minutes left', 'called in vain', 'called in vain, later today'],
      ...['just now', 'late', 'late for a month'],
    ],
    still: ['quoted last month', 'quoted last week'],
    nobodys: ['promised for now'], // for everybody, with the name of who promised it
    others: ['promised for tomorrow', 'quoted, promised', 'quoted today'],
  });
});

it('a part that has more says so, and begins with what comes first', async () => {
  const { lead, day } = await atWork();
  for (const ago of [10, 20, 70, 80]) await lead(`${ago} ago`, ago);
  for (const at of [1, 2, 3]) await lead(`in ${at}`, 5, 'Grace', at);
  expect(await day(3)).toMatchObject({ fresh: ['20 ago', '10 ago', '70 ago', '…'] });
  expect(await day(2)).toMatchObject({ fresh: ['20 ago', '10 ago', '…'], promised: ['in 1', 'in 2', '…'] });
  expect(await day(4)).toMatchObject({ fresh: ['20 ago', '10 ago', '70 ago', '80 ago'] });
});

it('an erased customer is no work, and takes no place of one who lives', async () => {
  const { lead, day, operator, ports, clock, time } = await atWork();
  const ids = Array.from({ length: 12 }, (_, n) => `erased ${n}`);
  for (const [n, id] of ids.entries()) await lead(id, 9 * 24 * 60, n % 2 ? 'Grace' : undefined);
  for (const id of ids) await ports.erasure.eraseLead(id, clock());
  for (const [id, owner] of [
    ['hers', 'Grace'],
    ['nobody’s', undefined],
  ] as const) {
    await lead(id, 5 * 24 * 60, owner);
    time.now -= days(4);
    await operator.moveLead({ leadId: id, to: 'Quoted', by });
    time.now += days(4);
  }
  expect(await day(2)).toEqual({
    promised: [],
    fresh: [],
    still: ['hers'],
    nobodys: ['nobody’s'],
    others: [],
  });
});

/** What can be the case with a lead, each by what makes it so. */
const states = {
  owner: ['nobody', 'Grace', 'Linus', 'Ada, who leaves'],
  answered: ['not', 'by a call', 'by a move'],
  promised: ['nothing', 'for yesterday', 'for next week'],
  after: ['nothing', 'undone', 'reopened', 'struck'],
} as const;
type State = { readonly [S in keyof typeof states]: (typeof states)[S][number] };

function* allStates(): Generator<State> {
  for (const owner of states.owner)
    for (const answered of states.answered)
      for (const promised of states.promised)
        for (const after of states.after) yield { owner, answered, promised, after };
}

it('every open lead is on somebody’s day, whoever leaves and whatever is undone, and nobody’s on everybody’s', async () => {
  const { operator, submit, time, clock } = inMemoryOperator();
  const add = async (name: string) => {
    const { id } = await operator.addPerson({ name, role: 'sales', by });
    return { by: name, byId: id };
  };
  const [grace, linus, ada] = [await add('Grace'), await add('Linus'), await add('Ada')];
  const people = { Grace: grace, Linus: linus, 'Ada, who leaves': ada };
  const starts = time.now;
  let count = 0;
  for (const state of allStates()) {
    const id = Object.values(state).join(', ');
    count += 1;
    time.now = starts + count;
    await submit(id, { draft: { firstName: id, email: `lead-${count}@example.com` } });
    const owner = state.owner === 'nobody' ? undefined : people[state.owner];
    const acts = owner ?? linus;
    if (owner) await operator.assignLead({ leadId: id, to: owner.byId, by });
    time.now += 1;
    const pressed = clock();
    const leave = owner === undefined && count % 2 === 0;
    if (state.answered === 'by a call')
      await operator.noteLead({ leadId: id, kind: 'reached', leave, by: acts });
    if (state.answered === 'by a move')
      await operator.moveLead({ leadId: id, to: 'Quoted', leave, by: acts });
    if (state.promised !== 'nothing') {
      const at = new Date(starts + days({ 'for yesterday': 1, 'for next week': 9 }[state.promised]));
      await operator.followUp({ leadId: id, at, by: acts });
    }
    time.now += 1;
    if (state.after === 'undone')
      for await (const _ of await operator.undoChanges({ at: [pressed], by: acts }));
    if (state.after === 'reopened') {
      await operator.moveLead({ leadId: id, to: 'Lost', endFollowUp: true, by: acts });
      await operator.moveLead({ leadId: id, to: 'In Progress', reason: 'again', by: acts });
    }
    if (state.after === 'struck' && state.answered === 'by a call')
      await operator.strikeActivity({ leadId: id, activity: '1', by: acts });
  }
  await operator.handOver({ person: 'Ada', to: undefined, by }); // and breaks off: the leads still are hers
  time.now = starts + days(2) - minutes(60);
  const most = 500;
  const dayOf = async (of: typeof grace) => {
    const { taken: _, given: _g, ...parts } = await operator.readDay({ by: of, most });
    const ids = Object.values(parts).flatMap(({ leads }) => leads.map((lead) => lead.id));
    expect(new Set(ids).size, 'each once').toBe(ids.length);
    return ids;
  };
  const [hers, his] = [await dayOf(grace), await dayOf(linus)];
  const { leads } = await operator.listLeads({ open: true, limit: 1_000 });
  expect(leads).toHaveLength(count);
  for (const { id, owner } of leads) {
    const isOn = [hers.includes(id), his.includes(id)];
    if (owner === grace.byId) expect(isOn[0], id).toBe(true);
    else if (owner === linus.byId) expect(isOn[1], id).toBe(true);
    else expect(isOn, id).toEqual([true, true]);
  }
});

it('what somebody is given is told to them until they open it; what came at once is one line', async () => {
  const { operator, submit, time } = inMemoryOperator();
  const add = async (name: string) => {
    const { id } = await operator.addPerson({ name, role: 'sales', by });
    return { by: name, byId: id };
  };
  const [grace, linus, boss] = [await add('Grace'), await add('Linus'), await add('Boss')];
  const ids = ['a', 'b', 'c'];
  for (const id of ids) {
    await submit(id, { draft: { firstName: id, email: `${id}@example.com` } });
    await operator.assignLead({ leadId: id, to: 'Linus', by: linus });
  }
  const told = async (of: typeof grace) =>
    (await operator.readDay({ by: of, most: 9 })).given.map(({ by: who, from, leads }) => [
      ...[who, from],
      leads.map(({ id }) => id).toSorted(),
    ]);
  expect(await told(linus), 'who takes a lead is not told of it').toEqual([]);
  time.now += 1_000;
  const { leads } = await operator.handOver({ person: 'Linus', to: 'Grace', by: boss });
  for await (const _ of leads);
  await submit('d', { draft: { firstName: 'd', email: 'd@example.com' } });
  time.now += 1_000;
  await operator.assignLead({ leadId: 'd', to: 'Grace', by: boss });
  expect(await told(grace)).toEqual([
    ['Boss', undefined, ['d']],
    ['Boss', linus.byId, ids],
  ]);
  time.now += 1_000;
  for (const leadId of ['a', 'd']) await operator.showLead({ leadId, by: grace });
  await operator.showLead({ leadId: 'b', by: boss });
  expect(await told(grace)).toEqual([['Boss', linus.byId, ['b', 'c']]]);
});
