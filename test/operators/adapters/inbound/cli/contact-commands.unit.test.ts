import { describe, expect, it } from 'vitest';
import { NotDone } from '../../../../../src/operators/adapters/inbound/cli/cli-context.ts';
import { changesIn } from '../../../../support/changes-in.ts';
import { commandLine } from '../../../../support/command-line.ts';

const json = ({ out }: { out: string }) => JSON.parse(out);

describe('erasing a contact', () => {
  async function withAda() {
    const parts = commandLine();
    await parts.submit('lead-1');
    const isThere = async () =>
      json(await parts.leads(['lead', 'show', 'lead-1', '--json'])).contact !== null;
    return { ...parts, isThere };
  }
  const ada = ['contact', 'erase', '--email', 'Ada@Example.com'];

  it('asks first on a terminal, and erases only if the answer is yes', async () => {
    const { leads, isThere } = await withAda();
    for (const typed of ['\n', 'n\n', 'yesterday\n', '']) {
      const { code, err } = await leads(ada, { typed });
      expect([code, err.endsWith('Nothing was erased.\n')]).toEqual([1, true]);
    }
    expect(await isThere()).toBe(true);
    const { code, out, err } = await leads(ada, { typed: 'y\n' });
    expect(code).toBe(0);
    const [asked, advised] = err.split('[y/N] ');
    expect(asked).toMatch(
      /^Permanently erase contact \S+ \(Ada, ada@example\.com\) and the personal data in its lead\? $/,
    );
    expect(advised).toMatch(
      /^In a minute, .* run leads contact erase --contact [\da-f-]{36} --yes; then the same command as now, .*\.\n$/,
    );
    expect(out).toMatch(/^Erased contact/);
    expect(await isThere()).toBe(false);
  });

  it('requires --yes if standard input is not a terminal', async () => {
    const { leads, isThere } = await withAda();
    expect(await leads(ada)).toEqual({
      code: 2,
      out: '',
      err: 'Standard input is not a terminal: pass --yes to confirm.\n',
    });
    expect(await isThere()).toBe(true);
    const { out } = await leads([...ada, '--yes', '--json']);
    expect(JSON.parse(out)).toMatchObject({ leads: 1, erased: true });
    expect(await isThere()).toBe(false);
  });

  it('says so if the contact was erased before, and no longer how to repeat it', async () => {
    const { leads } = await withAda();
    const { contactId } = JSON.parse((await leads([...ada, '--yes', '--json'])).out);
    const { out, err } = await leads(['contact', 'erase', '--contact', contactId, '--yes']);
    expect(out).toMatch(
      /^Erased contact \S+ \(erased before, on \d{4}-.+\) and the personal data in its lead\.\n$/,
    );
    expect(err).toBe('');
  });

  it('says in how many leads', async () => {
    const { leads, submit } = await withAda();
    await submit('lead-2');
    expect((await leads([...ada, '--dry-run'])).out).toMatch(/ and the personal data in its 2 leads\.\n$/);
  });

  it('says how many of them name somebody else, and how to erase a single one', async () => {
    const { leads, submit } = await withAda();
    const phone = '5550109999';
    await submit('lead-2', { draft: { firstName: 'ADA', phone } });
    expect((await leads([...ada, '--dry-run'])).out).toMatch(/ in its 2 leads\.\n$/);
    for (const lead of ['lead-3', 'lead-4'])
      await submit(lead, { draft: { firstName: 'Bob', email: undefined, phone } });
    const said =
      'the personal data in its 4 leads (2 under another first name: lead erase ID erases a single lead)';
    expect((await leads([...ada, '--dry-run'])).out).toContain(said);
    expect((await leads(ada, { typed: 'n\n' })).err).toContain(`${said}? [y/N]`);
    await leads(['lead', 'erase', 'lead-4', '--yes']);
    const { contactId, ...dry } = json(await leads([...ada, '--dry-run', '--json']));
    expect(dry).toEqual({ leads: 4, held: 0, leadsUnderOtherNames: 1, erased: false });
    const { out } = await leads([...ada, '--yes']);
    expect(out).toContain('(1 under another first name: lead erase ID erases a single lead).');
    const again = ['contact', 'erase', '--contact', contactId, '--yes', '--json'];
    expect(json(await leads(again))).toEqual({
      contactId,
      leads: 4,
      held: 0,
      leadsUnderOtherNames: 0,
      erased: true,
    });
  });

  it('counts those that came with a merge, by either id, as the access file does', async () => {
    const { leads, submit, operator } = await withAda();
    await submit('bobs', { draft: { firstName: 'Bob', email: 'bob@example.com' } });
    const contactOf = async (leadId: string) =>
      (await operator.showLead({ leadId, by: 'grace' })).deal.contactId;
    const [keptId, goneId] = [await contactOf('lead-1'), await contactOf('bobs')];
    await operator.mergeContacts({ keptId, goneId, by: 'grace' });
    for (const id of [keptId, goneId]) {
      const dry = await leads(['contact', 'erase', '--contact', id, '--dry-run', '--json']);
      expect(json(dry)).toEqual({
        contactId: keptId,
        leads: 2,
        held: 0,
        leadsUnderOtherNames: 1,
        erased: false,
      });
      const file = await leads(['contact', 'export', '--contact', id]);
      expect(json(file)).toMatchObject({ leadsUnderOtherNames: 1 });
    }
  });

  it('counts them in any number of leads', async () => {
    const { leads, submit } = await withAda();
    for (let n = 0; n < 1_100; n += 1) await submit(`bob-${n}`, { draft: { firstName: 'Bob' } });
    expect(json(await leads([...ada, '--dry-run', '--json']))).toMatchObject({
      leads: 1_101,
      leadsUnderOtherNames: 1_100,
    });
  });

  it('with --dry-run erases nothing and leaves no audit entry', async () => {
    const { leads, isThere, audit } = await withAda();
    const { code, out } = await leads([...ada, '--dry-run', '--yes', '--json']);
    expect([code, JSON.parse(out).erased]).toEqual([0, false]);
    expect(await isThere()).toBe(true);
    expect(changesIn(audit)).toEqual([]);
  });

  it('can be repeated with the id that it printed', async () => {
    const { leads } = await withAda();
    const { contactId } = json(await leads([...ada, '--yes', '--json']));
    expect((await leads(['lead', 'show', 'lead-1'])).out).toContain(contactId);
    const again = ['contact', 'erase', '--contact', contactId, '--yes', '--json'];
    expect(json(await leads(again))).toEqual({
      contactId,
      leads: 1,
      held: 0,
      leadsUnderOtherNames: 0,
      erased: true,
    });
    expect(await leads(['contact', 'erase', '--contact', 'nobody', '--yes'])).toMatchObject({ code: 1 });
  });

  it('leaves a lead that shows when its customer was erased', async () => {
    const { leads, clock } = await withAda();
    const shown = async (...args: string[]) => leads(['lead', 'show', 'lead-1', ...args]);
    expect((await shown()).out).not.toMatch(/^Erased/m);
    await leads([...ada, '--yes']);
    expect((await shown()).out).toMatch(/^Erased +2026-/m);
    expect(json(await shown('--json'))).toMatchObject({
      contact: null,
      contactErased: clock().toISOString(),
    });
  });

  it('prints no data of the customer', async () => {
    const { leads } = await withAda();
    const dry = await leads([...ada, '--dry-run']);
    const done = await leads([...ada, '--yes']);
    const said = dry.out + dry.err + done.out + done.err;
    expect(said).not.toMatch(/\bAda\b|ada@|5550109999/i); // an id may happen to contain `ada`
  });
});

describe('showing a contact', () => {
  async function withTwoLeads() {
    const parts = commandLine();
    const draft = { lastName: 'Lovelace', phone: '(555) 010-9999', zip: '94107' };
    await parts.submit('lead-1', { draft });
    await parts.submit('lead-2', { draft });
    await parts.submit('other', { draft: { email: 'bob@example.com' } });
    const { contactId } = json(await parts.leads(['lead', 'show', 'lead-1', '--json']));
    return { ...parts, contactId };
  }

  it('tells what is kept about the customer, with their leads', async () => {
    const { leads, contactId } = await withTwoLeads();
    const { code, out, err } = await leads(['contact', 'show', '--email', 'ADA@example.com']);
    expect(err).toBe('');
    const lines = out.split('\n').map((line) => line.split(/ {2,}/).slice(0, 2).join(': '));
    expect([code, lines]).toEqual([
      0,
      [
        `Contact: ${contactId}`,
        'Customer: Ada Lovelace',
        'Email: ada@example.com',
        'Phone: 5550109999',
        'ZIP: 94107',
        'Leads: 2',
        '',
        'LEAD: STATUS',
        'lead-1: In Progress',
        'lead-2: In Progress',
        '',
      ],
    ]);
  });

  it('tells of a customer without an email what there is', async () => {
    const { leads, submit } = commandLine();
    await submit('lead-1', { draft: { email: undefined, phone: '(555) 010-9999' } });
    const shown = ['contact', 'show', '--phone', '5550109999'];
    for (const args of [shown, ['lead', 'show', 'lead-1']]) {
      const { code, out } = await leads(args);
      expect([code, out.match(/^(?:Customer|Email|Phone|ZIP) .*$/gm)]).toEqual([
        0,
        ['Customer  Ada', 'Phone     5550109999'],
      ]);
    }
    expect(json(await leads([...shown, '--json'])).contact).toEqual({
      firstName: 'Ada',
      phone: '5550109999',
    });
  });

  it('finds the same one by phone and by id, as JSON too', async () => {
    const { leads, contactId } = await withTwoLeads();
    const byPhone = json(await leads(['contact', 'show', '--phone', '+1 555 010 9999', '--json']));
    expect(byPhone).toMatchObject({
      contactId,
      contact: {
        firstName: 'Ada',
        lastName: 'Lovelace',
        email: 'ada@example.com',
        phone: '5550109999',
        zip: '94107',
      },
      leads: [{ leadId: 'lead-1', status: 'In Progress' }, { leadId: 'lead-2' }],
      more: false,
    });
    expect(json(await leads(['contact', 'show', '--contact', contactId, '--json']))).toEqual(byPhone);
  });

  it('by a phone that only a lead came with, names the contact and says what to do', async () => {
    const { leads, submit, contactId } = await withTwoLeads();
    await submit('lead-3', { draft: { email: 'ada@example.com', phone: '5550100002' } });
    const { code, err } = await leads(['contact', 'erase', '--phone', '5550100002', '--yes']);
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(
        new RegExp(
          `^Nobody is found by this alone, but it stands in contact ${contactId} or in its leads\\. Run contact show ID, and lead list `,
        ),
      ),
    ]);
    const listed = json(await leads(['lead', 'list', '--phone', '1 555 010 0002', '--json']));
    expect(listed.leads).toMatchObject([{ leadId: 'lead-3' }]);
    expect(await leads(['lead', 'list', '--phone', '5550100002', '--email', 'a@b.co'])).toMatchObject({
      code: 2,
    });
  });

  it('by a phone, says if it still stands with somebody else', async () => {
    const { leads, submit } = await withTwoLeads();
    await submit('kid', { draft: { email: 'kid@example.com', phone: '(555) 010-9999' } });
    const { err } = await leads(['contact', 'erase', '--phone', '5550109999', '--yes']);
    expect(err).toContain('It still stands in other contacts or their leads: run contact find ');
    const again = await leads(['contact', 'erase', '--email', 'kid@example.com', '--yes']);
    expect(again.err).not.toContain('still stands');
  });

  it('by phone, and only then, says that there may be others who gave it', async () => {
    const { leads, submit, contactId } = await withTwoLeads();
    await submit('kid', { draft: { email: 'kid@example.com', phone: '(555) 010-9999' } });
    for (const command of ['show', 'erase']) {
      const told = (...args: string[]) => leads(['contact', command, ...args, '--json']);
      const dryRun = command === 'erase' ? ['--dry-run'] : [];
      expect((await told('--phone', '5550109999', ...dryRun)).err).toContain('only by that email');
      expect((await told('--email', 'kid@example.com', ...dryRun)).err).toBe('');
      expect((await told('--contact', contactId, ...dryRun)).err).toBe('');
    }
  });

  it('shows of an erased one only when it was erased, and its leads', async () => {
    const { leads, contactId, clock } = await withTwoLeads();
    await leads(['contact', 'erase', '--contact', contactId, '--yes']);
    const shown = (...args: string[]) => leads(['contact', 'show', '--contact', contactId, ...args]);
    expect((await shown()).out).toMatch(/^Contact +\S+\nErased +2026-.*\nLeads +2\n\nLEAD/);
    expect(json(await shown('--json'))).toMatchObject({
      contact: null,
      contactErased: clock().toISOString(),
      leads: [{ leadId: 'lead-1' }, { leadId: 'lead-2' }],
    });
  });

  it('shows 50 leads and says how to see all', async () => {
    const { leads, submit, contactId } = await withTwoLeads();
    for (let n = 3; n <= 51; n += 1) await submit(`more-${n}`);
    const { out, err } = await leads(['contact', 'show', '--contact', contactId]);
    expect(out).toMatch(/^Leads +51$/m);
    expect(out.match(/In Progress/g)).toHaveLength(50);
    expect(err).toBe(`There are more: lead list --contact ${contactId}\n`);
    const all = json(await leads(['lead', 'list', '--contact', contactId, '--limit', '60', '--json']));
    expect(all.leads).toHaveLength(51);
  });

  it('refuses an unknown customer, and no contact at all', async () => {
    const { leads } = commandLine();
    expect(await leads(['contact', 'show', '--email', 'nobody@example.com'])).toMatchObject({ code: 1 });
    expect(await leads(['contact', 'show'])).toMatchObject({ code: 2 });
    for (const unknown of ['', 'ada@example.com'])
      expect(await leads(['lead', 'list', '--contact', unknown])).toMatchObject({ code: 1, out: '' });
  });
});

describe('a mistyped contact', () => {
  it('tells a mistyped contact before it looks for a store', async () => {
    const operator = () => {
      throw new NotDone('no store');
    };
    expect(await commandLine().leads(['contact', 'show', '--phone', '12'], { operator })).toMatchObject({
      code: 2,
    });
  });

  it('does not repeat mistyped personal data', async () => {
    const { leads } = commandLine();
    const { code, err } = await leads(['contact', 'erase', '--yes', '--email', 'ada@@example.com']);
    expect([code, err]).toEqual([2, '--email: This is not a valid email address.\n']);
    expect((await leads(['contact', 'show', '--phone', '555-1234'])).err).toBe(
      '--phone: This is not a valid phone number: give 10 digits, or 11 that start with 1.\n',
    );
  });
});

describe('exporting a contact', () => {
  it('prints everything that is kept as one JSON document, and records it', async () => {
    const { leads, submit, audit, operator } = commandLine();
    await submit('lead-1', { draft: { notes: 'Call \u202e me' } });
    await operator.moveLead({ leadId: 'lead-1', to: 'Won', reason: 'signed', by: 'ada' });
    const { code, out, err } = await leads(['contact', 'export', '--email', 'ada@example.com']);
    expect([code, err, out]).toEqual([
      0,
      '',
      expect.stringMatching(/^\{\n {2}"exportedAt": "2026-06-01T00:00/),
    ]);
    expect(out).not.toContain('\u202e');
    const file = json({ out });
    expect(file).toMatchObject({
      contact: { email: 'ada@example.com', keys: ['e:ada@example.com'] },
      leads: [
        { leadId: 'lead-1', notes: 'Call \u202e me', customer: { firstName: 'Ada' }, told: [], refused: [] },
      ],
    });
    expect(file.leads[0].history.at(-1)).toMatchObject({ status: 'Won', reason: 'signed', by: 'ada' });
    const oneLine = await leads(['contact', 'export', '--contact', file.contactId, '--json']);
    expect([oneLine.out.split('\n').length, json(oneLine)]).toEqual([2, file]);
    const exported = { action: 'contact.export', on: file.contactId, by: 'grace', outcome: 'done' };
    expect(changesIn(audit).slice(-2)).toMatchObject([exported, exported]);
    expect((await leads(['contact', 'export', '--email', 'eve@example.com'])).code).toBe(1);
  });

  it('says how many leads are under another first name, as the erasure does', async () => {
    const { leads, submit } = commandLine();
    const phone = '5550109999';
    await submit('lead-1', { draft: { phone } });
    await submit('lead-2', { draft: { firstName: 'Bob', email: undefined, phone } });
    const { out, err } = await leads(['contact', 'export', '--phone', phone]);
    expect(json({ out })).toMatchObject({ leadsUnderOtherNames: 1, leads: [{}, {}] });
    expect(err).toContain('Of its 2 leads, 1 came under another first name');
    await leads(['lead', 'erase', 'lead-2', '--yes']);
    const after = await leads(['contact', 'export', '--phone', phone]);
    expect([json(after).leadsUnderOtherNames, after.err]).toEqual([0, '']);
  });
});
