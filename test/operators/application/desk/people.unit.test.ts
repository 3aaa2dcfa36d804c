import { describe, expect, it } from 'vitest';
import { EmailAddress } from '../../../../src/domain/email-address.ts';
import { makeDeskAccess } from '../../../../src/operators/application/desk/desk-access.ts';
import { makeOperatorUseCases } from '../../../../src/operators/application/operator.ts';
import { operatorAs } from '../../../../src/operators/application/operator-as.ts';
import { type Author, authorNow } from '../../../../src/operators/domain/work/person.ts';
import { inMemoryOperator } from '../../../support/in-memory-operator.ts';

const by = 'root';

/** Two accounts of one name, and a third person. */
async function withPeople() {
  const parts = inMemoryOperator();
  const { tickets } = parts;
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
  const { operator, submit, one, two, as, listed, clock, time } = await withPeople();
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
  const undone = await as(two).undoChanges({ at: [at] });
  expect(await countOf(undone)).toBe(1);
  const { deal } = await operator.showLead({ leadId: 'a', by });
  expect(deal.history.at(-1)).toMatchObject({ status: 'Won', byId: one });
});

it('a hand-over is taken back: who left is here again, and has the leads that nobody worked on since', async () => {
  const { operator, submit, one, two, bob, listed, time, audit } = await withPeople();
  const ids = Array.from({ length: 120 }, (_, n) => `lead-${n}`);
  for (const id of ids) await submit(id);
  for await (const _ of await operator.assignLeads({ leads: ids.map((id) => ({ id })), to: one, by }));
  time.now += 1_000;
  const { at, leads } = await operator.handOver({ person: one, to: bob, by });
  expect(await countOf(leads)).toBe(120);
  time.now += 1_000;
  await operator.moveLead({ leadId: 'lead-1', to: 'Quoted', by: 'Bob' });
  await operator.noteLead({ leadId: 'lead-2', kind: 'no-answer', by: 'Bob' });
  await operator.assignLead({ leadId: 'lead-3', to: two, by });
  const stayed: unknown[] = [];
  for await (const group of await operator.undoChanges({ at: [at], by }))
    stayed.push(
      ...group.flatMap((each) =>
        'refused' in each ? [[each.id, each.refused, each.lead?.customer?.firstName]] : [],
      ),
    );
  expect(stayed.toSorted()).toEqual([
    ['lead-1', 'Meanwhile Bob moved it to Quoted.', 'Ada'],
    ['lead-2', 'Meanwhile Bob worked on it.', 'Ada'],
    ['lead-3', 'Meanwhile Ada (1@example.com) became its owner.', 'Ada'],
  ]);
  expect((await listed({ owner: one })).length).toBe(117);
  expect((await operator.listPeople()).find(({ id }) => id === one)?.left).toBeUndefined();
  expect(audit.kept.filter(({ action }) => action === 'desk.hand-over')).toMatchObject([
    { on: one, to: bob },
    { on: one, from: bob, to: one },
  ]);
  expect(await countOf(await operator.undoChanges({ at: [at], by: 'eve' }))).toBe(0);
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

it('a lead goes to nobody who is not known, to nobody who has left, and to nobody by a word that means nobody', async () => {
  const { operator, submit, ports, one, bob, audit } = await withPeople();
  await submit('a');
  const before = await ports.people.all();
  for (const to of ['Grace', 'nobody', 'ME', 'None', ' ', `per_${'9'.repeat(32)}`]) {
    const refused = { reason: 'unknown-person', given: to };
    await expect(operator.assignLead({ leadId: 'a', to, by })).rejects.toMatchObject(refused);
    await expect(operator.assignLeads({ leads: [{ id: 'a' }], to, by })).rejects.toMatchObject(refused);
    await expect(operator.handOver({ person: one, to, by })).rejects.toMatchObject(refused);
    await expect(operator.handOver({ person: to, to: one, by })).rejects.toMatchObject(refused);
    await expect(operator.listLeads({ owner: to, limit: 9 })).rejects.toMatchObject(refused);
    await expect(operator.countLeads({ of: [{ owner: to }], most: 9 })).rejects.toMatchObject(refused);
    await expect(operator.readAudit({ person: to })).rejects.toMatchObject(refused);
    await expect(operator.endSessions({ person: to, by })).rejects.toMatchObject(refused);
  }
  expect(await ports.people.all()).toEqual(before);
  expect(audit.kept).toEqual([]);

  await operator.handOver({ person: bob, to: undefined, by });
  for (const to of ['bob', bob])
    await expect(operator.assignLead({ leadId: 'a', to, by })).rejects.toMatchObject({
      reason: 'person-left',
    });
  await expect(operator.handOver({ person: one, to: bob, by })).rejects.toThrow('Bob has left');
  await expect(operator.handOver({ person: bob, to: bob, by })).rejects.toMatchObject({
    reason: 'same-person',
  });
  expect((await operator.listLeads({ owner: 'Bob', limit: 9 })).leads).toEqual([]);
});

it('whoever acts by a name is an author, who is found in the audit log and is no person', async () => {
  const { operator, submit, ports, one } = await withPeople();
  await submit('a');
  const before = await ports.people.all();
  await operator.moveLead({ leadId: 'a', to: 'Quoted', by: 'Grace' });
  const { after } = await operator.noteLead({ leadId: 'a', kind: 'note', text: 'x', by: 'Ada' }); // two have that name
  const { by, byId } = after.history.at(-1) ?? {};
  expect([by, byId]).toEqual(['Grace', undefined]);
  expect(after.activities).toMatchObject([{ by: 'Ada' }]);
  expect(await ports.people.all()).toEqual(before);
  expect(await operator.readAudit({ person: 'Grace' })).toMatchObject([{ action: 'lead.move', by: 'Grace' }]);
  expect(await operator.readOwnAudit({ by: 'Grace' })).toHaveLength(1);
  expect(await operator.readAudit({ person: one })).toEqual([]);
});

describe('adding somebody', () => {
  const email = EmailAddress.parse('Grace@Example.com');

  it('makes them known, with the email that is to be theirs', async () => {
    const { operator, submit, listed, audit, ports } = await withPeople();
    const added = await operator.addPerson({ name: ' Grace  Hopper ', email, role: 'sales', by });
    expect(added).toMatchObject({
      name: 'Grace Hopper',
      email: 'Grace@Example.com',
      role: 'sales',
      seen: undefined,
    });
    expect(audit.kept).toMatchObject([{ action: 'person.add', on: added.id, to: 'sales', outcome: 'done' }]);
    expect((await operator.listPeople()).at(-1)).toMatchObject({ id: added.id, sessions: 0 });
    await submit('a');
    await operator.assignLead({ leadId: 'a', to: 'grace hopper', by });
    expect(await listed({ owner: 'GRACE HOPPER' })).toEqual(['a']);
    expect((await ports.people.all()).filter(({ name }) => name.startsWith('Grace'))).toHaveLength(1);
  });

  it('is refused with who has the name or the email', async () => {
    const { operator, one, bob, ports, audit } = await withPeople();
    const refused = (order: { name: string; email?: EmailAddress }, message: string) =>
      expect(operator.addPerson({ ...order, by })).rejects.toMatchObject({ reason: 'person-taken', message });
    await refused({ name: 'BOB' }, `Bob (${bob}) has this name.`);
    await refused({ name: 'ada' }, `Ada (0@example.com) (${one}) has this name.`);
    await refused(
      { name: 'Eve', email: EmailAddress.parse('2@EXAMPLE.com') },
      `Bob (${bob}) has this email.`,
    );
    await operator.handOver({ person: bob, to: undefined, by });
    await refused({ name: 'Bob' }, `Bob (${bob}), who has left, has this name.`);
    expect(await ports.people.all()).toHaveLength(3);
    expect(audit.kept.map(({ action }) => action)).toEqual(['desk.hand-over']);
  });

  it('happens once, however often at once', async () => {
    const { operator, ports } = await withPeople();
    const names = ['Grace', 'grace', 'GRACE', ' Grace '];
    const tried = await Promise.allSettled(names.map((name) => operator.addPerson({ name, by })));
    expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const each of tried)
      if (each.status === 'rejected') expect(each.reason).toMatchObject({ reason: 'person-taken' });
    expect(await ports.people.all()).toHaveLength(4);
  });

  it('that is ordered again under the same name answers whom it added, and nobody else', async () => {
    const { operator, ports } = await withPeople();
    const order = { name: 'Grace', by, once: 'key' };
    const added = await operator.addPerson(order);
    expect(await operator.addPerson(order)).toEqual(added);
    for (const other of [{ name: 'Eve' }, { email }, { role: 'admin' as const }])
      await expect(operator.addPerson({ ...order, ...other })).rejects.toMatchObject({
        reason: 'idempotency-key-reused',
      });
    await expect(operator.addPerson({ ...order, once: 'another' })).rejects.toMatchObject({
      reason: 'person-taken',
    });
    expect(await ports.people.all()).toHaveLength(4);
  });

  it('that is ordered often at once under the same name answers each with whom it added', async () => {
    const { operator, ports } = await withPeople();
    const order = { name: 'Grace', email, role: 'sales', by, once: 'key' } as const;
    const added: Promise<{ id: string }>[] = [];
    for (let n = 0; n < 40; n += 1) {
      added.push(operator.addPerson(order));
      await Promise.resolve(); // each is a step behind the one before
    }
    expect(new Set((await Promise.all(added)).map(({ id }) => id)).size).toBe(1);
    expect(await ports.people.all()).toHaveLength(4);
  });

  it('of a name that somebody had, who is called otherwise now, is not them', async () => {
    const { operator, ports } = await withPeople();
    const first = await operator.addPerson({ name: 'Grace', by });
    await ports.people.keep({ ...first, name: 'Grace King' });
    const second = await operator.addPerson({ name: 'Grace', by });
    expect(second.id).not.toBe(first.id);
    expect((await operator.namePeople()).map(({ name }) => name)).toContain('Grace King');
  });
});

describe('linking two that are one', () => {
  const at = new Date('2026-06-01T00:00Z');

  /** Grace, who was added, has a lead and wrote a note; then she signed in with an account of the same name. */
  async function withTwo() {
    const parts = await withPeople();
    const { operator, submit, ports } = parts;
    const { id } = await operator.addPerson({ name: 'Grace', by });
    await submit('before');
    await submit('after');
    await operator.assignLead({ leadId: 'before', to: 'Grace', by });
    await operatorAs({ id, name: 'Grace', role: 'sales' }, operator).moveLead({
      leadId: 'before',
      to: 'Quoted',
    });
    const account = `per_${'a'.repeat(32)}`;
    const kept = { id: account, name: 'Grace', email: 'grace@example.com', role: 'sales', seen: at } as const;
    await ports.people.keep(kept);
    await operator.assignLead({ leadId: 'after', to: account, by });
    return { ...parts, id, account };
  }

  it('gives the account leads, history and name of both; the name of two means the other one here', async () => {
    const { operator, access, id, account, listed, as } = await withTwo();
    await expect(listed({ owner: 'Grace' })).rejects.toMatchObject({ reason: 'several-people' });
    const { link } = await access.makeLink({ name: id, role: 'sales', by });
    const session = await access.openLink(link); // by the name, before she is linked

    const { person, linked } = await operator.linkPeople({ person: 'Grace', account, by });
    expect([person.id, linked.id]).toEqual([account, id]);
    for (const owner of ['Grace', account, id]) expect(await listed({ owner })).toEqual(['after', 'before']);
    expect(await operator.countLeads({ of: [{ owner: id }, { owner: account }], most: 9 })).toEqual([2, 2]);
    const people = await operator.namePeople();
    expect(people.map(({ name }) => name)).toEqual([
      'Ada (0@example.com)',
      'Ada (1@example.com)',
      'Bob',
      'Grace',
    ]);
    const { deal } = await operator.showLead({ leadId: 'before', by });
    expect(authorNow(deal.history.at(-1) as Author, people)).toEqual({ by: 'Grace', byId: account });
    expect((await as(account, 'Grace').readOwnAudit({})).map(({ action }) => action)).toContain('lead.move');
    const listedNow = (await operator.listPeople()).find((each) => each.id === account);
    expect(listedNow?.sessions).toBe(1);
    const { owners } = await operator.reportLeads({ since: at, until: new Date(at.getTime() + 1) });
    expect(owners).toMatchObject([{ owner: account }]);

    expect(await access.session(session.text)).toMatchObject({ person: id }); // and is not thrown out
    const again = await operator.assignLead({ leadId: 'before', to: account, by });
    expect(again.after, 'hers already').toBe(again.before);
    const seen = { owner: account };
    expect((await operator.assignLead({ leadId: 'before', to: 'Bob', seen, by })).after.owner).toBeDefined();
  });

  it('is recorded, refused if they are one, and refused for whom nobody knows', async () => {
    const { operator, id, account, audit } = await withTwo();
    await operator.linkPeople({ person: id, account, by });
    expect(audit.kept.at(-1)).toMatchObject({ action: 'person.link', on: id, to: account, outcome: 'done' });
    for (const [one, other] of [
      [id, account],
      [account, id],
      ['Grace', 'grace'],
    ] as const)
      await expect(operator.linkPeople({ person: one, account: other, by })).rejects.toMatchObject({
        reason: 'same-person',
      });
    await expect(operator.linkPeople({ person: 'Eve', account, by })).rejects.toMatchObject({ given: 'Eve' });
    await expect(operator.linkPeople({ person: 'Bob', account: 'nobody', by })).rejects.toMatchObject({
      given: 'nobody',
    });
  });

  it('lets one who leaves be handed over whole: all leads, all sessions; a namesake’s session is told', async () => {
    const { operator, access, id, account, listed, bob } = await withTwo();
    const signIn = async (name: string) =>
      access.openLink((await access.makeLink({ name, role: 'sales', by })).link);
    const sessions = [await signIn(id), await signIn(account)];
    const order = { to: bob, endSessions: true, by };
    const apart = await operator.handOver({ ...order, person: id });
    expect([apart.ended, apart.namesakes]).toEqual([1, [{ id: account, name: 'Grace (grace@example.com)' }]]);

    sessions.push(await signIn(id));
    await operator.linkPeople({ person: id, account, by });
    const { leads, ended, namesakes } = await operator.handOver({ ...order, person: 'Grace' });
    expect(await countOf(leads)).toBe(2);
    expect([ended, namesakes]).toEqual([2, []]);
    for (const { text } of sessions) expect(await access.session(text)).toBeUndefined();
    expect([await listed({ owner: account }), await listed({ owner: bob })]).toEqual([
      [],
      ['after', 'before'],
    ]);
  });
});
