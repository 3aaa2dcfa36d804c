import { describe, expect, it } from 'vitest';
import type { AuditEntry } from '../../../../../src/operators/application/ports/outbound/audit-log.ts';
import { commandLine } from '../../../../support/command-line.ts';
import { days } from '../../../../support/in-memory-operator.ts';

const json = ({ out }: { out: string }) => JSON.parse(out);
const plain = ({ out }: { out: string }) => out.replace(/ {2,}/g, '|').split('\n').filter(Boolean);

describe('report', () => {
  async function withFive() {
    const parts = commandLine();
    await parts.leads(['vendor', 'add', 'Öre, Motors']);
    const [{ vendor }] = json(await parts.leads(['vendor', 'list', '--json'])).vendors;
    await parts.submit('may', { vendorId: vendor });
    parts.time.now += days(30);
    for (const [id, vendorId, dealType] of [
      ['a', vendor, 'service'],
      ['b', vendor, 'sales'],
      ['c', 'static:=acme', 'lift'],
      ['d', vendor, 'sales'],
    ])
      await parts.submit(id, {
        vendorId,
        draft: { dealType, email: vendorId === vendor ? 'ada@example.com' : 'bob@example.com' },
      });
    await parts.leads(['lead', 'move', 'b', 'won']);
    await parts.leads(['lead', 'move', 'd', 'lost']);
    await parts.leads(['lead', 'move', 'may', 'won']);
    const report = (...args: string[]) => parts.leads(['report', ...args]);
    return { ...parts, vendor, report };
  }

  it('counts the leads received in this month, by vendor and type, by names', async () => {
    const { report } = await withFive();
    const [, ...rows] = plain(await report());
    expect(rows).toEqual([
      'VENDOR|TYPE|RECEIVED|OPEN|WON|LOST|WIN RATE',
      '=acme|lift|1|1|0|0|-',
      'Öre, Motors|sales|2|0|1|1|50 %',
      'Öre, Motors|service|1|1|0|0|-',
      'Total|4|2|1|1|50 %',
      'VENDOR|LOST BECAUSE|LEADS',
      'Öre, Motors|not said|1',
      'OWNER|RECEIVED|OPEN|WON|LOST|WIN RATE',
      'nobody|4|2|1|1|50 %',
      'FIRST ANSWER|ANSWERED|UNANSWERED|UNKNOWN|LATE|WITHIN 1 H|HALF WITHIN|9 OF 10 WITHIN',
      'Total|2|2|0|0|100 %|0 s|0 s',
      'Vendor =acme|0|1|0|0|-|-|-',
      'Vendor Öre, Motors|2|1|0|0|100 %|0 s|0 s',
      'Type sales|2|0|0|0|100 %|0 s|0 s',
      'Type service|0|1|0|0|-|-|-',
      'Type lift|0|1|0|0|-|-|-',
      'Owner nobody|2|2|0|0|100 %|0 s|0 s',
    ]);
  });

  it('is for a month, or any span', async () => {
    const { report } = await withFive();
    const span = async (...args: string[]) => {
      const { since, until, total } = json(await report('--json', ...args));
      return [since, until, total.received];
    };
    const june = '2026-06-01T00:00:00.000Z';
    const july = '2026-07-01T00:00:00.000Z';
    expect(await span()).toEqual([july, '2026-08-01T00:00:00.000Z', 4]);
    expect(await span('--month', '2026-06')).toEqual([june, july, 1]);
    expect(await span('--month', '2025-12')).toEqual([
      '2025-12-01T00:00:00.000Z',
      '2026-01-01T00:00:00.000Z',
      0,
    ]);
    expect(await span('--since', june, '--until', '2026-07-02')).toMatchObject([june, expect.anything(), 5]);
    expect(await span('--since', '1d')).toEqual(['2026-06-30T00:00:00.000Z', july, 0]);
    for (const args of [
      ['--month', '2026-13'],
      ['--month', '6'],
      ['--month', '2026-06', '--since', '1d'],
      ['--until', '1d'],
      ['--csv', '--json'],
    ])
      expect([args, await report(...args)]).toMatchObject([args, { code: 2, out: '' }]);
    expect(await report('--since', '1d', '--until', '2d')).toMatchObject({ code: 1, out: '' });
  });

  it('is CSV for a spreadsheet, in which no cell is a formula', async () => {
    const { report } = await withFive();
    expect((await report('--csv')).out).toBe(
      [
        'vendorName,dealType,received,open,won,lost,winRate,notCounted,answered,unanswered,unknown,late,inTime,medianMinutes,p90Minutes,promisesKept,promisesMissed,owner,day',
        "'=acme,lift,1,1,0,0,,0,0,1,0,0,,,,0,0,,",
        '"Öre, Motors",sales,2,0,1,1,0.500,0,2,0,0,0,1.000,0.0,0.0,0,0,,',
        '"Öre, Motors",service,1,1,0,0,,0,0,1,0,0,,,,0,0,,',
        '"Öre, Motors",all,3,1,1,1,0.500,0,2,1,0,0,1.000,0.0,0.0,0,0,,',
        'Total,sales,2,0,1,1,0.500,0,2,0,0,0,1.000,0.0,0.0,0,0,,',
        'Total,service,1,1,0,0,,0,0,1,0,0,,,,0,0,,',
        'Total,lift,1,1,0,0,,0,0,1,0,0,,,,0,0,,',
        'Total,,4,2,1,1,0.500,0,2,2,0,0,1.000,0.0,0.0,0,0,,',
        ',,4,2,1,1,0.500,0,2,2,0,0,1.000,0.0,0.0,0,0,nobody,',
        ',,4,2,1,1,0.500,0,,,,,,,,,,,2026-07-01',
        'Time zone,UTC,,,,,,,,,,,,,,,,,',
        '',
      ].join('\n'),
    );
  });

  it('says why leads were lost, and leaves those that do not count out of the win rate', async () => {
    const { report, operator, submit } = await withFive();
    for (const [id, lostReason] of [
      ['e', 'spam'],
      ['f', 'spam'],
      ['g', 'price'],
    ] as const) {
      await submit(id, { vendorId: 'static:=acme', draft: { dealType: 'lift' } });
      await operator.moveLead({ leadId: id, to: 'Lost', lostReason, by: 'grace' });
    }
    const [, ...rows] = plain(await report());
    expect(rows.slice(1, 9)).toEqual([
      '=acme|lift|4|1|0|3|0 %',
      'Öre, Motors|sales|2|0|1|1|50 %',
      'Öre, Motors|service|1|1|0|0|-',
      'Total|7|2|1|4|33 %',
      '2 leads lost for a reason that does not count are left out of the win rate.',
      'VENDOR|LOST BECAUSE|LEADS',
      '=acme|Spam|2',
      '=acme|Too expensive|1',
    ]);
    expect(rows[9]).toBe('Öre, Motors|not said|1');
    expect(json(await report('--json'))).toMatchObject({
      days: [{ lost: 4, notCounted: 2, winRate: 1 / 3 }],
      total: { won: 1, lost: 4, notCounted: 2, winRate: 1 / 3 },
      lost: [
        { vendorName: '=acme', dealType: 'lift', lostReason: 'spam', words: 'Spam', leads: 2 },
        { vendorName: '=acme', dealType: 'lift', lostReason: 'price', words: 'Too expensive', leads: 1 },
      ],
    });
    const [head = '', ...lines] = (await report('--csv')).out.split('\n');
    expect(head).toContain(',lost spam,lost price,owner');
    expect(lines.find((line) => line.startsWith('Total,,'))).toMatch(/,2,1,,$/);
  });

  it('is JSON with ids, days and rates', async () => {
    const { report, vendor } = await withFive();
    expect(json(await report('--json'))).toMatchObject({
      rows: [
        {
          vendor: 'static:=acme',
          vendorName: '=acme',
          dealType: 'lift',
          received: 1,
          open: 1,
          won: 0,
          lost: 0,
        },
        { vendor, vendorName: 'Öre, Motors', dealType: 'sales', won: 1, lost: 1, winRate: 0.5 },
        { vendor, dealType: 'service' },
      ],
      days: [{ day: '2026-07-01', received: 4, winRate: 0.5 }],
      total: { received: 4, open: 2, won: 1, lost: 1, winRate: 0.5 },
    });
  });
});

describe('audit', () => {
  async function withThree() {
    const parts = commandLine();
    await parts.submit('lead-1');
    await parts.leads(['lead', 'move', 'lead-1', 'won', '--by', 'ada']);
    parts.time.now += 60_000;
    await parts.leads(['lead', 'move', 'lead-1', 'lost', '--by', '=bob']);
    parts.time.now += 60_000;
    const grace = `per_${'1'.repeat(32)}`;
    await parts.ports.people.keep({
      ...{ id: grace, name: 'Grace', email: undefined, role: 'sales', seen: undefined },
    });
    await parts.leads(['lead', 'assign', 'lead-1', '--to', 'Grace']);
    await parts.leads(['vendor', 'add', 'Acme', '--by', 'ada']);
    const audit = (...args: string[]) => parts.leads(['audit', ...args]);
    return { ...parts, audit, grace };
  }

  it('lists who did what on what and when, with the outcome, the newest first', async () => {
    const { audit } = await withThree();
    expect(
      plain(await audit('--on', 'lead-1')).map((line) => line.replace(/^2026-\S+ [\d:]+\|/, '')),
    ).toEqual([
      'WHEN|WHO|WHAT|ON|CHANGE|OUTCOME',
      'grace|lead.assign|lead-1|from nobody to Grace|done',
      '=bob|lead.move|lead-1|to Lost|refused',
      'ada|lead.move|lead-1|from In Progress to Won|done',
    ]);
    expect((await audit('--on', 'lead-2')).out).toBe('Nothing yet.\n');
  });

  it('is of one person and one day, as the clocks of the business have it', async () => {
    const { audit, operator, grace, time } = await withThree();
    const entriesOf = async (...args: string[]) =>
      json(await audit(...args, '--json')).entries.map(({ by, action }: AuditEntry) => `${by} ${action}`);
    expect(await entriesOf('--by', 'ada')).toEqual(['ada vendor.add', 'ada lead.move']);
    time.now += 1;
    await operator.addVendor({ name: 'Blue', by: { by: 'Grace', byId: grace } });
    expect(await entriesOf('--by', grace)).toEqual(['Grace vendor.add']);
    expect(await entriesOf('--by', ' GRACE ')).toEqual(['Grace vendor.add']);
    const inHerName = ['Grace vendor.add', 'grace lead.assign'];
    expect(await entriesOf('--by', 'grace'), 'a name is also that of an author').toEqual(inHerName);
    expect(await entriesOf('--by', 'ada', '--day', '2026-06-01')).toHaveLength(2);
    expect(await entriesOf('--by', 'ada', '--day', '2026-05-31')).toEqual([]);
    expect(await entriesOf('--by', 'ada', '--since', '2026-06-01T00:01:00Z')).toEqual(['ada vendor.add']);
    expect(await audit('--by', 'nobody else')).toMatchObject({ code: 1, out: '' });
    expect(await audit('--day', '2026-06')).toMatchObject({ code: 2, out: '' });
  });

  it('continues where it ended', async () => {
    const { audit } = await withThree();
    const { err } = await audit('--on', 'lead-1', '--limit', '2');
    const [, cursor = ''] = /--cursor '(\S+)'/.exec(err) ?? [];
    expect(json(await audit('--on', 'lead-1', '--cursor', cursor, '--json'))).toEqual({
      entries: [expect.objectContaining({ by: 'ada' })],
      more: false,
    });
    expect(json(await audit('--limit', '2', '--json'))).toMatchObject({ more: true });
    expect((await audit('--limit', '4', '--cursor', '')).err).toBe('');
    expect(await audit('--cursor', 'x')).toMatchObject({ code: 2, out: '' });
  });

  it('continues past a change of many leads, which has one time', async () => {
    const { audit, ports, clock } = await withThree();
    const move = { at: clock(), by: 'ada', action: 'lead.move' } as const;
    const ids = Array.from({ length: 250 }, (_, n) => `lead-${n}`);
    await ports.audit.begin(ids.map((on) => ({ ...move, on, id: `move_${on}` })));
    const seen: string[] = [];
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const page = json(await audit('--limit', '100', '--cursor', cursor, '--json'));
      seen.push(...page.entries.map(({ on }: AuditEntry) => on));
      cursor = page.next;
    }
    expect(seen).toHaveLength(254);
    expect(new Set(seen)).toEqual(new Set([...ids, 'lead-1', expect.stringMatching(/^ven_/)]));
  });

  it('is whole from a day or time on, as a restore needs it', async () => {
    const { audit, ports, clock } = await withThree();
    const look = { at: clock(), by: 'ada', action: 'lead.show', on: 'lead-1' } as const;
    await ports.audit.begin(Array.from({ length: 1_200 }, (_, n) => ({ ...look, id: `look_${n}` })));
    const countOf = async (...args: string[]) => json(await audit(...args, '--json')).entries.length;
    expect(await countOf('--since', '1h')).toBe(1_204);
    expect(await countOf('--day', '2026-06-01')).toBe(1_204);
    expect(await countOf('--since', '1h', '--limit', '60')).toBe(60);
    expect(await countOf()).toBe(50);
  });

  it('is CSV for a spreadsheet, in which no cell is a formula', async () => {
    const { audit } = await withThree();
    expect((await audit('--csv', '--until', '2026-06-01T00:01:30Z')).out).toBe(
      [
        'at (UTC),by,action,on,outcome,from,to,fields',
        "2026-06-01T00:01:00.000+00:00,'=bob,lead.move,lead-1,refused,,Lost,",
        '2026-06-01T00:00:00.000+00:00,ada,lead.move,lead-1,done,In Progress,Won,',
        '',
      ].join('\n'),
    );
    expect(await audit('--csv', '--json')).toMatchObject({ code: 2, out: '' });
  });

  it('says that an outcome is not known', async () => {
    const parts = commandLine();
    const entry = { id: 'aud_1', at: parts.clock(), by: 'ada', action: 'key.issue', on: 'key_1' } as const;
    await parts.audit.begin([entry]);
    expect((await parts.leads(['audit'])).out).toMatch(/ unknown$/m);
  });
});
