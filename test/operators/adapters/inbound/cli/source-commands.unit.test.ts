import { expect, it } from 'vitest';
import { SqliteSources } from '../../../../../src/adapters/outbound/sqlite/sqlite-sources.ts';
import { someHeld } from '../../../../../suites/source-samples.ts';
import { commandLine } from '../../../../support/command-line.ts';
import { bytesOf } from '../../../../support/source-samples.ts';
import { signingKeys } from '../../../../support/sources.ts';

async function withSource(kind: string) {
  const parts = commandLine();
  await parts.leads(['vendor', 'add', 'Blue Motors']);
  const { out } = await parts.leads(['source', 'add', kind, '--vendor', 'Blue Motors', '--json']);
  const { source, vendor } = JSON.parse(out);
  return { ...parts, source: source as string, vendor: vendor as string };
}

it('a trial names fields as the options of held send, and says that a test is one', async () => {
  const { leads, source } = await withSource('google');
  const tried = await leads(['source', 'try', source], { piped: bytesOf('google-test.txt') });
  expect(tried.out).toMatch(
    /^(?:A lead|No lead.*):?\nIts sender marks it as a test: only a sandbox keeps it as a lead\.$/m,
  );
  const json = await leads(['source', 'try', source, '--json'], { piped: bytesOf('google-test.txt') });
  expect(JSON.parse(json.out).leads).toMatchObject([{ test: true }]);
  const real = await leads(['source', 'try', source], { piped: bytesOf('google-sample.txt') });
  expect(real.out).not.toContain('test');
  const options = (await leads(['held', 'send', '--help'])).out;
  const named = [...real.out.matchAll(/^([a-z-]+): /gm)].map(([, name]) => name);
  expect(named).toContain('first-name');
  for (const name of named) expect(options).toContain(`  --${name} `);
});

it('what is held is listed with its vendor and source, and shown by the same names', async () => {
  const { leads, file, clock, source, vendor } = await withSource('form');
  await new SqliteSources(file).hold(someHeld({ at: clock(), sourceId: source, vendorId: vendor }));
  const { out } = await leads(['held', 'list']);
  expect(out).toMatch(/VENDOR +SOURCE/);
  expect(out).toMatch(new RegExp(`Blue Motors +${source} `));
  expect((await leads(['held', 'show', 'held_1'])).out).toContain('\nfirst-name: Ada ← name\n');
});

it('help names each kind with what it needs, and a form’s fields may have the names of options', async () => {
  const { leads } = await withSource('adf');
  const { out } = await leads(['source', 'add', '--help']);
  for (const kind of ['adf: ', 'google: ', 'form: ', 'json: ']) expect(out).toContain(kind);
  const fields = ['a=first_name', 'b=lastName', 'c=lead-notes'].flatMap((field) => ['--field', field]);
  const added = await leads(['source', 'add', 'form', '--vendor', 'Blue Motors', ...fields, '--json']);
  expect(JSON.parse(added.out).fields).toEqual({ a: 'firstName', b: 'lastName', c: 'leadNotes' });
});

it('a trial says from where each field was read, what went into the notes, and what is missing', async () => {
  const { leads, source } = await withSource('json');
  const sent = '{"customer":{"phones":["604-555-0123"],"family":"Byron"},"dealer":{"name":"Acme"}}';
  const tried = await leads(['source', 'try', source], { piped: sent });
  expect(tried.out).toContain('phone: 604-555-0123 ← customer.phones\n');
  expect(tried.out).toContain('In the notes: dealer.name\n');
  const nothing = await leads(['source', 'try', source], { piped: '{"message":"Hello"}' });
  expect(nothing.out).toContain('first-name: (is missing)\n');
  const { out } = await leads(['source', 'try', source, '--json'], { piped: '{"message":"Hello"}' });
  expect(JSON.parse(out).leads).toMatchObject([
    { readFrom: [{ field: 'leadNotes', place: 'message' }], faults: { firstName: 'is missing' } },
  ]);
});

it('a signing key that the sender chose is kept sealed, shown nowhere, and replaced by another', async () => {
  const parts = commandLine();
  const { leads } = parts;
  await leads(['vendor', 'add', 'Blue Motors']);
  const add = (...more: readonly string[]) =>
    leads(['source', 'add', 'json', '--vendor', 'Blue Motors', ...more, '--json']);
  const key = 'a-key-of-CallRail';
  const added = await add('--signed', 'callrail', '--signing-key', key);
  const { source, secret, hint, signed, enter } = JSON.parse(added.out);
  expect([signed, secret, hint]).toEqual(['callrail', undefined, undefined]);
  expect(enter).toMatch(/ SECRET is the key that you gave\.$/);
  expect((await leads(['source', 'list'])).out).toContain('  json, signed by callrail  ');
  expect((await leads(['source', 'rotate', source])).err).toContain('say the new one as signing key');
  await leads(['source', 'rotate', source, '--signing-key', `${key}2`]);
  const seen = [added.out, (await leads(['source', 'list', '--json'])).out, (await leads(['audit'])).out];
  expect(seen.join('')).not.toContain(key);
  const kept = await new SqliteSources(parts.file).source(source);
  expect(JSON.stringify(kept)).not.toContain(key);
  expect(kept?.secrets.map(({ sealed = '' }) => signingKeys.open(sealed))).toEqual([key, `${key}2`]);

  const made = JSON.parse((await add('--signed', 'typeform')).out);
  expect(made.secret).toMatch(/^lead_source_/);
  expect(made.enter).not.toContain('you gave');
  for (const wrong of [
    ['--signing-key', key],
    ['--signed', 'callrail', '--signing-key', 'a b'],
    ['--signed', 'acme'],
  ])
    expect((await add(...wrong)).code).not.toBe(0);
  expect(
    (await leads(['source', 'add', 'form', '--vendor', 'Blue Motors', '--signed', 'webflow'])).code,
  ).not.toBe(0);
});

it('what a stranger sent has no control signs at a terminal, and JSON has it whole', async () => {
  const { leads, file, clock } = await withSource('adf');
  const text = '\u001b[31mred\u001b[0m\u0007\u009b2J\u202e\r\nnext\tline';
  const shown = '\ufffd[31mred\ufffd[0m\ufffd\ufffd2J\ufffd\nnext\tline';
  const fields = {
    firstName: 'Ada\u001b[2J',
    email: 'ada@example.com',
    dealType: 'sales',
    vendorName: 'B',
    notes: 'N',
  };
  await new SqliteSources(file).hold(someHeld({ at: clock(), text, fields }));
  const { out } = await leads(['held', 'show', 'held_1']);
  expect(out).toContain('first-name: Ada\ufffd[2J ← name\n');
  expect(out.endsWith(`\n\n${shown}\n`)).toBe(true);
  expect(JSON.parse((await leads(['held', 'show', 'held_1', '--json'])).out).text).toBe(text);
  const sent = await leads(['held', 'send', 'held_1', '--last-name', 'Byron', '--json']);
  const { leadId } = JSON.parse(sent.out);
  expect((await leads(['lead', 'show', leadId, '--as-it-came'])).out).toBe(`${shown}\n`);
  const json = (await leads(['lead', 'show', leadId, '--as-it-came', '--json'])).out;
  expect(JSON.parse(json)).toMatchObject({ leadId, text, source: 'src_whole' });
  const tried = await leads(
    ['source', 'try', (await leads(['source', 'list'])).out.match(/src_\w+/)?.[0] ?? ''],
    {
      piped: '<adf><prospect><customer><contact><name>A\u009b2J</name>',
    },
  );
  expect(tried.out).toContain('A\ufffd2J');
});

it('a file is said to be one, and what is held is listed page by page, of one source', async () => {
  const { leads, file, clock, source } = await withSource('adf');
  const held = new SqliteSources(file);
  for (const n of [1, 2, 3])
    await held.hold(
      someHeld({
        id: `held_${n}`,
        at: clock(),
        sourceId: source,
        text: `data:application/pdf;base64,${btoa('x'.repeat(n))}`,
      }),
    );
  await held.hold(someHeld({ id: 'held_9', at: clock() }));
  expect((await leads(['held', 'show', 'held_3'])).out).toMatch(
    /\nA file: application\/pdf, 3 bytes\. With --json/,
  );
  const list = ['held', 'list', '--source', source, '--limit', '2'];
  const { err } = await leads(list);
  const [, cursor = ''] = /There are more: run the same command with --cursor '(\S+)'/.exec(err) ?? [];
  const rest = await leads([...list, '--cursor', cursor, '--json']);
  expect(JSON.parse(rest.out).held).toMatchObject([{ held: 'held_3' }]);
});

it('a trial says of broken JSON that it is none', async () => {
  const { leads, source } = await withSource('json');
  const { out } = await leads(['source', 'try', source], { piped: '{"name":"Ada",}' });
  expect(out).toContain('No lead: It is no text, form or JSON that can be read');
});

it('an empty id is that of nothing', async () => {
  const { leads } = await withSource('json');
  for (const command of [
    'held show',
    'held send',
    'held drop',
    'source try',
    'source rotate',
    'source remove',
  ])
    expect(await leads([...command.split(' '), ''])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/has this id/),
    });
});
