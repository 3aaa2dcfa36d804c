import { expect, it } from 'vitest';
import { commandLine } from '../../../support/command-line.ts';

it('lists who is known, and hands over the leads of one', async () => {
  const { leads, submit } = commandLine();
  expect((await leads(['person', 'list'])).out).toBe('Nobody yet.\n');
  for (const id of ['a', 'b']) {
    await submit(id);
    await leads(['lead', 'assign', id, '--to', 'Grace']);
  }
  const { people } = JSON.parse((await leads(['person', 'list', '--json'])).out);
  expect(people).toMatchObject([{ name: 'Grace', sessions: 0 }]);
  const order = ['person', 'hand-over', 'Grace', '--to', 'Jonas', '--end-sessions'];
  expect(await leads(order)).toMatchObject({
    code: 0,
    out: '2 leads of Grace are now of Jonas. 0 sessions and links ended.\n',
  });
  expect((await leads(['person', 'list'])).out).toMatch(/Grace .*2026-06-01 00:00:00/);
  expect(JSON.parse((await leads([...order, '--json'])).out)).toMatchObject({
    ...{ person: { id: people[0].id, name: 'Grace' }, owner: { name: 'Jonas' } },
    ...{ handedOver: 0, refused: 0, ended: 0 },
  });
  expect((await leads(['person', 'hand-over', 'Jonas', '--nobody'])).out).toBe(
    '2 leads of Jonas are now nobody’s.\n',
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
    'Nobody is known by this. Run person list: it shows everybody.\n',
  ]);
});

it('two of one name are told apart by their emails, and meant by their ids', async () => {
  const { leads, submit, ports, clock } = commandLine();
  await submit('a');
  const ids = ['1', '2'].map((digit) => `per_${digit.repeat(32)}`);
  for (const [n, id] of ids.entries())
    await ports.people.keep({ id, name: 'Ada', email: `${n}@example.com`, role: 'sales', seen: clock() });
  const assign = ['lead', 'assign', 'a', '--to'];
  expect((await leads([...assign, 'Ada'])).err).toMatch(/2 people have this name: .* Run person list/);
  expect((await leads([...assign, ids[1] ?? ''])).out).toBe(
    'Lead a is now assigned to Ada (1@example.com).\n',
  );
  expect((await leads(['lead', 'list'])).out).toContain('Ada (1@example.com)');
  expect((await leads(['lead', 'list', '--owner', ids[0] ?? ''])).out).toBe('No leads.\n');
  expect((await leads(['audit'])).out).toContain('from nobody to Ada (1@example.com)');
});
