import { expect, it } from 'vitest';
import { standsSince } from '../../../../src/operators/domain/work/standing-moves.ts';
import { stillSince } from '../../../../src/operators/domain/work/still-since.ts';
import { days, inMemoryOperator } from '../../../support/in-memory-operator.ts';

async function allOf<T>(groups: AsyncIterable<readonly T[]>): Promise<T[]> {
  const all: T[] = [];
  for await (const group of groups) all.push(...group);
  return all;
}

/** Ada and Bob, who sell, Vera, who looks, and a lead of nobody’s. */
async function atWork() {
  const parts = inMemoryOperator();
  const { operator, time, submit } = parts;
  const add = async (name: string, role: 'sales' | 'viewer') => {
    const { id } = await operator.addPerson({ name, role, by: 'boss' });
    return { by: name, byId: id };
  };
  const [ada, bob, vera] = [
    await add('Ada', 'sales'),
    await add('Bob', 'sales'),
    await add('Vera', 'viewer'),
  ];
  await submit('lead');
  time.now += 1_000;
  const deal = async () => (await operator.showLead({ leadId: 'lead', by: 'boss' })).deal;
  const soon = () => {
    time.now += 1_000;
  };
  return { ...parts, ada, bob, vera, deal, soon, later: () => new Date(time.now + days(1)) };
}

it('who answers or moves a lead that is nobody’s has it; a colleague’s stays hers', async () => {
  const { operator, ada, bob, deal, soon } = await atWork();
  await operator.noteLead({ leadId: 'lead', kind: 'no-answer', by: ada });
  expect((await deal()).owner, 'a call in vain is no answer').toBeUndefined();
  soon();
  await operator.noteLead({ leadId: 'lead', kind: 'reached', by: ada });
  expect(await deal()).toMatchObject({ owner: ada.byId, assigned: { by: 'Ada' } });
  expect((await deal()).assigned?.from).toBeUndefined();
  soon();
  await operator.moveLead({ leadId: 'lead', to: 'Quoted', by: bob });
  expect((await deal()).owner).toBe(ada.byId);
  const { assignments } = await operator.showLead({ leadId: 'lead', by: 'boss' });
  expect(assignments).toMatchObject([{ by: 'Ada', from: null, to: ada.byId }]);
});

it('it stays nobody’s if that is said, for who only looks or is no person, and in a list that was handed back', async () => {
  const { operator, ada, vera, deal, submit } = await atWork();
  await operator.noteLead({ leadId: 'lead', kind: 'wrote', leave: true, by: ada });
  await operator.noteLead({ leadId: 'lead', kind: 'wrote', by: vera });
  await operator.moveLead({ leadId: 'lead', to: 'Quoted', by: { by: 'crm (token)', byId: 'tok_1' } });
  await operator.moveLead({ leadId: 'lead', to: 'Evaluation Scheduled', by: 'somebody' });
  await allOf(await operator.moveLeads({ moves: [{ id: 'lead', to: 'Quoted' }], imported: true, by: ada }));
  expect((await deal()).owner).toBeUndefined();
  await submit('other', { draft: { email: 'b@example.com' } });
  await operator.moveLead({ leadId: 'other', to: 'Quoted', by: 'ada' });
  const { deal: other } = await operator.showLead({ leadId: 'other', by: ada });
  expect(other.owner, 'a name means the one person who is called so').toBe(ada.byId);
});

it('one press is taken back as a whole: the move, the words, the owner, the promise and the answer', async () => {
  const { operator, ada, deal, soon, later, clock } = await atWork();
  const [at, before] = [clock(), await deal()];
  const activity = { kind: 'reached', text: 'Wants it blue' } as const;
  await operator.moveLead({ leadId: 'lead', to: 'Quoted', activity, next: later(), by: ada });
  expect(await deal()).toMatchObject({ status: 'Quoted', owner: ada.byId, answeredAt: at });
  soon();
  await allOf(await operator.undoChanges({ at: [at], by: ada }));
  const { status, owner, answeredAt, followUp, activities } = await deal();
  expect({ status, owner, answeredAt, followUp }).toEqual({
    ...{ status: before.status, owner: undefined, answeredAt: undefined, followUp: undefined },
  });
  expect(activities[0]).toMatchObject({ text: 'Wants it blue', struck: { by: 'Ada' } });
});

it('words alone are taken back, with the promise that they kept', async () => {
  const { operator, ada, deal, soon, later, clock } = await atWork();
  const at = later();
  await operator.followUp({ leadId: 'lead', at, by: ada });
  soon();
  const pressed = clock();
  await operator.noteLead({ leadId: 'lead', kind: 'reached', by: ada });
  expect(await deal()).toMatchObject({ owner: ada.byId });
  expect((await deal()).followUp).toBeUndefined();
  soon();
  const undone = await allOf(await operator.undoChanges({ at: [pressed], by: ada }));
  expect(undone).toEqual([{ id: 'lead', wordsBack: true, promiseBack: true }]);
  const { followUp, answeredAt, owner } = await deal();
  expect([followUp?.at, answeredAt, owner]).toEqual([at, undefined, undefined]);
});

it('an assignment that is taken back gives no lead to who has left or only looks', async () => {
  const { operator, ada, bob, deal, soon, clock } = await atWork();
  await operator.assignLead({ leadId: 'lead', to: 'Bob', by: 'boss' });
  soon();
  const at = clock();
  await operator.assignLead({ leadId: 'lead', to: 'Ada', by: 'boss' });
  soon();
  await allOf((await operator.handOver({ person: 'Bob', to: undefined, by: 'boss' })).leads);
  soon();
  expect((await deal()).owner).toBe(ada.byId);
  expect(await allOf(await operator.undoChanges({ at: [at], by: 'boss' }))).toMatchObject([
    { from: ada.byId, owner: undefined },
  ]);
  expect((await deal()).owner).not.toBe(bob.byId);
});

it('a lead of who has left is nobody’s once it is reopened, or of who reopens it', async () => {
  const { operator, ada, deal, soon } = await atWork();
  await operator.assignLead({ leadId: 'lead', to: 'Bob', by: 'boss' });
  await operator.moveLead({ leadId: 'lead', to: 'Won', by: 'boss' });
  soon();
  await allOf((await operator.handOver({ person: 'Bob', to: 'Ada', by: 'boss' })).leads);
  const reopen = { leadId: 'lead', to: 'In Progress', reason: 'came back' } as const;
  await operator.moveLead({ ...reopen, by: { by: 'crm (token)', byId: 'tok_1' } });
  expect((await deal()).owner).toBeUndefined();
  await operator.assignLead({ leadId: 'lead', to: 'Ada', by: 'boss' });
  await operator.moveLead({ leadId: 'lead', to: 'Lost', by: ada });
  await allOf((await operator.handOver({ person: 'Ada', to: undefined, by: 'boss' })).leads);
  await operator.addPerson({ name: 'Cid', role: 'sales', by: 'boss' });
  await operator.moveLead({ ...reopen, by: 'Cid' });
  expect((await operator.namePeople()).find(({ id }) => id === 'x')).toBeUndefined();
  expect((await operator.listPeople()).find(({ name }) => name === 'Cid')?.id).toBe((await deal()).owner);
});

it('its author strikes an entry, later too: it is still told, and is the first answer no more', async () => {
  const { operator, ada, bob, deal, soon, clock } = await atWork();
  await operator.noteLead({ leadId: 'lead', kind: 'reached', text: 'the wrong customer', by: ada });
  soon();
  await operator.noteLead({ leadId: 'lead', kind: 'wrote', by: bob });
  const second = clock();
  soon();
  await expect(operator.strikeActivity({ leadId: 'lead', activity: '1', by: bob })).rejects.toThrow(
    'Ada wrote this: only its author strikes an entry.',
  );
  const { before, after } = await operator.strikeActivity({ leadId: 'lead', activity: '1', by: ada });
  expect([before.answeredAt, after.answeredAt]).toEqual([new Date(second.getTime() - 1_000), second]);
  expect((await deal()).activities[0]).toMatchObject({ text: 'the wrong customer', struck: { by: 'Ada' } });
  await operator.strikeActivity({ leadId: 'lead', activity: '2', by: bob });
  expect((await deal()).answeredAt).toBeUndefined();
  const { leads } = await operator.listLeads({ unanswered: true, limit: 9 });
  expect(leads.map(({ id }) => id)).toEqual(['lead']);
});

it('a lead stands still as long as before when it is given, or what somebody did is taken back', async () => {
  const { operator, ports, ada, bob, deal, soon, clock, time } = await atWork();
  await operator.noteLead({ leadId: 'lead', kind: 'reached', by: ada });
  const worked = clock();
  const standing = async () => {
    const [listed] = await ports.leads.deals({ still: worked, limit: 9 });
    return [stillSince(await deal()), listed && stillSince(listed), standsSince(await deal())];
  };
  const before = await standing();
  expect(before.slice(0, 2)).toEqual([worked, worked]);
  time.now += days(9);
  await operator.assignLead({ leadId: 'lead', to: 'Bob', by: ada });
  expect((await deal()).changedAt, 'programs that read changes see it').toEqual(clock());
  expect(await standing()).toEqual(before);
  soon();
  await allOf(await operator.handOver({ person: 'Bob', to: 'Ada', by: bob }).then(({ leads }) => leads));
  expect(await standing()).toEqual(before);
  soon();
  const moved = clock();
  await operator.moveLead({ leadId: 'lead', to: 'Quoted', by: ada });
  expect(await standing()).toEqual([moved, undefined, moved]);
  soon();
  await allOf(await operator.undoChanges({ at: [moved], by: ada }));
  expect(await standing()).toEqual(before);
  expect((await deal()).history.map(({ status }) => status)).toEqual([
    'In Progress',
    'Quoted',
    'In Progress',
  ]);
  soon();
  const called = clock();
  await operator.noteLead({ leadId: 'lead', kind: 'no-answer', by: ada });
  expect((await standing())[0]).toEqual(called);
  soon();
  await allOf(await operator.undoChanges({ at: [called], by: ada }));
  expect(await standing()).toEqual(before);
});
