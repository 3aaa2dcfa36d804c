import { describe, expect, it } from 'vitest';
import { makeRunRetention } from '../../../../src/operators/application/leads/retention.ts';
import { monthsBefore } from '../../../../src/operators/domain/work/retention.ts';
import { changesIn } from '../../../support/changes-in.ts';
import { commandLine } from '../../../support/command-line.ts';
import { days } from '../../../support/in-memory-operator.ts';

const by = 'grace';

it.each([
  ['2026-11-26T10:00:00.000Z', 36, '2023-11-26T10:00:00.000Z'],
  ['2026-03-31T10:00:00.000Z', 1, '2026-02-28T10:00:00.000Z'],
  ['2024-02-29T00:00:00.000Z', 12, '2023-02-28T00:00:00.000Z'],
  ['2026-01-31T23:59:59.999Z', 2, '2025-11-30T23:59:59.999Z'],
])('from %s, %i months ago was %s: never later', (now, months, before) => {
  expect(monthsBefore(new Date(now), months).toISOString()).toBe(before);
});

it.each([0, -1, 1.5, Number.NaN, 1_201])('%s is no number of months', (months) => {
  expect(() => monthsBefore(new Date(), months)).toThrow('a whole number of months');
});

/** Leads of five customers, of whom each but the last is four years old. */
async function withOldLeads() {
  const parts = commandLine();
  const { time, operator, submit, ports, leases } = parts;
  const end = time.now;
  time.now = end - days(4 * 365);
  const mails = ['won', 'lost', 'open', 'reopened', 'returning'].map((name) => ({
    email: `${name}@example.com`,
  }));
  for (const { email } of mails)
    await submit(email.split('@')[0] ?? '', { draft: { email, externalLeadId: email } });
  const move = (leadId: string, to: 'Won' | 'Lost' | 'Quoted') =>
    operator.moveLead({ leadId, to, reason: 'because', by });
  for (const id of ['won', 'reopened', 'returning']) await move(id, 'Won');
  await move('lost', 'Lost');
  time.now = end;
  await move('reopened', 'Quoted');
  await submit('young', { draft: { email: 'returning@example.com' } });
  const run = makeRunRetention({ ...ports, leases });
  const known = async () => {
    const { leads } = await operator.listLeads({ limit: 999 });
    return leads.flatMap(({ id, customer }) => (customer ? [id] : [])).sort();
  };
  const contactOf = async (leadId: string) => (await ports.leads.lead(leadId))?.contact;
  return { ...parts, run, known, contactOf };
}

describe('retention', () => {
  it('erases closed leads, and contacts that have no younger or open one, and records it once a run', async () => {
    const { run, known, contactOf, operator, audit, ports } = await withOldLeads();
    const request = { at: new Date(), requestId: 'r1', status: 400, reason: 'fault', problems: undefined };
    await ports.refusals.add(
      ['won@example.com', 'open@example.com'].map((externalId) => ({
        ...{ ...request, vendorId: 'ven_1', externalId },
      })),
    );
    const recorded = changesIn(audit).length;
    expect(await run({ months: 36, dryRun: true, by })).toMatchObject({ leads: 3, contacts: undefined });
    expect(changesIn(audit)).toHaveLength(recorded);
    const progress: number[] = [];
    const done = await run({ months: 36, by, progress: (leads) => void progress.push(leads) });
    expect(done).toEqual({ before: new Date('2023-06-01'), leads: 3, contacts: 2, stopped: false });
    expect(progress.at(-1)).toBe(3);
    expect(await known()).toEqual(['open', 'reopened', 'young']);
    expect([await contactOf('won'), await contactOf('lost')]).toEqual([undefined, undefined]);
    expect(await contactOf('returning'), 'of whom there is a younger lead').toBeDefined();
    expect((await operator.listRefusals({ vendor: 'static:x' })).requests).toEqual([]);
    const ids = (await ports.refusals.requests('ven_1')).map(({ externalId }) => externalId);
    expect(ids.toSorted()).toEqual(['open@example.com', undefined]);
    expect(await run({ months: 36, by }), 'again').toMatchObject({ leads: 0, contacts: 0 });
    const entry = { action: 'lead.retire', on: 'leads', outcome: 'done' };
    expect(changesIn(audit).slice(recorded)).toMatchObject([entry, entry]);
  });

  it('takes open ones only if it is told to, and none that was moved since', async () => {
    const { run, known } = await withOldLeads();
    expect(await run({ months: 36, openToo: true, by })).toMatchObject({ leads: 4, contacts: 3 });
    expect(await known()).toEqual(['reopened', 'young']);
  });

  it('goes on where it was stopped', async () => {
    const { run, known, submit, operator, time } = await withOldLeads();
    const end = time.now;
    time.now = end - days(5 * 365);
    for (let n = 0; n < 150; n += 1) {
      await submit(`more-${n}`, { draft: { email: `more-${n}@example.com` } });
      await operator.moveLead({ leadId: `more-${n}`, to: 'Won', by });
    }
    time.now = end;
    const stopped = await run({ months: 36, by, isStopped: () => true });
    expect(stopped).toMatchObject({ leads: 100, stopped: true });
    expect(await run({ months: 36, by })).toMatchObject({ leads: 53, stopped: false });
    expect(await known()).toEqual(['open', 'reopened', 'young']);
  });

  it('goes on once at a time, and says who runs it', async () => {
    const { run, ports, leases, audit, clock, time } = await withOldLeads();
    let second: unknown;
    await run({
      months: 36,
      by: 'ada',
      isStopped: () => {
        second ??= run({ months: 36, by }).catch((error) => error);
        return false;
      },
    });
    expect(await second).toMatchObject({
      reason: 'runs-already',
      message: expect.stringMatching(/^ada runs it since 2026-06-01T/),
    });
    expect(await run({ months: 36, by })).toMatchObject({ leads: 0 });
    const lost = { work: 'retention', holder: 'gone', by: 'bob', since: clock() };
    await leases.take({ ...lost, ends: new Date(time.now + 1_000) }, clock());
    const recorded = changesIn(audit).length;
    await expect(makeRunRetention({ ...ports, leases })({ months: 36, by })).rejects.toThrow(
      'bob runs it since',
    );
    expect(changesIn(audit), 'what did not begin').toHaveLength(recorded);
    time.now += 1_000;
    expect(await run({ months: 36, by })).toMatchObject({ leads: 0 });
  });
});

describe('leads retention', () => {
  const retention = (...args: string[]) => ['retention', ...args];

  it('asks before it erases, and says how many', async () => {
    const { leads, known } = await withOldLeads();
    const counted = await leads(retention('--older-than', '3y', '--dry-run'));
    expect(counted.out).toBe(
      'This would erase the customers of 3 leads: last status from before 2023-06-01 00:00:00.\n',
    );
    const refused = await leads(retention('--older-than', '36mo'), { typed: 'n\n' });
    expect([refused.code, refused.err]).toEqual([
      1,
      'Permanently erase the customers of 3 leads with a last status from before 2023-06-01 00:00:00? [y/N] Nothing was erased.\n',
    ]);
    expect(await known()).toHaveLength(6);
    expect((await leads(retention('--older-than', '36mo'))).code).toBe(2);
    const done = await leads(retention('--older-than', '36mo', '--yes', '--json'));
    expect(JSON.parse(done.out)).toEqual({
      ...{ dryRun: false, before: '2023-06-01T00:00:00.000Z', leads: 3, contacts: 2, stopped: false },
    });
    expect(await known()).toHaveLength(3);
  });

  it('takes its time from the setting if none is given', async () => {
    const { leads, run } = await withOldLeads();
    const none = await leads(retention('--yes'));
    expect([none.code, none.err]).toEqual([2, 'Give --older-than, or set RETENTION_MONTHS.\n']);
    const set = { retention: async () => ({ run, months: 60 }) };
    expect((await leads(retention('--yes'), set)).out).toContain(
      '0 leads and 0 contacts: last status from before 2021',
    );
    expect((await leads(retention('--older-than', '36mo', '--yes'), set)).out).toContain(
      '3 leads and 2 contacts',
    );
    for (const wrong of ['36', '0mo', '36d', '101y', '-1mo'])
      expect((await leads(retention('--older-than', wrong, '--yes'))).code, wrong).toBe(2);
  });

  it('says when it was stopped before the end', async () => {
    const { leads } = await withOldLeads();
    const { code, err } = await leads(retention('--older-than', '36mo', '--yes'), {
      uninterrupted: (work) => work(() => true),
    });
    expect([code, err]).toEqual([1, 'It was stopped before the end: run it again.\n']);
  });
});
