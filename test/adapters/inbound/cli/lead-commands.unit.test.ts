import { describe, expect, it } from 'vitest';
import { wholeDraft } from '../../../../src/testing/samples.ts';
import { commandLine } from '../../../support/command-line.ts';
import { days } from '../../../support/in-memory-operator.ts';

const json = ({ out }: { out: string }) => JSON.parse(out);

describe('lead list', () => {
  it('lists the leads that its options ask for, and continues from a cursor', async () => {
    const { leads, submit, time } = commandLine();
    await submit('old');
    await leads(['lead', 'move', 'old', 'won']);
    time.now += days(2);
    await submit('new');
    const list = async (...args: string[]) => json(await leads(['lead', 'list', ...args, '--json']));
    const idsOf = async (...args: string[]) =>
      (await list(...args)).leads.map(({ leadId }: { leadId: string }) => leadId);
    expect(await idsOf('--status', 'WON')).toEqual(['old']);
    for (const since of [
      '1d',
      '40h',
      '2026-06-02',
      '2026-06-02T08:00',
      '2026-06-02T08:00:00.5Z',
      '2026-06-02T08:00:00+02:00',
    ])
      expect([since, await idsOf('--since', since)]).toEqual([since, ['new']]);
    const { next, more } = await list('--limit', '1');
    expect([more, await idsOf('--cursor', next)]).toEqual([true, ['new']]);
    expect(await idsOf('--cursor', '')).toEqual(['old', 'new']); // a script's first run
    expect((await leads(['lead', 'list', '--limit', '1'])).err).toContain(`--cursor '${next}'`);
    for (let n = 0; n < 50; n += 1) await submit(`lead-${n}`);
    expect(await idsOf()).toHaveLength(50);
  });
});

describe('lead show', () => {
  it('shows everything that was sent of a lead, as text and as JSON', async () => {
    const { leads, submit } = commandLine();
    await submit('lead-1', { draft: wholeDraft });
    const { externalId: _superseded, ...sent } = wholeDraft;
    for (const format of [[], ['--json']]) {
      const { out } = await leads(['lead', 'show', 'lead-1', ...format]);
      for (const value of Object.values(sent)) expect(out).toContain(value);
    }
  });

  it('shows several leads in one go, as JSON one line each', async () => {
    const { leads, submit } = commandLine();
    await submit('lead-1');
    await submit('lead-2');
    const { out } = await leads(['lead', 'show', 'lead-1', 'lead-2', '--json']);
    expect(
      out
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).leadId),
    ).toEqual(['lead-1', 'lead-2']);
    const text = (await leads(['lead', 'show', 'lead-1', 'lead-2'])).out;
    expect(text.match(/(?:^|\n\n)Lead +\S+/g)).toEqual(['Lead      lead-1', '\n\nLead      lead-2']);
    expect((await leads(['lead', 'show', 'lead-1', 'lead-3'])).code).toBe(1);
  });

  it('of several leads says which one is unknown, and never repeats what was typed', async () => {
    const { leads, submit } = commandLine();
    await submit('lead-1');
    const { err } = await leads(['lead', 'show', 'lead-1', 'ada@example.com']);
    expect(err).toBe('Lead 2 of 2: No lead has this id.\n');
  });

  it('shows the vendor’s own id of the lead, by which it is also found', async () => {
    const { leads, submit } = commandLine();
    await submit('lead-1', { draft: { externalId: 'x-1', zip: '94107' } });
    await submit('lead-2', { draft: { externalId: 'x-2' } });
    expect(json(await leads(['lead', 'list', '--external-id', 'x-1', '--json'])).leads).toMatchObject([
      { leadId: 'lead-1' },
    ]);
    const { out } = await leads(['lead', 'show', 'lead-1']);
    expect(out).toMatch(/^Vendor’s id +x-1$/m);
    expect(out).toMatch(/^ZIP +94107$/m);
    expect(json(await leads(['lead', 'show', 'lead-1', '--json']))).toMatchObject({
      externalId: 'x-1',
      contact: { zip: '94107' },
    });
  });
});

describe('lead move', () => {
  it('succeeds if the lead already has the status', async () => {
    const { leads, submit } = commandLine();
    await submit('lead-1');
    const { code, out } = await leads(['lead', 'move', 'lead-1', 'In Progress']);
    expect([code, out]).toEqual([0, 'Lead lead-1 is already In Progress.\n']);
  });
});
