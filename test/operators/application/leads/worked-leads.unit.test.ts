import { expect, it } from 'vitest';
import { days, inMemoryOperator, minutes } from '../../../support/in-memory-operator.ts';

const by = 'grace';

async function allOf<T>(groups: AsyncIterable<readonly T[]>): Promise<T[]> {
  const all: T[] = [];
  for await (const group of groups) all.push(...group);
  return all;
}

/** A minute passes with each call of `deal`. */
function atWork() {
  const parts = inMemoryOperator();
  const deal = async (leadId: string) => {
    parts.time.now += minutes(1);
    return (await parts.operator.showLead({ leadId, by: 'test' })).deal;
  };
  return { ...parts, deal };
}

it('moves that a person makes are answers, those of a list that was handed back are none', async () => {
  const { operator, submit, deal, clock } = atWork();
  for (const id of ['a', 'b', 'c']) await submit(id);
  await deal('a');
  await operator.moveLead({ leadId: 'a', to: 'Quoted', by });
  expect((await deal('a')).answeredAt).toEqual(new Date(clock().getTime() - minutes(1)));
  await allOf(await operator.moveLeads({ moves: [{ id: 'b', to: 'Won' }], by }));
  expect((await deal('b')).answeredAt).toBeDefined();
  await allOf(await operator.moveLeads({ moves: [{ id: 'c', to: 'Won' }], imported: true, by }));
  expect((await deal('c')).answeredAt).toBeUndefined();
});

it('what is assigned, shown or exported is not answered', async () => {
  const { operator, submit, deal, addPeople } = atWork();
  await submit('a');
  await addPeople('Ada');
  await operator.assignLead({ leadId: 'a', to: 'Ada', by });
  for await (const { leads } of await operator.exportLeads({ by })) expect(leads).toHaveLength(1);
  await operator.followUp({ leadId: 'a', at: new Date(Date.UTC(2027, 0)), by });
  expect((await deal('a')).answeredAt).toBeUndefined();
  expect((await operator.listLeads({ unanswered: true, limit: 9 })).leads).toHaveLength(1);
});

it('an undone move takes its answer back, and gives the follow-up back', async () => {
  const { operator, submit, deal, clock } = atWork();
  await submit('a');
  const followUpAt = new Date(Date.UTC(2027, 0));
  await operator.followUp({ leadId: 'a', at: followUpAt, by });
  await deal('a');
  const at = clock();
  await operator.moveLead({ leadId: 'a', to: 'Lost', lostReason: 'price', by });
  const lost = await deal('a');
  expect([lost.answeredAt, lost.followUp]).toEqual([at, undefined]);
  expect(await allOf(await operator.undoChanges({ at: [at], by }))).toMatchObject([
    { id: 'a', status: 'In Progress' },
  ]);
  const { answeredAt, reopened, ...undone } = await deal('a');
  expect([answeredAt, reopened, undone.followUp?.at]).toEqual([undefined, undefined, followUpAt]);
});

it('a list of what is due, or unanswered, goes on from page to page, also in an export', async () => {
  const { operator, submit, time } = atWork();
  const year = (n: number) => new Date(Date.UTC(2027 + n, 0));
  const ids = ['a', 'b', 'c', 'd', 'e'];
  for (const [n, id] of ids.entries()) {
    await submit(id);
    await operator.followUp({ leadId: id, at: year(Math.floor((5 - n) / 2)), by });
    time.now += 1;
  }
  const byFollowUp = ['e', 'c', 'd', 'a', 'b'];
  for (const [query, expected, newestFirst] of [
    [{ due: year(9) }, byFollowUp, byFollowUp],
    [{ unanswered: true }, ids, ids.toReversed()],
  ] as const) {
    const listed: string[] = [];
    let cursor: string | undefined;
    for (let more = true; more; ) {
      const page = await operator.listLeads({ ...query, limit: 2, cursor });
      listed.push(...page.leads.map(({ id }) => id));
      ({ more, next: cursor } = page);
    }
    expect(listed).toEqual(expected);
    const { leads, next } = await operator.listLeads({ ...query, newest: true, limit: 2 });
    const rest = await operator.listLeads({ ...query, newest: true, limit: 9, cursor: next });
    expect([...leads, ...rest.leads].map(({ id }) => id)).toEqual(newestFirst);
    expect(cursor).toBeUndefined(); // nothing begins anew
    const exported: string[] = [];
    for await (const page of await operator.exportLeads({ ...query, newest: true, by }))
      exported.push(...page.leads.map(({ id }) => id));
    expect(exported).toEqual(newestFirst);
  }
});

it('a page of leads is told which of them are of one customer', async () => {
  const { operator, submit, time } = atWork();
  for (const [id, email] of [
    ['a1', 'ada@example.com'],
    ['b1', 'bob@example.com'],
    ['a2', 'ada@example.com'],
    ['a3', 'ada@example.com'],
  ] as const) {
    await submit(id, { draft: { email } });
    time.now += 1;
  }
  const { leads } = await operator.listLeads({ limit: 9 });
  const others = await operator.otherLeads({ leads });
  const two = { others: 2, more: false };
  expect(others).toEqual(new Map(['a1', 'a2', 'a3'].map((id) => [id, two])));
  expect(await operator.otherLeads({ leads: [] })).toEqual(new Map());
});

it('and of a number that another lead of the same person brought, while that person is known', async () => {
  const { operator, ports, submit, clock, time } = atWork();
  const email = 'ada@example.com';
  for (const [id, draft] of [
    ['without', { email }],
    ['with', { email, phone: '(212) 555-0111' }],
    ['later', { email, phone: '(212) 555-0122' }],
    ['of a son', { email, phone: '(212) 555-0133', firstName: 'Tom' }],
    ['of a stranger', { email: 'bob@example.com', firstName: 'Bob' }],
  ] as const) {
    await submit(id, { draft });
    time.now += 1;
  }
  const { leads } = await operator.listLeads({ limit: 9 });
  const numbers = async () =>
    [...(await operator.otherLeads({ leads }))].map(([id, { others, phone }]) => [id, others, phone?.value]);
  expect(await numbers()).toEqual([
    ['without', 3, '2125550122'],
    ['with', 3, '2125550111'],
    ['later', 3, '2125550122'],
    ['of a son', 3, '2125550133'],
  ]);
  await ports.erasure.eraseLead('later', clock());
  expect((await numbers())[0]).toEqual(['without', 2, '2125550111']);
});

it('and that there are more if somebody on it has too many', async () => {
  const { operator, submit, time } = atWork();
  const ada = 'ada@example.com';
  for (const [id, email] of [
    ['b1', 'bob@example.com'],
    ...Array.from({ length: 998 }, (_, n) => [`a${n}`, ada] as const),
    ['b2', 'bob@example.com'],
    ['b3', 'bob@example.com'],
    ['a998', ada],
  ] as const) {
    await submit(id, { draft: { email } });
    time.now += 1;
  }
  const { leads } = await operator.listLeads({ newest: true, limit: 3 });
  const others = await operator.otherLeads({ leads });
  expect([...others]).toEqual([
    ['a998', { others: 997, more: true }],
    ['b3', { others: 1, more: true }],
    ['b2', { others: 1, more: true }],
  ]);
});

it('nothing is written down about a customer who was erased; the lead is moved all the same', async () => {
  const { operator, submit, deal } = atWork();
  await submit('a');
  await operator.eraseLead({ leadId: 'a', by });
  const text = 'Ada wants the red one';
  const refused = { reason: 'customer-erased', message: expect.stringContaining('was erased') };
  await expect(operator.noteLead({ leadId: 'a', kind: 'note', text, by })).rejects.toMatchObject(refused);
  const activity = { kind: 'reached', text } as const;
  await expect(operator.moveLead({ leadId: 'a', to: 'Quoted', activity, by })).rejects.toMatchObject(refused);
  await expect(operator.noteLead({ leadId: 'a', kind: 'called', by })).rejects.toMatchObject(refused);
  await operator.moveLead({ leadId: 'a', to: 'Quoted', by });
  expect(await deal('a')).toMatchObject({ status: 'Quoted', activities: [] });
});

it('whose customer was erased is no work: in no list of it, and in no number of the report', async () => {
  const { operator, submit, time } = atWork();
  for (const [id, email] of [
    ['a', 'ada@example.com'],
    ['b', 'bob@example.com'],
    ['c', 'eve@example.com'],
  ] as const) {
    await submit(id, { draft: { email } });
    await operator.followUp({ leadId: id, at: new Date(time.now + 1_000), by });
  }
  time.now += days(1);
  const soon = new Date(time.now);
  const seen = async () => {
    const lists = await Promise.all(
      [{ unanswered: true }, { due: soon }, { waiting: 1_000 }].map((query) =>
        operator.listLeads({ ...query, limit: 9 }),
      ),
    );
    const counts = await operator.countLeads({ of: [{ due: soon }, { waiting: 1_000 }], most: 9 });
    const { total } = await operator.reportLeads({ since: new Date(0), until: soon });
    const { unanswered, late } = total;
    return { lists: lists.map(({ leads }) => leads.map(({ id }) => id).join()), counts, unanswered, late };
  };
  const all = 'a,b,c';
  expect(await seen()).toEqual({ lists: [all, all, all], counts: [3, 3], unanswered: 3, late: 3 });
  await operator.eraseLead({ leadId: 'a', by });
  const { leads } = await operator.listLeads({ ids: ['b'], limit: 1 });
  await operator.eraseContact({ contactId: leads[0]?.contactId ?? '', by });
  expect(await seen()).toEqual({ lists: ['c', 'c', 'c'], counts: [1, 1], unanswered: 1, late: 1 });
});

it('a list says why a lead was lost by the words of a lost reason, too', async () => {
  const { operator, submit, deal } = atWork();
  const said = ['price', ' too  EXPENSIVE', 'spam', 'bought elsewhere'];
  for (const reason of said) await submit(reason);
  const moves = said.map((reason) => ({ id: reason, to: 'Lost' as const, reason }));
  await allOf(await operator.moveLeads({ moves, imported: true, by }));
  const last = async (id: string) => {
    const { lostReason, reason } = (await deal(id)).history.at(-1) ?? {};
    return [lostReason, reason];
  };
  expect(await Promise.all(said.map(last))).toEqual([
    ['price', undefined],
    ['price', undefined],
    ['spam', undefined],
    [undefined, 'bought elsewhere'],
  ]);
});
