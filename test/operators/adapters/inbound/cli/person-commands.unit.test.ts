import { describe, expect, it } from 'vitest';
import { commandLine } from '../../../../support/command-line.ts';

it('lists who is known, and hands over the leads of one', async () => {
  const { leads, submit } = commandLine();
  expect((await leads(['person', 'list'])).out).toBe('Nobody yet.\n');
  expect((await leads(['person', 'add', 'Grace', '--role', 'sales'])).out).toMatch(
    /^Added Grace, as per_[0-9a-f]{32}\.\n$/,
  );
  await leads(['person', 'add', 'Jonas']);
  for (const id of ['a', 'b']) {
    await submit(id);
    await leads(['lead', 'assign', id, '--to', 'grace']);
  }
  const { people } = JSON.parse((await leads(['person', 'list', '--json'])).out);
  expect(people).toMatchObject([
    { name: 'Grace', role: 'sales', sessions: 0 },
    { name: 'Jonas', sessions: 0 },
  ]);
  const order = ['person', 'hand-over', 'Grace', '--to', 'Jonas', '--end-sessions'];
  expect(await leads(order)).toMatchObject({
    code: 0,
    out: '2 leads of Grace are now of Jonas. 0 sessions and links ended.\n',
  });
  expect((await leads(['person', 'list'])).out).toMatch(/Grace .*2026-06-01 00:00:00/);
  expect(JSON.parse((await leads([...order, '--json'])).out)).toMatchObject({
    ...{ person: { id: people[0].id, name: 'Grace' }, owner: { name: 'Jonas' } },
    ...{ handedOver: 0, refused: 0, ended: 0, namesakes: [] },
  });
  expect((await leads(['person', 'hand-over', 'Jonas', '--nobody'])).out).toBe(
    '2 leads of Jonas are now nobody’s. 0 sessions and links ended.\n',
  );
  expect((await leads(['lead', 'list', '--nobody', '--json'])).out).toContain('"leadId":"b"');
});

it('needs somebody who is known, and one of --to and --nobody', async () => {
  const { leads } = commandLine();
  for (const args of [[], ['--to', 'Grace', '--nobody']])
    expect((await leads(['person', 'hand-over', 'Ada', ...args])).code).toBe(2);
  const unknown = await leads(['person', 'hand-over', 'Ada', '--nobody']);
  expect([unknown.code, unknown.err]).toEqual([
    1,
    'Nobody is known yet: people sign in, or are added. Run person list: it shows everybody.\n',
  ]);
});

it('two of one name are told apart by their emails, and meant by these or their ids', async () => {
  const { leads, submit, ports, clock } = commandLine();
  await submit('a');
  const ids = ['1', '2'].map((digit) => `per_${digit.repeat(32)}`);
  for (const [n, id] of ids.entries())
    await ports.people.keep({ id, name: 'Ada', email: `${n}@example.com`, role: 'sales', seen: clock() });
  const assign = ['lead', 'assign', 'a', '--to'];
  expect((await leads([...assign, 'Ada'])).err).toBe(
    '2 people have this name: Ada (0@example.com), Ada (1@example.com). Give one of these, or an id. Run person list, too.\n',
  );
  expect((await leads([...assign, ids[1] ?? ''])).out).toBe(
    'Lead a is now assigned to Ada (1@example.com).\n',
  );
  expect((await leads([...assign, 'ada (1@example.com)'])).out).toContain('already');
  expect((await leads(['lead', 'list'])).out).toContain('Ada (1@example.com)');
  expect((await leads(['lead', 'list', '--owner', ids[0] ?? ''])).out).toBe('No leads.\n');
  expect((await leads(['audit'])).out).toContain('from nobody to Ada (1@example.com)');
});

describe('person add', () => {
  it('tells who was added, and who has the name or the email', async () => {
    const { leads } = commandLine();
    const add = (...args: string[]) => leads(['person', 'add', ...args]);
    const added = JSON.parse((await add('Grace', '--email', 'grace@example.com', '--json')).out);
    expect(added).toEqual({ id: expect.any(String), name: 'Grace', email: 'grace@example.com' });
    for (const [args, what] of [
      [['GRACE'], 'name'],
      [['Ada', '--email', 'GRACE@example.com'], 'email'],
    ] as const)
      expect(await add(...args)).toMatchObject({ code: 1, err: `Grace (${added.id}) has this ${what}.\n` });
  });

  it('refuses what can be no name, and what is no email or role', async () => {
    const { leads, operator } = commandLine();
    for (const name of ['NOBODY', ' '])
      expect(await leads(['person', 'add', name])).toMatchObject({ code: 1, out: '' });
    for (const args of [['Ada', '--email', 'ada'], ['Ada', '--role', 'owner'], []])
      expect(await leads(['person', 'add', ...args])).toMatchObject({ code: 2, out: '' });
    expect(await operator.namePeople()).toEqual([]);
  });
});

it('person link makes one of two, which the name means then; the audit log says who with whom', async () => {
  const { leads, submit, ports, clock, addPeople } = commandLine();
  await submit('a');
  const id = await addPeople('Grace');
  await leads(['lead', 'assign', 'a', '--to', 'Grace']);
  const account = `per_${'a'.repeat(32)}`;
  await ports.people.keep({
    ...{ id: account, name: 'Grace', email: 'grace@example.com', role: 'sales', seen: clock() },
  });
  expect((await leads(['lead', 'list', '--owner', 'Grace'])).code).toBe(1);
  expect((await leads(['person', 'link', 'Grace', account])).out).toBe(
    `Grace (${id}) is Grace (${account}) now.\n`,
  );
  expect((await leads(['lead', 'list', '--owner', 'Grace'])).out).toContain(' Grace\n');
  const again = await leads(['person', 'link', 'Grace', account, '--json']);
  expect(again).toMatchObject({ code: 1, out: '', err: 'They are one person already.\n' });
  expect((await leads(['audit'])).out).toMatch(/grace +person.link +per_\w+ +with Grace +done/);
  const shown = JSON.parse((await leads(['lead', 'show', 'a', '--json'])).out);
  expect([shown.owner, shown.assignments[0].to]).toEqual(Array(2).fill({ id: account, name: 'Grace' }));
});

it('tells whose session goes on, of a namesake of who leaves', async () => {
  const { leads, access, ports, clock, addPeople } = commandLine();
  const account = `per_${'a'.repeat(32)}`;
  const id = await addPeople('Grace');
  await ports.people.keep({
    ...{ id: account, name: 'Grace', email: 'grace@example.com', role: 'sales', seen: clock() },
  });
  await access.openLink((await access.makeLink({ name: account, by: 'test' })).link);
  const { code, out, err } = await leads(['person', 'hand-over', id, '--nobody', '--end-sessions']);
  expect([code, out]).toEqual([0, expect.stringContaining('0 sessions and links ended.')]);
  expect(err).toBe(
    `Still signed in: Grace (grace@example.com) (${account}), who is another person here with the same name or email: if they are one, link them first.\n`,
  );
});
