import { describe, expect, it } from 'vitest';
import { StoreUnavailable } from '../../../../../src/application/ports/outbound/store.ts';
import { fieldsOn } from '../../../../../src/operators/adapters/inbound/presentation/fields.ts';
import { operations } from '../../../../../src/operators/adapters/inbound/presentation/operations.ts';
import { TimeZone } from '../../../../../src/operators/domain/time-zone.ts';
import { commandLine } from '../../../../support/command-line.ts';

const json = ({ out }: { out: string }) => JSON.parse(out);

const calendar = { clock: () => new Date(0), timeZone: TimeZone.own() };
const kebab = (name: string) => name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);

describe('the command line', () => {
  it('adds a vendor, issues a key, and lists, moves and shows a lead', async () => {
    const { leads, submit, time } = commandLine();
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
    time.now += 1;
    const moved = await leads(['lead', 'move', 'lead-1', 'evaluation-scheduled', '--json', '--by', 'ada']);
    expect(json(moved)).toEqual({
      leadId: 'lead-1',
      status: 'Evaluation Scheduled',
      at: '2026-06-01T00:00:00.001Z',
      statusSince: '2026-06-01T00:00:00.001Z',
      from: 'In Progress',
      changed: true,
    });
    const shown = json(await leads(['lead', 'show', 'lead-1', '--json']));
    expect(shown.history.at(-1)).toMatchObject({ status: 'Evaluation Scheduled', by: 'ada' });
    expect(shown.contact).toMatchObject({ firstName: 'Ada', email: 'ada@example.com' });
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
    for (const [args, sentence] of [
      [['lead', 'list', '--limit', 'ada@example.com'], '--limit: It must be a whole number from 1 to 1000.'],
      [['lead', 'assign', 'lead-1'], 'Give --to or --nobody.'],
      [['lead', 'assign', 'lead-1', '--to', 'Ada', '--nobody'], 'Give one of --to and --nobody.'],
      [['lead', 'follow-up', 'lead-1'], 'Give AT or --none.'],
      [['lead', 'note', 'lead-1'], 'Give --called, --reached, --no-answer or --wrote.'],
    ] as const)
      expect(await leads(args)).toEqual({ code: 2, out: '', err: `${sentence}\n` });
    expect((await leads(['vendor', 'list', '--jsn'])).err).toBe(
      "Unknown option '--jsn' (Did you mean --json?)\n",
    );
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

  it('says that the database did not answer', async () => {
    const { leads } = commandLine();
    const operator = () => {
      throw new StoreUnavailable('10.0.0.7 refused');
    };
    const { code, out, err } = await leads(['vendor', 'list'], { operator });
    expect([code, out]).toEqual([1, '']);
    expect(err).toBe(
      'The store (memory) could not be used: 10.0.0.7 refused. Check that it runs and that MONGODB_URI is right. If the command was to change something, first check whether it did.\n',
    );
  });

  it('explains every command, with examples', async () => {
    const { leads } = commandLine();
    const { out } = await leads(['--help']);
    for (const group of ['vendor', 'key', 'lead', 'contact', 'report', 'audit', 'hook', 'desk', 'token'])
      expect(out).toContain(`\n  ${group}`);
    for (const { command, query, body } of operations)
      if (command) {
        const name = command.words.replace(/ [<[].*/, '');
        const help = await leads([...name.split(' '), '--help']);
        expect(help.code).toBe(0);
        expect(await leads(['help', ...name.split(' ')])).toEqual(help);
        expect(help.out).toContain(`Usage: leads ${name} [options]`);
        expect(help.out).toContain(`  $ leads ${name}`);
        expect(help.out).toContain('--json');
        for (const field of Object.keys({ ...fieldsOn(query, calendar), ...fieldsOn(body, calendar) })) {
          const [option = `--${field}`] = Object.keys(command.options?.[field] ?? {});
          const places = [field, option.split(' ')[0], `--${kebab(field)}`, `--${kebab(field)}-\\S+`];
          expect(help.out, name).toMatch(new RegExp(`^  (?:${places.join('|')})\\s`, 'm'));
        }
      }
  });
});
