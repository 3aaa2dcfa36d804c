import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { StoreUnavailable } from '../../../../../src/application/ports/outbound/store.ts';
import { commandLine } from '../../../../support/command-line.ts';
import { days } from '../../../../support/in-memory-operator.ts';

const json = ({ out }: { out: string }) => JSON.parse(out);

describe('lead assign', () => {
  it('names who takes care of a lead, and then nobody', async () => {
    const { leads, submit, audit, addPeople } = commandLine();
    await submit('lead-1');
    await addPeople('Grace');
    const assign = async (...args: string[]) => (await leads(['lead', 'assign', 'lead-1', ...args])).out;
    expect(await assign('--to', ' Grace ', '--by', 'ada')).toBe('Lead lead-1 is now assigned to Grace.\n');
    expect(await assign('--to', 'Grace')).toBe('Lead lead-1 is already assigned to Grace.\n');
    expect((await leads(['lead', 'show', 'lead-1'])).out).toMatch(/^Owner +Grace$/m);
    expect((await leads(['lead', 'list'])).out).toMatch(/ Grace$/m);
    for (const command of ['show lead-1', 'list'])
      expect((await leads(['lead', ...command.split(' '), '--json'])).out).toMatch(
        /"owner":\{"id":"per_\w{32}","name":"Grace"\}/,
      );
    expect(json(await leads(['lead', 'assign', 'lead-1', '--nobody', '--json']))).toEqual({
      leadId: 'lead-1',
      at: '2026-06-01T00:00:00.000Z',
      from: { id: expect.stringMatching(/^per_/), name: 'Grace' },
      changed: true,
    });
    expect(await assign('--nobody')).toBe('Lead lead-1 is already nobody’s.\n');
    expect((await leads(['lead', 'show', 'lead-1'])).out).not.toContain('Owner');
    expect(audit.kept[1]).toMatchObject({ action: 'lead.assign', on: 'lead-1', by: 'ada', outcome: 'done' });
  });

  it('needs one of --to and --nobody, and a lead that exists', async () => {
    const { leads, audit, addPeople } = commandLine();
    await addPeople('Grace');
    const before = audit.kept;
    for (const args of [[], ['--to', 'Grace', '--nobody']])
      expect(await leads(['lead', 'assign', 'lead-1', ...args])).toMatchObject({ code: 2, out: '' });
    expect(await leads(['lead', 'assign', 'ada@example.com', '--to', 'Grace'])).toEqual({
      code: 1,
      out: '',
      err: 'No lead has this id.\n',
    });
    expect(audit.kept).toEqual(before);
  });
});

describe('lead list', () => {
  async function withFour() {
    const parts = commandLine();
    const { submit, leads, time } = parts;
    await submit('won', { draft: { firstName: 'Zoë', lastName: 'Łukasik', externalId: 'A-1001' } });
    await leads(['lead', 'move', 'won', 'won']);
    await submit('hers');
    await parts.addPeople('Grace');
    await leads(['lead', 'assign', 'hers', '--to', 'Grace']);
    await submit('moved', { draft: { email: 'bob@example.com', phone: '555-010-9999' } });
    time.now += days(4);
    await leads(['lead', 'move', 'moved', 'quoted', '--leave']);
    await submit('new');
    const idsOf = async (...args: string[]) =>
      json(await leads(['lead', 'list', ...args, '--json'])).leads.map(
        ({ leadId }: { leadId: string }) => leadId,
      );
    return { ...parts, idsOf };
  }

  it('lists the leads of somebody, of nobody, those that are open, and those that wait', async () => {
    const { idsOf } = await withFour();
    expect(await idsOf('--owner', 'Grace')).toEqual(['hers']);
    expect(await idsOf('--nobody')).toEqual(['moved', 'won', 'new']);
    expect(await idsOf('--open')).toEqual(['hers', 'moved', 'new']);
    expect(await idsOf('--waiting', '3d')).toEqual(['hers', 'won']);
    expect(await idsOf('--waiting', '3d', '--open', '--nobody')).toEqual([]);
  });

  it('finds a phone in any form, an email, a part of a name, and an id of ours or the vendor’s', async () => {
    const { idsOf } = await withFour();
    expect(await idsOf('--find', '+1 (555) 010.9999')).toEqual(['moved']);
    expect(await idsOf('--find', 'BOB@example.com')).toEqual(['moved']);
    expect(await idsOf('--find', 'luka zoe')).toEqual(['won']);
    expect(await idsOf('--find', 'zo łuk')).toEqual(['won']);
    expect(await idsOf('--find', 'hers')).toEqual(['hers']);
    expect(await idsOf('--find', 'A-1001')).toEqual(['won']);
  });

  it('says since when a lead has its status', async () => {
    const { leads } = await withFour();
    const { statusSince, receivedAt } = json(await leads(['lead', 'list', '--find', 'moved', '--json']))
      .leads[0];
    expect([receivedAt, statusSince]).toEqual(['2026-06-01T00:00:00.000Z', '2026-06-05T00:00:00.000Z']);
  });

  it('refuses what means nothing', async () => {
    const { leads } = commandLine();
    for (const args of [
      ['--owner', 'Grace', '--nobody'],
      ['--find', ' '],
      ['--waiting', '0d'],
      ['--waiting', 'long'],
    ])
      expect([args, await leads(['lead', 'list', ...args])]).toMatchObject([args, { code: 2, out: '' }]);
  });
});

describe('lead move --csv', () => {
  async function withThree() {
    const parts = commandLine();
    await parts.leads(['vendor', 'add', 'Acme']);
    const vendorId = json(await parts.leads(['vendor', 'list', '--json'])).vendors[0].vendor;
    for (const n of [1, 2, 3]) await parts.submit(`lead-${n}`, { vendorId, draft: { externalId: `A-${n}` } });
    const lines = (piped: string | Uint8Array, ...args: string[]) =>
      parts.leads(['lead', 'move', '--csv', '-', ...args], { piped });
    const last = async (id: string) => json(await parts.leads(['lead', 'show', id, '--json'])).history.at(-1);
    return { ...parts, lines, last };
  }

  it('moves each lead, and says per line what happened; what is refused stops no other', async () => {
    const { lines, last } = await withThree();
    const { code, out, err } = await lines(
      'id;status;reason\nlead-1;won;"Signed; at last"\nlead-2;In Progress\nada@example.com;lost\n\nlead-3;LOST\n',
      ...['--reason', 'Meeting', '--by', 'ada'],
    );
    expect(out).toBe(
      'Line 2: Lead lead-1 moved from In Progress to Won.\nLine 3: Lead lead-2 is already In Progress.\nLine 6: Lead lead-3 moved from In Progress to Lost.\n',
    );
    expect([code, err]).toEqual([1, 'Line 4: No lead has this id.\n1 of 4 refused.\n']);
    expect(await last('lead-1')).toMatchObject({ status: 'Won', reason: 'Signed; at last', by: 'ada' });
    expect(await last('lead-3')).toMatchObject({ status: 'Lost', reason: 'Meeting' });
  });

  it('takes a vendor’s own ids, and a list of ours as it was exported', async () => {
    const { lines, leads, last } = await withThree();
    const { code, out } = await lines('A-2,quoted', '--vendor', 'Acme');
    expect([code, out]).toEqual([0, 'Line 1: Lead lead-2 (A-2) moved from In Progress to Quoted.\n']);
    const { out: exported } = await leads(['lead', 'list', '--csv']);
    expect((await lines(exported.replaceAll('In Progress', 'Lost'))).code).toBe(0);
    expect((await lines(exported.replaceAll('Quoted', 'Won'), '--vendor', 'Acme')).code).toBe(0); // who was not moved in it stays
    expect([await last('lead-1'), await last('lead-2')]).toMatchObject([
      { status: 'Lost' },
      { status: 'Won' },
    ]);
  });

  it('by a vendor’s ids that are numbers shows first which lead each means', async () => {
    const { lines, submit, operator, last } = await withThree();
    const { id: vendorId } = await operator.addVendor({ name: 'Blue', by: 'test' });
    const draft = (externalId: string) => ({ vendorId, draft: { firstName: 'Zoë', externalId } });
    for (const id of ['42', '00042']) await submit(`lead-${id}`, draft(id));
    const sheet = 'externalId,status\n42,Won\n'; // of 00042, saved by LibreOffice 7.4
    const shown = await lines(sheet, '--vendor', 'Blue');
    expect(shown).toMatchObject({ code: 2, out: '' });
    expect(shown.err).toMatch(
      /Line 2: 42 is Zoë.*, lead lead-42: In Progress to Won\.\n.*Nothing is moved yet/,
    );
    expect(await last('lead-42')).toMatchObject({ status: 'In Progress' });
    const named = await lines(
      'leadId,externalId,status\nlead-00042,42,Won\nlead-42,42,Quoted',
      '--vendor',
      'Blue',
    );
    expect([named.code, named.out]).toEqual([
      1,
      'Line 3: Lead lead-42 (42) moved from In Progress to Quoted.\n',
    ]);
    expect(named.err).toContain('Line 2: The vendor’s id is that of lead lead-42, but the row names another');
    expect(await lines(sheet, '--vendor', 'Blue', '--yes')).toMatchObject({ code: 0 });
    expect((await last('lead-00042')).status).toBe('In Progress');
  });

  it('reads a file', async () => {
    const { leads, last } = await withThree();
    const folder = mkdtempSync('node_modules/.moves-');
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'moves.csv');
    writeFileSync(file, '\ufefflead-1\twon\r\n');
    expect(await leads(['lead', 'move', '--csv', file])).toMatchObject({ code: 0, err: '' });
    expect(await last('lead-1')).toMatchObject({ status: 'Won' });
    expect(await leads(['lead', 'move', '--csv', join(folder, 'none')])).toEqual({
      code: 2,
      out: '',
      err: 'The file cannot be read (ENOENT).\n',
    });
  });

  it('moves nothing if a line is malformed, which is told by its number', async () => {
    const { lines, audit } = await withThree();
    const { code, out, err } = await lines('lead-1,won\nlead-2,sold\n,won\nlead-3,lost,dear, he said\n');
    expect([code, out]).toEqual([2, '']);
    expect(err).toBe(
      'Line 2: The status is none of In Progress, Quoted, Evaluation Scheduled, Won, Lost.\nLine 3: There is no id.\nLine 4: It has more cells than there are columns: put quotation marks around a text that has a comma, a semicolon or a tab in it.\nNothing was moved: correct these lines first.\n',
    );
    for (const text of ['', 'id,status\n', Buffer.from('lead-1,won,caf\xe9', 'latin1')])
      expect(await lines(text)).toMatchObject({ code: 2, out: '' });
    expect(audit.kept.map(({ action }) => action)).toEqual(['vendor.add']);
  });

  it('prints one line of JSON for each', async () => {
    const { lines } = await withThree();
    const { code, out } = await lines('lead-1,won\nlead-9,won\nlead-2,in-progress', '--json');
    const same = 'In Progress';
    expect([
      code,
      ...out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ]).toEqual([
      1,
      { line: 1, id: 'lead-1', leadId: 'lead-1', from: 'In Progress', status: 'Won', changed: true },
      { line: 2, id: 'lead-9', refused: 'No lead has this id.' },
      { line: 3, id: 'lead-2', leadId: 'lead-2', ...{ from: same, status: same, changed: false } },
    ]);
  });

  it('moves nothing that somebody has moved since, and says who, what and when', async () => {
    const { lines, leads, last, time, addPeople } = await withThree();
    await addPeople('Ada', 'Bob');
    const { out: exported } = await leads(['lead', 'list', '--csv']);
    time.now += 60_000;
    await leads(['lead', 'move', 'lead-2', 'quoted', '--by', 'eve']);
    const edited = exported.replaceAll('In Progress', 'Lost').replace('lead-3,Lost', 'lead-3,In Progress');
    const { code, out, err } = await lines(edited);
    expect([code, out]).toEqual([
      1,
      'Line 2: Lead lead-1 moved from In Progress to Lost.\nLine 4: Lead lead-3 is already In Progress.\n',
    ]);
    expect(err).toMatch(/^Line 3: Meanwhile eve moved it to Quoted \(\d{4}-.*\)\.\n1 of 3 refused\.\n$/);
    expect(await last('lead-2')).toMatchObject({ status: 'Quoted' });
    const told = (await lines(edited, '--json')).out.split('\n').map((line) => line && JSON.parse(line));
    expect(told[1]).toMatchObject({ reason: 'changed-meanwhile', last: { status: 'Quoted', by: 'eve' } });
    const one = await leads(['lead', 'move', 'lead-2', 'won', '--from', 'in-progress']);
    expect([one.code, one.err]).toEqual([1, expect.stringContaining('Meanwhile eve moved it to Quoted (')]);
    const owner = await leads(['lead', 'assign', 'lead-2', '--to', 'Ada', '--from', 'Bob']);
    expect([owner.code, owner.err]).toEqual([1, 'Meanwhile it became nobody’s.\n']);
  });

  it('has told what was moved before the store stopped answering', async () => {
    const { leads, operator } = await withThree();
    const moveLeads: typeof operator.moveLeads = async ({ moves, ...order }) => {
      const groups = await operator.moveLeads({ ...order, moves: moves.slice(0, 1) });
      const broken = (async function* () {
        yield* groups;
        throw new StoreUnavailable('10.0.0.7 refused');
      })();
      return Object.assign(broken, { count: moves.length });
    };
    const { code, out, err } = await leads(['lead', 'move', '--csv', '-'], {
      operator: async () => ({ ...operator, moveLeads }),
      piped: 'lead-1,won\nlead-2,won\nlead-3,won',
    });
    expect([code, out]).toEqual([1, 'Line 1: Lead lead-1 moved from In Progress to Won.\n']);
    expect(err).toContain('could not be used: 10.0.0.7 refused');
  });

  it('is one of two ways to use the command', async () => {
    const { leads } = commandLine();
    for (const args of [
      [],
      ['lead-1'],
      ['lead-1', 'won', '--csv', '-'],
      ['lead-1', 'won', '--vendor', 'Acme'],
    ])
      expect([args, await leads(['lead', 'move', ...args])]).toMatchObject([args, { code: 2, out: '' }]);
  });
});
