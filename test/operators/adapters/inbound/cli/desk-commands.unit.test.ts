import { describe, expect, it } from 'vitest';
import type { PersonAtDesk } from '../../../../../src/operators/application/desk/manage-people.ts';
import { commandLine } from '../../../../support/command-line.ts';

const json = ({ out }: { out: string }) => JSON.parse(out);

describe('desk link', () => {
  it('prints the link alone, which lets that person in, once', async () => {
    const { leads, access, audit, operator } = commandLine();
    const { code, out, err } = await leads(['desk', 'link', '--by', 'ada', '--role', 'sales']);
    const [, text = ''] = /^https:\/\/desk\.example\.com\/link\/(\w{40,})\n$/.exec(out) ?? [];
    expect([code, err]).toEqual([
      0,
      'It works once, for five minutes, and lets in ada, whom nobody knows yet, as sales.\n',
    ]);
    expect(await access.openLink(text)).toMatchObject({ name: 'ada', role: 'sales' });
    await expect(access.openLink(text)).rejects.toThrow('used before');
    const [{ id: on }] = (await operator.listPeople()) as [PersonAtDesk];
    expect(audit.kept).toMatchObject([
      { action: 'desk.link', on, by: 'grace', outcome: 'done' },
      { action: 'desk.sign-in', on, by: 'ada' },
    ]);
  });

  it('lets in a viewer unless a role is given, until a time that JSON says', async () => {
    const { leads, access, time } = commandLine();
    const { link, expires, ...rest } = json(await leads(['desk', 'link', '--by', 'ada', '--json']));
    expect([expires, rest]).toEqual(['2026-06-01T00:05:00.000Z', {}]);
    expect(await access.openLink(link.split('/link/')[1])).toMatchObject({ role: 'viewer' });
    const late = json(await leads(['desk', 'link', '--by', 'ada', '--json'])).link.split('/link/')[1];
    time.now += 5 * 60_000;
    await expect(access.openLink(late)).rejects.toThrow('expired');
  });

  it('needs a name, and a role that there is', async () => {
    const { leads } = commandLine();
    for (const args of [[], ['--by', ' '], ['--by', 'ada', '--role', 'owner']])
      expect([args, await leads(['desk', 'link', ...args])]).toMatchObject([args, { code: 2, out: '' }]);
  });
});

describe('desk end-sessions', () => {
  it('ends that person’s sessions and links, and says how many', async () => {
    const { leads, access, audit, operator } = commandLine();
    const linkFor = async (name: string) =>
      json(await leads(['desk', 'link', '--by', name, '--json'])).link.split('/link/')[1];
    const hers = await access.openLink(await linkFor('ada'));
    const his = await access.openLink(await linkFor('bob'));
    const unused = await linkFor('ada');
    const ended = await leads(['desk', 'end-sessions', ' ada ']);
    expect(ended).toEqual({ code: 0, out: 'Ended 2 sessions and links of ada.\n', err: '' });
    expect([await access.session(hers.text), (await access.session(his.text))?.name]).toEqual([
      undefined,
      'bob',
    ]);
    await expect(access.openLink(unused)).rejects.toThrow();
    expect(json(await leads(['desk', 'end-sessions', 'ada', '--json']))).toEqual({ name: 'ada', ended: 0 });
    const ada = (await operator.listPeople()).find(({ name }) => name === 'ada');
    expect(audit.kept.at(-1)).toMatchObject({ action: 'desk.end-sessions', on: ada?.id, by: 'grace' });
  });
});
