import { describe, expect, it } from 'vitest';
import { commandLine } from '../../../../support/command-line.ts';
import { minutes } from '../../../../support/in-memory-operator.ts';

/** It is midnight of Monday, 1 June 2026, and a minute passes with each command. */
function atWork() {
  const parts = commandLine();
  const run = async (...args: string[]) => {
    parts.time.now += minutes(1);
    return parts.leads(args);
  };
  const shown = async (id = 'lead-1') => JSON.parse((await run('lead', 'show', id, '--json')).out);
  return { ...parts, run, shown };
}

describe('lead note', () => {
  // commander 15.0.0 takes a dash and a blank for an unknown option, as findings/commander-dash-with-a-blank.sh shows.
  it.each([
    '- call back',
    '-5 degrees, wants winter tyres',
    '-- see below',
    '-5',
    '-a=b c'.replace('=', ' '),
  ])('writes down %j, which begins with a dash, wherever options stand', async (text) => {
    const { submit, run, shown, addPeople } = atWork();
    await submit('lead-1');
    await addPeople('ada');
    expect((await run('lead', 'note', 'lead-1', text, '--by', 'ada')).code).toBe(0);
    expect((await run('lead', 'note', 'lead-1', '--called', text)).code).toBe(0);
    expect((await run('lead', 'note', '--by=ada', 'lead-1', text, '--json')).code).toBe(0);
    expect((await shown()).activities).toMatchObject(Array(3).fill({ text }));
  });

  it.each([['--by me'], ['--resaon=too dear'], ['-x'], ['--resaon', 'too dear'], ['- a', '--nothing']])(
    'refuses the option %j, which it does not know',
    async (...args) => {
      const { submit, run, shown } = atWork();
      await submit('lead-1');
      expect(await run('lead', 'note', 'lead-1', 'text', ...args)).toMatchObject({ code: 2 });
      expect((await shown()).activities).toEqual([]);
    },
  );

  it.each(['--by the way, call back', '--called at noon', '--doesn’t drive', "--can't drive"])(
    'says that -- goes before %j, and then writes it down',
    async (text) => {
      const { submit, run, shown, addPeople } = atWork();
      await submit('lead-1');
      await addPeople('ada');
      const { code, err } = await run('lead', 'note', 'lead-1', text);
      expect([code, err]).toEqual([2, `Unknown option '${text}': if it is a text, put -- before it.\n`]);
      for (const given of [
        ['lead-1', '--by', 'ada', '--', text],
        ['--', 'lead-1', text],
      ])
        expect((await run('lead', 'note', ...given)).code).toBe(0);
      expect((await shown()).activities).toMatchObject([{ text }, { text }]);
      expect((await run('lead', 'note', 'lead-1', '--nothing')).err).not.toContain('a text');
    },
  );

  it('writes down what was done, which is shown between the moves and told to the audit log', async () => {
    const { submit, run, shown, audit, addPeople } = atWork();
    await submit('lead-1');
    await addPeople('ada');
    expect((await run('lead', 'note', 'lead-1', 'Has a trade-in.\nCall  late.')).out).toBe(
      'Written down: you noted.\n',
    );
    expect((await run('lead', 'note', 'lead-1', '--no-answer')).out).toBe(
      'Written down: you got no answer.\n',
    );
    expect((await shown()).answeredAt).toBeUndefined();
    await run('lead', 'note', 'lead-1', 'Tomorrow', '--reached', '--by', 'ada');
    await run('lead', 'move', 'lead-1', 'quoted', '--reason', 'offer sent');
    await run('lead', 'note', 'lead-1', '--called');
    await run('lead', 'assign', 'lead-1', '--to', 'ada');
    await run('lead', 'assign', 'lead-1', '--nobody');
    const { activities, answeredAt, assignments } = await shown();
    expect(assignments).toMatchObject([
      { at: '2026-06-01T00:04:00.000Z', by: 'ada', to: { name: 'ada' } }, // she answered, and it was nobody's
      { at: '2026-06-01T00:08:00.000Z', by: 'grace', from: { name: 'ada' } },
    ]);
    expect(activities).toEqual([
      {
        ...{ id: '1', kind: 'note', text: 'Has a trade-in.\nCall  late.' },
        ...{ at: '2026-06-01T00:01:00.000Z', by: 'grace' },
      },
      { id: '2', kind: 'no-answer', at: '2026-06-01T00:02:00.000Z', by: 'grace' },
      { id: '3', kind: 'reached', text: 'Tomorrow', at: '2026-06-01T00:04:00.000Z', by: 'ada' },
      { id: '4', kind: 'called', at: '2026-06-01T00:06:00.000Z', by: 'grace' },
    ]);
    expect(answeredAt).toBe('2026-06-01T00:04:00.000Z');
    const { out } = await run('lead', 'show', 'lead-1');
    expect(out.slice(out.indexOf('WHEN')).trimEnd().split('\n').slice(1)).toEqual([
      '2026-06-01 00:00:00  In Progress           ven_1',
      '2026-06-01 00:01:00  noted                 grace  Has a trade-in. Call late.  1',
      '2026-06-01 00:02:00  got no answer         grace                              2',
      '2026-06-01 00:04:00  reached the customer  ada    Tomorrow                    3',
      '2026-06-01 00:04:00  Assigned to ada       ada',
      '2026-06-01 00:05:00  Quoted                grace  offer sent',
      '2026-06-01 00:06:00  called                grace                              4',
      '2026-06-01 00:08:00  Unassigned            grace',
    ]);
    expect(out).toMatch(/^Answer +After 4 min$/m);
    expect(audit.kept.filter(({ action }) => action === 'lead.note')).toMatchObject(
      Array(4).fill({ on: 'lead-1', outcome: 'done' }),
    );
    expect(JSON.stringify(audit.kept)).not.toContain('trade-in');
  });

  it('comes together with a move, also if the lead has that status already', async () => {
    const { submit, run, shown } = atWork();
    await submit('lead-1');
    await run('lead', 'move', 'lead-1', 'won', '--note', 'Signed.');
    const again = await run('lead', 'move', 'lead-1', 'won', '--wrote', '--json');
    expect(JSON.parse(again.out)).toMatchObject({ changed: false, activity: { kind: 'wrote' } });
    expect(await shown()).toMatchObject({
      status: 'Won',
      activities: [{ kind: 'note', text: 'Signed.' }, { kind: 'wrote' }],
      answeredAt: '2026-06-01T00:01:00.000Z',
    });
    expect(await run('lead', 'move', 'lead-1', 'lost', '--note', 'x')).toMatchObject({ code: 1 });
    expect((await shown()).activities).toHaveLength(2);
  });

  it('needs a text of 1 to 2000 characters, or one of the attempts', async () => {
    const { submit, run } = atWork();
    await submit('lead-1');
    for (const args of [[], ['--called', '--reached'], ['x', '--no-answer', '--wrote']])
      expect([args, await run('lead', 'note', 'lead-1', ...args)]).toMatchObject([
        args,
        { code: 2, out: '' },
      ]);
    for (const [text, length] of [
      [' ', 0],
      ['x'.repeat(2001), 2001],
    ] as const)
      expect(await run('lead', 'note', 'lead-1', text)).toEqual({
        code: 1,
        out: '',
        err: `A note has 1 to 2000 characters: this one has ${length}.\n`,
      });
    expect(await run('lead', 'note', 'nobody', 'x')).toMatchObject({
      code: 1,
      err: 'No lead has this id.\n',
    });
    expect((await run('lead', 'move', 'lead-1', 'won', '--called', '--wrote')).code).toBe(2);
    expect((await run('lead', 'move', '--csv', '-', '--note', 'x')).code).toBe(2);
  });
});

describe('lead follow-up', () => {
  it('says when, is listed once it is due, for its author too, and ends with an answer', async () => {
    const { submit, run, leads, audit, addPeople } = atWork();
    await addPeople('Ada');
    for (const id of ['lead-1', 'lead-2', 'lead-3', 'lead-4']) await submit(id);
    expect((await run('lead', 'follow-up', 'lead-1', 'tomorrow', '10:00')).out).toBe(
      'Lead lead-1 is to be followed up at 2026-06-02 10:00:00.\n',
    );
    expect((await run('lead', 'follow-up', 'lead-1', 'tomorrow 10:00')).out).toContain(
      'is already to be followed up',
    );
    await run('lead', 'follow-up', 'lead-2', '16:00');
    await run('lead', 'follow-up', 'lead-3', '2h', '--by', 'ada');
    await leads(['lead', 'assign', 'lead-3', '--to', 'Ada']);
    const due = async (...args: string[]) =>
      JSON.parse((await run('lead', 'list', '--due', ...args, '--json')).out).leads.map(
        ({ leadId }: { leadId: string }) => leadId,
      );
    expect(await due()).toEqual(['lead-3', 'lead-2']);
    expect(await due('--owner', 'Ada')).toEqual(['lead-3']);
    const table = (await run('lead', 'list', '--due')).out;
    expect(table).toMatch(/FOLLOW-UP\nlead-3 .* 2026-06-01 02:04:00\nlead-2 .* 2026-06-01 16:00:00\n/);
    const page = JSON.parse((await run('lead', 'list', '--due', '--limit', '1', '--json')).out);
    expect([page.leads[0].followUpAt, page.more]).toEqual(['2026-06-01T02:04:00.000Z', true]);
    expect(await due('--cursor', page.next)).toEqual(['lead-2']);
    expect((await run('lead', 'note', 'lead-3', '--no-answer')).out).toBe(
      'Written down: you got no answer. Still to follow up: 2026-06-01 02:04:00, by ada.\n',
    );
    expect(await run('lead', 'note', 'lead-3', '--no-answer', '--next', '17:00')).toMatchObject({
      code: 1,
      err: 'ada has promised to follow up: say that this ends, or leave it (2026-06-01 02:04:00).\n',
    });
    const late = ['lead', 'note', 'lead-3', 'Mailbox.', '--no-answer', '--next', '23:30', '--by', 'ada'];
    expect((await run(...late)).out).toBe('Written down: you got no answer. Next: 2026-06-01 23:30:00.\n');
    const { out } = await run('lead', 'show', 'lead-3');
    expect(out).toMatch(/^Follow-up +2026-06-01 23:30:00 by ada: Mailbox\.$/m);
    expect(out).toContain('moved the follow-up from 2026-06-01 02:04:00 to 2026-06-01 23:30:00');
    expect((await run('lead', 'note', 'lead-3', '--reached', '--by', 'ada')).out).toBe(
      'Written down: you reached the customer. The follow-up of 2026-06-01 23:30:00 is done.\n',
    );
    expect(await due()).toEqual(['lead-2']);
    expect((await run('lead', 'follow-up', 'lead-2', '--none')).out).toBe(
      'Lead lead-2 has no follow-up any more.\n',
    );
    expect(await due()).toEqual([]);
    expect((await run('lead', 'list', '--due', '--newest')).code).toBe(2);
    expect((await run('lead', 'list', '--csv')).out).toContain('2026-06-02T10:00:00.000+00:00');
    expect(audit.kept.filter(({ action }) => action === 'lead.follow-up')).toHaveLength(5);
    expect((await run('audit')).out).toMatch(/lead\.follow-up +lead-2 +from 2026-06-01 16:00 to none/);
  });

  it('is refused if it is past, of a lead that has ended, or not what its author saw', async () => {
    const { submit, run, shown } = atWork();
    await submit('lead-1');
    await submit('won');
    await run('lead', 'move', 'won', 'won');
    for (const args of [
      [],
      ['soon'],
      ['3d', '--none'],
      ['3d', '--from', 'soon'],
      ['3d', '--from', '2d', '--from-none'],
    ])
      expect([args, await run('lead', 'follow-up', 'lead-1', ...args)]).toMatchObject([
        args,
        { code: 2, out: '' },
      ]);
    expect(await run('lead', 'follow-up', 'lead-1', 'today 00:01')).toMatchObject({
      code: 1,
      err: /not past/,
    });
    expect((await run('lead', 'follow-up', 'won', '3d')).err).toBe('A lead that is Won has no follow-up.\n');
    await run('lead', 'follow-up', 'lead-1', '3d', '--from-none');
    const meanwhile = await run('lead', 'follow-up', 'lead-1', '4d', '--from-none');
    expect(meanwhile).toMatchObject({
      code: 1,
      err: 'Meanwhile its follow-up was set to another time by grace.\n',
    });
    const { followUpAt } = await shown();
    expect((await run('lead', 'follow-up', 'lead-1', '4d', '--from', followUpAt)).code).toBe(0);
    expect((await shown()).followUpAt).toBe('2026-06-05T09:00:00.000Z');
  });
});

describe('a lost reason', () => {
  it('goes with a move to Lost, is shown in words, and has to be known', async () => {
    const { submit, run, shown } = atWork();
    for (const id of ['lead-1', 'lead-2', 'lead-3']) await submit(id);
    await run('lead', 'move', 'lead-1', 'lost', '--lost-reason', 'price', '--reason', 'found a cheaper one');
    expect(await shown()).toMatchObject({ status: 'Lost', lostReason: 'price' });
    const { out } = await run('lead', 'show', 'lead-1');
    expect(out).toMatch(/^Status +Lost: Too expensive$/m);
    expect(out).toContain('Too expensive: found a cheaper one');
    for (const [status, reason, message] of [
      ['lost', 'bored', 'There is no such lost reason. Known: price, spam.\n'],
      ['won', 'price', 'Only a lead that becomes Lost has a lost reason.\n'],
    ] as const)
      expect(await run('lead', 'move', 'lead-2', status, '--lost-reason', reason)).toEqual({
        code: 1,
        out: '',
        err: message,
      });
  });

  it('may come in a sheet that was handed back, which says nothing of when customers were answered', async () => {
    const { submit, run, leads, shown } = atWork();
    for (const id of ['lead-1', 'lead-2', 'lead-3']) await submit(id);
    const piped = 'leadId,status,lostReason\nlead-1,Lost,spam\nlead-2,Won,spam\nlead-3,Lost,bored\n';
    const { code, err } = await leads(['lead', 'move', '--csv', '-'], { piped });
    expect([code, err]).toEqual([
      1,
      'Line 4: There is no such lost reason. Known: price, spam.\n1 of 3 refused.\n',
    ]);
    expect(await shown('lead-1')).toMatchObject({ status: 'Lost', lostReason: 'spam' });
    expect((await shown('lead-1')).answeredAt).toBeUndefined();
    expect(await shown('lead-2')).toMatchObject({ status: 'Won' });
    expect((await run('lead', 'list', '--csv')).out).toMatch(
      /^lead-1,Lost,.*,spam,.*,Call back\.,.* moved it to Lost \(Spam\)$/m,
    );
  });
});
