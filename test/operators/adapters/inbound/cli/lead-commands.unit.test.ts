import { describe, expect, it } from 'vitest';
import { readCsv } from '../../../../../src/operators/adapters/inbound/spreadsheet/csv.ts';
import type { Settable } from '../../../../../src/operators/domain/work/worked-deal.ts';
import { wholeDraft } from '../../../../../suites/samples.ts';
import { changesIn } from '../../../../support/changes-in.ts';
import { commandLine } from '../../../../support/command-line.ts';
import { days } from '../../../../support/in-memory-operator.ts';
import { wholeWork } from '../../../../support/whole-work.ts';

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

  it('shows everything that people set of it, as text, unless JSON alone has it, and as JSON', async () => {
    const { leads, submit, ports } = commandLine();
    await submit('lead-1');
    const set = wholeWork('Ada', new Date(Date.UTC(2026, 6, 7)));
    await ports.leads.changeDeals(
      ['lead-1'],
      () => set,
      () => [],
    );
    const shown = {
      owner: 'Owner                  per_grace',
      assigned: '',
      changedAt: '',
      stillSince: '',
      answeredAt: '',
      reopened: 'Answer since reopened  After 0 s',
      followUp: 'Follow-up              2026-07-07 00:00:00 by Grace: Ada wants an offer',
    } satisfies Record<keyof Settable, string>;
    const { out } = await leads(['lead', 'show', 'lead-1']);
    for (const line of Object.values(shown)) expect(out).toContain(line);
    expect(Object.keys(json(await leads(['lead', 'show', 'lead-1', '--json'])))).toEqual(
      expect.arrayContaining(Object.keys(shown)),
    );
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
    expect(out).toMatch(/^Vendor’s own id +x-1$/m);
    expect(out).toMatch(/^ZIP +94107$/m);
    expect(json(await leads(['lead', 'show', 'lead-1', '--json']))).toMatchObject({
      externalId: 'x-1',
      contact: { zip: '94107' },
    });
  });
});

describe('two people who share a phone', () => {
  const phone = '(555) 010-9999';
  const priya = { firstName: 'Priya', lastName: 'Patel', email: 'priya@example.com', phone, zip: '94107' };
  const carlos = { firstName: 'Carlos', email: undefined, phone, notes: 'Ask for Carlos.' };

  async function withBoth() {
    const parts = commandLine();
    await parts.submit('hers', { draft: priya });
    await parts.submit('his', { draft: carlos });
    const shown = async (id: string) => (await parts.leads(['lead', 'show', id])).out;
    const view = async (id: string) => json(await parts.leads(['lead', 'show', id, '--json']));
    return { ...parts, shown, view };
  }

  it('are each shown as their lead describes them, with what the contact says otherwise, field by field', async () => {
    const { shown, view } = await withBoth();
    const about = (text: string) =>
      text.match(/^(?:Customer|Email|Phone|ZIP|Contact’s) .*$|^Contact’s .*$/gm);
    expect(about(await shown('his'))).toEqual([
      'Customer         Carlos',
      'Phone            5550109999',
      'Contact’s ZIP    94107',
      'Contact’s name   Priya Patel',
      'Contact’s email  priya@example.com',
    ]);
    expect(about(await shown('hers'))).toEqual([
      'Customer  Priya Patel',
      'Email     priya@example.com',
      'Phone     5550109999',
      'ZIP       94107',
    ]);
    expect(await view('his')).toMatchObject({
      customer: { firstName: 'Carlos', phone: '5550109999' },
      contact: { firstName: 'Priya', email: 'priya@example.com', zip: '94107' },
    });
    expect(Object.keys((await view('hers')).customer)).toEqual(['firstName', 'lastName', 'email', 'phone']);
  });

  it('say nothing otherwise if only the spelling of email or phone differs', async () => {
    const { submit, shown } = await withBoth();
    const again = { ...priya, email: 'PRIYA@example.com', phone: '+1 555 010 9999' };
    await submit('again', { draft: again });
    expect(await shown('again')).not.toContain('Contact’s');
  });

  it('are listed by name and phone as sent, as JSON too', async () => {
    const { leads } = await withBoth();
    const { out } = await leads(['lead', 'list']);
    const columns = out.split('\n').map((line) => line.split(/ {2,}/).slice(0, 5).join('|'));
    expect(columns).toEqual([
      'LEAD|STATUS|TYPE|NAME|PHONE',
      'hers|In Progress|sales|Priya Patel|5550109999',
      'his|In Progress|sales|Carlos|5550109999',
      '',
    ]);
    expect(json(await leads(['lead', 'list', '--json'])).leads).toMatchObject([
      { customer: { firstName: 'Priya', lastName: 'Patel', email: 'priya@example.com' } },
      { customer: { firstName: 'Carlos', phone: '5550109999' } },
    ]);
  });

  it('are erased one without the other: the contact and the other lead stay', async () => {
    const { leads, shown, view } = await withBoth();
    const before = [await view('hers'), (await view('his')).contact];
    const { contactId } = await view('his');
    const { code, out } = await leads(['lead', 'erase', 'his', '--yes', '--json']);
    expect([code, JSON.parse(out)]).toEqual([0, { leadId: 'his', contactId, erased: true }]);
    expect([await view('hers'), (await view('his')).contact]).toEqual(before);
    expect(await view('his')).toMatchObject({ customer: null, notes: '', status: 'In Progress' });
    const left = await shown('his');
    expect(left).toMatch(/^Customer +erased$/m);
    expect(left).not.toMatch(/Carlos|Priya|5550109999|94107/);
    expect((await leads(['lead', 'list'])).out).toMatch(/^his +In Progress +sales +- +- +Vendor/m);
  });
});

describe('lead erase', () => {
  const carlos = { firstName: 'Carlos\u001b[2J', lastName: 'de la\nCruz' };
  async function withCarlos() {
    const parts = commandLine();
    await parts.submit('his', { draft: carlos });
    const isThere = async () => json(await parts.leads(['lead', 'show', 'his', '--json'])).customer !== null;
    return { ...parts, isThere };
  }

  it('asks first on a terminal and names the person, in one safe line; erases only if the answer is yes', async () => {
    const { leads, isThere, audit } = await withCarlos();
    for (const typed of ['\n', 'n\n', '']) {
      const { code, out, err } = await leads(['lead', 'erase', 'his'], { typed });
      expect([code, out]).toEqual([1, '']);
      expect(err).toMatch(
        /^Permanently erase the customer’s data in lead his, Carlos\u{fffd}\[2J de la Cruz\? What contact \S+ and its other leads say stays\. \[y\/N\] Nothing was erased\.\n$/u,
      );
    }
    expect([await isThere(), changesIn(audit)]).toEqual([true, []]);
    const { code, out } = await leads(['lead', 'erase', 'his', '--by', 'ada'], { typed: 'yes\n' });
    expect([code, out]).toEqual([0, expect.stringMatching(/^Erased the customer’s data in lead his\. /)]);
    expect(await isThere()).toBe(false);
    expect(changesIn(audit)).toMatchObject([{ action: 'lead.erase', on: 'his', by: 'ada', outcome: 'done' }]);
  });

  it('requires --yes if standard input is not a terminal', async () => {
    const { leads, isThere } = await withCarlos();
    const err = 'Standard input is not a terminal: pass --yes to confirm.\n';
    expect(await leads(['lead', 'erase', 'his'])).toEqual({ code: 2, out: '', err });
    expect(await isThere()).toBe(true);
  });

  it('with --dry-run erases nothing and leaves no audit entry', async () => {
    const { leads, isThere, audit } = await withCarlos();
    const { code, out } = await leads(['lead', 'erase', 'his', '--dry-run', '--yes', '--json']);
    expect([code, JSON.parse(out).erased, await isThere(), changesIn(audit)]).toEqual([0, false, true, []]);
  });

  it('can be repeated, and then names nobody', async () => {
    const { leads, isThere, audit } = await withCarlos();
    await leads(['lead', 'erase', 'his', '--yes']);
    const again = await leads(['lead', 'erase', 'his'], { typed: 'y\n' });
    expect([again.code, again.err]).toEqual([0, '']);
    expect(again.out).toMatch(
      /^Erased before: the customer’s data in lead his\. What contact \S+ .* stays\.\n$/,
    );
    expect(json(await leads(['lead', 'erase', 'his', '--yes', '--json']))).toMatchObject({ already: true });
    expect(await isThere()).toBe(false);
    expect(changesIn(audit)).toHaveLength(3); // each completes what an interrupted one left
  });

  it('does not say that a contact stays which is erased, too', async () => {
    const { leads } = await withCarlos();
    const { contactId } = json(await leads(['lead', 'show', 'his', '--json']));
    await leads(['contact', 'erase', '--contact', contactId, '--yes']);
    const { out } = await leads(['lead', 'erase', 'his', '--yes']);
    expect(out).toBe('Erased before: the customer’s data in lead his.\n');
  });

  it('refuses an unknown lead, and records nothing of what was typed', async () => {
    const { leads, audit } = await withCarlos();
    expect(await leads(['lead', 'erase', 'ada@example.com', '--yes'])).toEqual({
      code: 1,
      out: '',
      err: 'No lead has this id.\n',
    });
    expect(audit.kept).toEqual([]);
  });

  it('prints no data of the customer but in the question', async () => {
    const { leads } = await withCarlos();
    const dry = await leads(['lead', 'erase', 'his', '--dry-run']);
    const done = await leads(['lead', 'erase', 'his', '--yes']);
    expect(dry.out + dry.err + done.out + done.err).not.toMatch(/Carlos|Cruz|ada@/);
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

describe('lead list', () => {
  async function withThree() {
    const parts = commandLine();
    for (const [id, draft] of [
      ['first', { firstName: '=HYPERLINK("x")', lastName: 'A "B", C', dealType: 'lift' }],
      ['second', { firstName: '@sum', lastName: 'Two\nlines' }],
      ['third', { firstName: '-1', lastName: '+2', phone: '5550109999' }],
    ] as const) {
      await parts.submit(id, { draft });
      parts.time.now += 60_000;
    }
    const idsOf = async (...args: string[]) =>
      json(await parts.leads(['lead', 'list', ...args, '--json'])).leads.map(
        ({ leadId }: { leadId: string }) => leadId,
      );
    return { ...parts, idsOf };
  }

  it('shows the newest first, until a time, or of a type', async () => {
    const { idsOf, leads } = await withThree();
    expect(await idsOf('--newest')).toEqual(['third', 'second', 'first']);
    expect(await idsOf('--type', 'LIFT')).toEqual(['first']);
    expect(await idsOf('--until', '2026-06-01T00:01:00Z')).toEqual(['first']);
    const { err } = await leads(['lead', 'list', '--newest', '--limit', '2']);
    const [, cursor = ''] = /--cursor '(\S+)'/.exec(err) ?? [];
    expect(await idsOf('--newest', '--cursor', cursor)).toEqual(['first']);
    for (const wrong of [
      ['--type', 'boat'],
      ['--csv', '--json'],
    ])
      expect(await leads(['lead', 'list', ...wrong])).toMatchObject({ code: 2, out: '' });
    expect(
      await leads([
        'lead',
        'list',
        '--newest',
        '--cursor',
        json(await leads(['lead', 'list', '--json'])).next,
      ]),
    ).toMatchObject({ code: 1 });
  });

  it('shows what was changed last, first', async () => {
    const { leads, time } = await withThree();
    for (const [id, status] of [
      ['second', 'Quoted'],
      ['first', 'Won'],
    ] as const) {
      time.now += 60_000;
      await leads(['lead', 'move', id, status]);
    }
    const { leads: found } = json(await leads(['lead', 'list', '--changed', '--json']));
    expect(found.map(({ leadId }: { leadId: string }) => leadId)).toEqual(['first', 'second']);
    expect(found[0].changedAt).toBe(new Date(time.now).toISOString());
    expect((await leads(['lead', 'list', '--changed', '--newest'])).code).toBe(2);
    expect((await leads(['lead', 'list', '--changed', '--limit', '1'])).err).toContain('--cursor');
  });

  it('is CSV for a spreadsheet, in which no cell is a formula', async () => {
    const { leads } = await withThree();
    const { out } = await leads(['lead', 'list', '--csv']);
    expect(out).toBe(
      [
        'leadId,status,dealType,firstName,lastName,email,phone,vendor,vendorName,receivedAt (UTC),externalId,owner,statusSince,vehicle,lostReason,answeredAt,followUpAt,zip,notes,timeline',
        'first,In Progress,lift,"\'=HYPERLINK(""x"")","A ""B"", C",ada@example.com,,ven_1,Vendor,2026-06-01T00:00:00.000+00:00,,,2026-06-01T00:00:00.000+00:00,,,,,,Call back.,',
        'second,In Progress,sales,\'@sum,"Two\nlines",ada@example.com,,ven_1,Vendor,2026-06-01T00:01:00.000+00:00,,,2026-06-01T00:01:00.000+00:00,,,,,,Call back.,',
        "third,In Progress,sales,'-1,'+2,ada@example.com,5550109999,ven_1,Vendor,2026-06-01T00:02:00.000+00:00,,,2026-06-01T00:02:00.000+00:00,,,,,,Call back.,",
        '',
      ].join('\n'),
    );
  });

  it('is CSV with what was done and written, which a list that is handed back leaves as it is', async () => {
    const { leads, operator, time } = await withThree();
    const by = 'Grace';
    await leads(['lead', 'note', 'first', 'reason, "price";=2+2\n=3', '--by', by]);
    time.now += 60_000;
    await operator.moveLead({ leadId: 'first', to: 'Lost', lostReason: 'price', reason: 'Too, dear', by });
    await operator.noteLead({ leadId: 'second', kind: 'no-answer', by });
    await operator.noteLead({ leadId: 'third', kind: 'note', text: 'Secret', by });
    await operator.moveLead({ leadId: 'third', to: 'Quoted', reason: 'Secret', by });
    await operator.eraseLead({ leadId: 'third', by });
    const { out } = await leads(['lead', 'list', '--csv']);
    expect(out).toContain(
      `,"2026-06-01 00:03:00 Grace noted: reason, ""price"";'=2+2 / =3\n2026-06-01 00:04:00 Grace moved it to Lost (Too expensive): Too, dear"\n`,
    );
    expect(out).toContain('Call back.,2026-06-01 00:04:00 Grace got no answer\n');
    expect(out).toMatch(/^third,Quoted.*,,,$/m);
    expect(out).not.toContain('Secret');

    const piped = out.replace('second,In Progress', 'second,Quoted');
    await leads(['lead', 'move', '--csv', '-'], { piped });
    const { deal } = await operator.showLead({ leadId: 'second', by });
    expect(deal).toMatchObject({ status: 'Quoted', activities: [{ kind: 'no-answer' }] });
    expect(deal.history.at(-1)?.reason).toBeUndefined();
    const { deal: first } = await operator.showLead({ leadId: 'first', by });
    expect([first.history.length, first.activities.length]).toEqual([2, 1]);
  });

  it('is CSV whose cells a spreadsheet does not divide, whatever was written', async () => {
    const { leads, operator } = await withThree();
    for (let n = 1; n <= 20; n += 1)
      await operator.noteLead({
        leadId: 'first',
        kind: 'note',
        text: `${n} ${"'".repeat(1_990)}`,
        by: 'Grace',
      });
    const { out } = await leads(['lead', 'list', '--csv', '--limit', '1']);
    const cells = readCsv(out)[1]?.cells ?? [];
    expect(cells.at(-1)).toMatch(/^2026.* noted: 7 .*noted: 20 '+$/s);
    expect(Math.max(...cells.map((cell) => cell.length))).toBeLessThan(32_767);
  });
});
