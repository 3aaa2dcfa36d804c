import { EventEmitter } from 'node:events';
import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { NotDone } from '../../../../src/adapters/inbound/cli/cli-context.ts';
import { Interrupts } from '../../../../src/adapters/inbound/cli/interrupts.ts';
import { StoreUnavailable } from '../../../../src/application/ports/outbound/store.ts';
import { wholeDraft } from '../../../../src/testing/samples.ts';
import { commandLine } from '../../../support/command-line.ts';
import { days } from '../../../support/in-memory-operator.ts';

const json = ({ out }: { out: string }) => JSON.parse(out);

describe('the command line', () => {
  it('adds a vendor, issues a key, and lists, moves and shows a lead', async () => {
    const { leads, submit } = commandLine();
    const { vendor } = json(await leads(['vendor', 'add', 'Blue Motors', '--json']));
    const issued = json(await leads(['key', 'issue', 'Blue Motors', '--expires', '90d', '--json']));
    expect(issued).toMatchObject({ vendor, state: 'active', expires: '2026-08-30T00:00:00.000Z' });
    expect(issued.key).toMatch(/^lead_test_/);
    expect(issued).not.toHaveProperty('digest');

    await submit('lead-1', { vendorId: vendor });
    const listed = json(await leads(['lead', 'list', '--vendor', 'Blue Motors', '--json']));
    expect(listed).toMatchObject({
      leads: [{ leadId: 'lead-1', status: 'In Progress', vendor }],
      more: false,
    });
    const moved = await leads(['lead', 'move', 'lead-1', 'evaluation-scheduled', '--json', '--by', 'ada']);
    expect(json(moved)).toEqual({
      leadId: 'lead-1',
      status: 'Evaluation Scheduled',
      from: 'In Progress',
      changed: true,
    });
    const shown = json(await leads(['lead', 'show', 'lead-1', '--json']));
    expect(shown.history.at(-1)).toMatchObject({ status: 'Evaluation Scheduled', by: 'ada' });
    expect(shown.contact).toMatchObject({ firstName: 'Ada', email: 'ada@example.com' });
  });

  it('prints tables for people, and only the new key to standard output', async () => {
    const { leads } = commandLine();
    expect((await leads(['vendor', 'list'])).out).toBe(
      'There are no accounts yet: open one with vendor add NAME. (Vendors in API_KEYS have none.)\n',
    );
    await leads(['vendor', 'add', 'Acme']);
    const issued = await leads(['key', 'issue', 'Acme']);
    expect(issued.out).toMatch(/^lead_test_[0-9A-Za-z]{39}\n$/);
    expect(issued.err).toMatch(/^Key key_\w+ of Acme works until it is revoked\./);
    const [head, row] = (await leads(['key', 'list', 'Acme'])).out.split('\n');
    expect(head).toMatch(/^VENDOR +KEY ID +BEGINS WITH +STATE +CREATED +EXPIRES +LAST USED$/);
    expect(row).toMatch(/^Acme {4}key_\w+ {2}lead_test_\w{4} {2}active {2}2026-[-\d]{5} [\d:]{8} +- +-$/);
  });

  it('keeps the joiners in a name', async () => {
    const { leads } = commandLine();
    await leads(['vendor', 'add', 'خودرو\u200cهای آبی']);
    const { out } = await leads(['vendor', 'list']);
    expect(out).toContain('خودرو\u200cهای آبی');
  });

  it('prints colours only if they are enabled', async () => {
    const { leads } = commandLine();
    await leads(['vendor', 'add', 'Acme']);
    expect((await leads(['vendor', 'list'], { colours: true })).out).toContain('\u001b[1m');
    expect((await leads(['vendor', 'list'])).out).not.toContain('\u001b');
  });

  it('prints no control characters that a partner sent', async () => {
    const { leads, submit } = commandLine();
    await submit('lead-1', { draft: { notes: 'first\n\u001b]0;owned\u0007', vendorName: 'A\u001b[2Jcme' } });
    for (const args of [
      ['lead', 'show', 'lead-1'],
      ['lead', 'list'],
    ]) {
      const { out } = await leads(args);
      expect(out).toContain('cme');
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not appear
      expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
    }
  });

  it('of several leads says which one is unknown, and never repeats what was typed', async () => {
    const { leads, submit } = commandLine();
    await submit('lead-1');
    const { err } = await leads(['lead', 'show', 'lead-1', 'ada@example.com']);
    expect(err).toBe('Lead 2 of 2: No lead has this id.\n');
  });

  it('tells a mistyped contact before it looks for a store', async () => {
    const operator = () => {
      throw new NotDone('no store');
    };
    expect(await commandLine().leads(['contact', 'show', '--phone', '12'], { operator })).toMatchObject({
      code: 2,
    });
  });

  it('prints nothing on standard error that a terminal would act on', async () => {
    const operator = () => {
      throw new NotDone('x\u001b]0;owned\u0007');
    };
    const { err } = await commandLine().leads(['lead', 'list'], { operator });
    expect(err).toBe('x\ufffd]0;owned\ufffd\n');
  });

  it('explains a refusal in one line, with exit code 1', async () => {
    const { leads, submit } = commandLine();
    await submit('lead-1');
    await leads(['vendor', 'add', 'Acme']);
    await leads(['lead', 'move', 'lead-1', 'Won']);
    for (const [args, sentence] of [
      [['vendor', 'add', 'Acme'], 'A vendor with this name already exists: issue its keys to that one.'],
      [
        ['key', 'issue', 'Nobody'],
        'No vendor has this id or exact name. Run vendor list: it shows all accounts (vendors in API_KEYS have none).',
      ],
      [['key', 'revoke', 'key_1'], 'No key has this id. Run key list: it shows all keys.'],
      [['lead', 'show', 'lead-2'], 'No lead has this id.'],
      [
        ['lead', 'move', 'lead-1', 'lost'],
        'A lead that is Won cannot become Lost. Allowed, with --reason "…": In Progress, Quoted, Evaluation Scheduled.',
      ],
      [
        ['lead', 'move', 'lead-1', 'quoted'],
        'Reopening a lead that is Won requires a reason. Add --reason "…".',
      ],
    ] as const) {
      expect(await leads(args)).toEqual({ code: 1, out: '', err: `${sentence}\n` });
    }
  });

  it('repeats nothing that a terminal would act on', async () => {
    const { leads } = commandLine();
    const { code, err } = await leads(['lead', 'list', '--bogus\u001b[2J']);
    expect(code).toBe(2);
    expect(err).toContain('--bogus\ufffd[2J');
  });

  it('explains wrong usage in one line, with exit code 2', async () => {
    const { leads } = commandLine();
    for (const args of [
      ['vendor', 'lst'],
      ['vendor', 'add'],
      ['vendor', 'add', 'a', 'b'],
      ['vendor', 'list', '--jsn'],
      ['key', 'issue', 'Acme', '--expires', 'soon'],
      ['key', 'issue', 'Acme', '--expires', '0d'],
      ['key', 'issue', 'Acme', '--expires', '1h30m'],
      ['key', 'issue', 'Acme', '--expires', '1.5h'],
      ['key', 'rotate', 'key_1', '--overlap', '4000d'],
      ['lead', 'move', 'lead-1', 'sold'],
      ['lead', 'move', 'lead-1', 'won', '--by', ' '],
      ['vendor', 'add', 'Acme', '--by', 'g'.repeat(101)],
      ['lead', 'list', '--limit', '0'],
      ['lead', 'list', '--limit', '1001'],
      ['lead', 'list', '--limit', '1.5'],
      ['lead', 'list', '--cursor', 'bogus'],
      ['lead', 'list', '--since', 'yesterday'],
      ['lead', 'list', '--since', '2026-02-30'],
      ['lead', 'list', '--since', '2026-13-01'],
      ['lead', 'list', '--since', '1d2'],
      ['lead', 'list', '--since', '-1d'],
      ['contact', 'erase', '--yes'],
      ['contact', 'erase', '--yes', '--email', 'a@example.com', '--phone', '5550109999'],
      ['contact', 'erase', '--yes', '--email', 'a@example.com', '--contact', '1'],
    ]) {
      const { code, out, err } = await leads(args);
      expect([args, code, out, err.split('\n').length]).toEqual([args, 2, '', 2]);
    }
    expect((await leads(['lead', 'move', 'lead-1', 'sold'])).err).toContain(
      'In Progress, Quoted, Evaluation',
    );
    expect((await leads(['vendor', 'list', '--jsn'])).err).toBe(
      "Unknown option '--jsn' (Did you mean --json?)\n",
    );
  });

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

  it.each([
    ['lead', 'move', 'lead-1', 'won'],
    ['key', 'revoke', 'KEY'],
    ['key', 'rotate', 'KEY'],
    ['key', 'issue', 'Acme'],
    ['vendor', 'add', 'Blue'],
    ['contact', 'erase', '--email', 'ada@example.com', '--yes'],
  ])('%s %s is finished before Ctrl-C ends it, and recorded under the name of --by', async (...args) => {
    const { leads, submit, audit } = commandLine();
    await submit('lead-1');
    await leads(['vendor', 'add', 'Acme']);
    const { keyId } = json(await leads(['key', 'issue', 'Acme', '--json']));
    let inFlight = 0;
    const uninterrupted = async <T>(work: () => Promise<T>) => {
      inFlight += 1;
      return work();
    };
    const given = args.map((arg) => arg.replace('KEY', keyId));
    expect(await leads([...given, '--by', 'eve'], { uninterrupted })).toMatchObject({ code: 0 });
    expect([inFlight, audit.entries.at(-1)?.by]).toEqual([1, 'eve']);
  });

  it('reports what nobody expected in one line, with exit code 1', async () => {
    const operator = () => {
      throw new TypeError('x is not a function');
    };
    expect(await commandLine().leads(['vendor', 'list'], { operator })).toEqual({
      code: 1,
      out: '',
      err: 'Internal error: x is not a function.\n',
    });
  });

  it('forgives in the name of a vendor what adding one forgives', async () => {
    const { leads } = commandLine();
    await leads(['vendor', 'add', 'Blue  Motors ']);
    for (const args of [
      ['key', 'issue', ' Blue  Motors'],
      ['key', 'list', 'Blue \u00a0Motors'],
    ])
      expect(await leads(args)).toMatchObject({ code: 0 });
  });

  it('accepts a limit of 1,000, and 100 characters for who acts', async () => {
    const { leads } = commandLine();
    expect(await leads(['lead', 'list', '--limit', '1000'])).toMatchObject({ code: 0 });
    expect(await leads(['vendor', 'add', 'Acme', '--by', '𐐨'.repeat(100)])).toMatchObject({ code: 0 });
  });

  it('does not repeat mistyped personal data', async () => {
    const { leads } = commandLine();
    const { code, err } = await leads(['contact', 'erase', '--yes', '--email', 'ada@@example.com']);
    expect([code, err]).toEqual([2, 'This is not a valid email address.\n']);
    expect((await leads(['contact', 'show', '--phone', '555-1234'])).err).toBe(
      'This is not a valid phone number: give 10 digits, or 11 that start with 1.\n',
    );
  });

  it('succeeds if the lead already has the status', async () => {
    const { leads, submit } = commandLine();
    await submit('lead-1');
    const { code, out } = await leads(['lead', 'move', 'lead-1', 'In Progress']);
    expect([code, out]).toEqual([0, 'Lead lead-1 is already In Progress.\n']);
  });

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

  it.each(['key rotate', 'key revoke', 'lead list --key'])(
    'of a key in place of its id, %s says what is wrong and repeats nothing',
    async (command) => {
      const { leads } = commandLine();
      await leads(['vendor', 'add', 'Acme']);
      const key = (await leads(['key', 'issue', 'Acme'])).out.trim();
      for (const part of [key, key.slice(0, 20)]) {
        const { code, err } = await leads([...command.split(' '), part]);
        expect([code, err]).toEqual([
          2,
          'This is a key, not its id. Run key list VENDOR: the id (key_…) is in the row with the key’s first characters.\n',
        ]);
      }
    },
  );

  it('says that the database did not answer', async () => {
    const { leads } = commandLine();
    const operator = () => {
      throw new StoreUnavailable('10.0.0.7 refused');
    };
    const { code, out, err } = await leads(['vendor', 'list'], { operator });
    expect([code, out]).toEqual([1, '']);
    expect(err).toBe(
      'The database could not be used: 10.0.0.7 refused. Check that it runs and that MONGODB_URI is right. If the command was to change something, first check whether it did.\n',
    );
  });

  it('explains every command, with examples', async () => {
    const { leads } = commandLine();
    const { out } = await leads(['--help']);
    for (const group of ['vendor', 'key', 'lead', 'contact']) expect(out).toContain(`\n  ${group}`);
    for (const command of [
      'vendor add',
      'vendor list',
      'key issue',
      'key list',
      'key rotate',
      'key revoke',
      'lead show',
      'lead list',
      'lead move',
      'contact show',
      'contact erase',
    ]) {
      const help = await leads([...command.split(' '), '--help']);
      expect(help.code).toBe(0);
      expect(help.out).toContain(`Usage: leads ${command}`);
      expect(help.out).toContain(`  $ leads ${command}`);
      expect(help.out).toContain('--json');
    }
  });
});

describe('a key', () => {
  async function withKey() {
    const parts = commandLine();
    await parts.leads(['vendor', 'add', 'Acme']);
    const inJson = async (...args: string[]) => json(await parts.leads(['key', ...args, '--json']));
    const { keyId } = await inJson('issue', 'Acme');
    const later = (milliseconds: number) => new Date(parts.clock().getTime() + milliseconds).toISOString();
    return { ...parts, inJson, keyId, later };
  }

  it.each([
    ['45s', 45_000],
    ['30m', 1_800_000],
    ['12h', 43_200_000],
    ['90d', 7_776_000_000],
  ])('expires after %s', async (term, milliseconds) => {
    const { inJson, later } = await withKey();
    expect(await inJson('issue', 'Acme', '--expires', term)).toMatchObject({ expires: later(milliseconds) });
  });

  it('is listed among those of all vendors, or only if it will stop working within a given time', async () => {
    const { leads, inJson, keyId } = await withKey();
    await leads(['vendor', 'add', 'Blue Motors']);
    const soon = await inJson('issue', 'Blue Motors', '--expires', '20d');
    const late = await inJson('issue', 'Blue Motors', '--expires', '40d');
    const revoked = await inJson('issue', 'Acme', '--expires', '20d');
    await leads(['key', 'revoke', revoked.keyId]);
    const idsOf = async (...args: string[]) =>
      (await inJson('list', ...args)).keys.map((key: { keyId: string }) => key.keyId);
    expect(await idsOf()).toEqual([keyId, revoked.keyId, soon.keyId, late.keyId]);
    expect(await inJson('list')).not.toHaveProperty('vendor');
    expect(await inJson('list', 'Acme')).toHaveProperty('vendor', revoked.vendor);
    expect(await idsOf('--expiring', '30d')).toEqual([soon.keyId]);
    expect(await idsOf('--expiring', '40d')).toEqual([soon.keyId, late.keyId]);
    expect(await idsOf('Acme', '--expiring', '30d')).toEqual([]);
    const [, row] = (await leads(['key', 'list', '--expiring', '30d'])).out.split('\n');
    expect(row).toMatch(/^Blue Motors {2}key_/);
    expect((await leads(['key', 'list', 'Acme', '--expiring', '30d'])).out).toBe(
      'No key will stop working within that time.\n',
    );
  });

  it('works for another week once it is rotated, and says which one replaced it', async () => {
    const { inJson, keyId, later } = await withKey();
    const fresh = await inJson('rotate', keyId);
    expect(fresh).toMatchObject({ replaces: keyId, oldExpires: later(days(7)) });
    await inJson('revoke', fresh.keyId);
    expect((await inJson('list', 'Acme')).keys).toMatchObject([
      { keyId, state: 'replaced', replacedBy: fresh.keyId },
      { keyId: fresh.keyId, state: 'revoked', revoked: later(0) },
    ]);
  });

  it('whose successor is revoked is pointed out, for nothing would replace it', async () => {
    const { leads, inJson, keyId } = await withKey();
    const fresh = await inJson('rotate', keyId);
    const { err } = await leads(['key', 'revoke', fresh.keyId]);
    expect(err).toMatch(
      new RegExp(`^It had replaced ${keyId}, which works until .*: issue another by then\\.\n$`),
    );
    const again = await leads(['key', 'rotate', keyId]);
    expect(again.err).toBe(
      `Key ${keyId} has already been replaced by ${fresh.keyId}, which is revoked: issue a new one.\n`,
    );
    expect((await leads(['key', 'revoke', keyId])).err).toBe('');
  });

  it('that is rotated tells people until when it works', async () => {
    const { leads, keyId } = await withKey();
    const { err } = await leads(['key', 'rotate', keyId, '--overlap', '1h']);
    expect(err).toContain(`The old key ${keyId} works until 2026-`);
  });
});

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
    expect(asked).toMatch(/^Permanently erase contact \S+ and the personal data in its lead\? $/);
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

  it('with --dry-run erases nothing and leaves no audit entry', async () => {
    const { leads, isThere, audit } = await withAda();
    const { code, out } = await leads([...ada, '--dry-run', '--yes', '--json']);
    expect([code, JSON.parse(out).erased]).toEqual([0, false]);
    expect(await isThere()).toBe(true);
    expect(audit.entries).toEqual([]);
  });

  it('can be repeated with the id that it printed', async () => {
    const { leads } = await withAda();
    const { contactId } = json(await leads([...ada, '--yes', '--json']));
    expect((await leads(['lead', 'show', 'lead-1'])).out).toContain(contactId);
    const again = ['contact', 'erase', '--contact', contactId, '--yes', '--json'];
    expect(json(await leads(again))).toEqual({ contactId, leads: 1, erased: true });
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

describe('what partners wrote', () => {
  it('is shown with their own id of the lead, by which it is also found', async () => {
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

  it('is shown with the line ends of any system, and as JSON that is safe on a terminal', async () => {
    const { leads, submit } = commandLine();
    const notes = 'one\r\ntwo\rthree\u009b2J\u202e';
    await submit('lead-1', { draft: { notes } });
    expect((await leads(['lead', 'show', 'lead-1'])).out).toContain(
      '\n  one\n  two\n  three\ufffd2J\ufffd\n',
    );
    const { out } = await leads(['lead', 'show', 'lead-1', '--json']);
    expect(out).toContain('\\u009b2J\\u202e');
    expect(JSON.parse(out).notes).toBe(notes);
  });
});

describe('a reader that closes the pipe', () => {
  const failing = (code: string) =>
    new Writable({ write: (_chunk, _encoding, done) => done(Object.assign(new Error(code), { code })) }).on(
      'error',
      () => {},
    );
  const closed = () => failing('EPIPE');

  it('causes no error for a list', async () => {
    const { leads } = commandLine();
    expect(await leads(['vendor', 'list'], { stdout: closed() })).toMatchObject({ code: 0, err: '' });
  });

  it('is distinguished from a full disk, which is an error', async () => {
    const { leads } = commandLine();
    expect(await leads(['vendor', 'list'], { stdout: failing('ENOSPC') })).toMatchObject({
      code: 1,
      err: 'The command was carried out, but its output could not be written completely.\n',
    });
  });

  it('leaves a key that nobody knows, and the operator is told which one to revoke', async () => {
    const { leads, vendors } = commandLine();
    await leads(['vendor', 'add', 'Acme']);
    const { code, err } = await leads(['key', 'issue', 'Acme'], { stdout: closed() });
    const id = (await vendors.account('Acme'))?.keys[0]?.id;
    expect([code, err]).toEqual([
      1,
      `The new key could not be written out and cannot be shown again: revoke ${id}.\n`,
    ]);
  });
});

describe('Ctrl-C', () => {
  function setUp() {
    const signals = new EventEmitter();
    const said: string[] = [];
    const exits: number[] = [];
    const { uninterrupted } = new Interrupts(
      (listener) => signals.on('SIGINT', listener),
      (text) => said.push(text),
      (code) => exits.push(code),
    );
    return { signals, said, exits, uninterrupted };
  }

  it('ends a command at once if it changes nothing', () => {
    const { signals, said, exits } = setUp();
    signals.emit('SIGINT');
    expect([said, exits]).toEqual([['Interrupted: nothing was changed.'], [130]]);
  });

  it('waits for a change in progress; the second one does not, and never says that nothing was changed', async () => {
    const { signals, said, exits, uninterrupted } = setUp();
    const change = Promise.withResolvers<string>();
    const done = uninterrupted(() => change.promise);
    signals.emit('SIGINT');
    expect(exits).toEqual([]);
    change.resolve('changed');
    expect(await done).toBe('changed');
    expect(exits).toEqual([]);

    void uninterrupted(() => new Promise(() => {}));
    signals.emit('SIGINT');
    expect(exits).toEqual([130]);
    expect(said).toEqual([
      'Finishing the change in progress. Press Ctrl-C again to quit now.',
      'Interrupted during a change: check whether it was made.',
    ]);
  });

  it('ends the program at once after a change that failed', async () => {
    const { signals, said, exits, uninterrupted } = setUp();
    await expect(uninterrupted(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
    signals.emit('SIGINT');
    expect([said, exits]).toEqual([[], [130]]);
  });
});
