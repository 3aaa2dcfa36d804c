import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { jsonHere, leadsHere } from '../support/in-process.ts';
import { bytesOf } from '../support/source-samples.ts';

const folder = mkdtempSync(join(tmpdir(), 'receive-'));
afterAll(() => rmSync(folder, { recursive: true }));

const EX_TEMPFAIL = 75;

const receive = (source: string, DATA_FILE: string, mail = `${bytesOf('mail-plain.eml')}`) =>
  leadsHere(['receive', source], { DATA_FILE }, undefined, mail);

it('tells a mail server what to do with a message, in codes of sysexits.h', async () => {
  const DATA_FILE = join(folder, 'leads.db');
  await jsonHere(['vendor', 'add', 'Acme'], { DATA_FILE });
  const add = (kind: string) => jsonHere(['source', 'add', kind, '--vendor', 'Acme'], { DATA_FILE });
  const [{ source: adf }, { source: form }] = [await add('adf'), await add('form')];
  expect((await receive(adf, DATA_FILE)).code).toBe(0);
  expect((await receive(adf.toUpperCase(), DATA_FILE, 'Subject: Hello\r\n\r\nNo lead.')).code).toBe(0);
  const { held } = await jsonHere(['held', 'list'], { DATA_FILE });
  expect(held).toHaveLength(1);
  const EX_NOUSER = 67;
  expect(await receive('src_nobody', DATA_FILE)).toEqual({
    ...{ code: EX_NOUSER, out: '' },
    err: 'No source has this id.\n',
  });
  expect(await receive(form, DATA_FILE)).toMatchObject({
    ...{ code: EX_NOUSER, err: 'This source takes no mails: its kind is not adf.\n' },
  });
  const broken = join(folder, 'broken.db');
  writeFileSync(broken, 'no database');
  for (const away of [broken, join(folder, 'none.db')])
    expect((await receive(adf, away)).code).toBe(EX_TEMPFAIL);
});

it.each<[args: string[], env: Record<string, string>, told: RegExp]>([
  [['src_x'], { SOURCE_KEEP_DAYS: 'many' }, /^Fix these settings first: SOURCE_KEEP_DAYS/],
  [['src_x'], { TIME_ZONE: 'Mars' }, /^Fix this setting first: TIME_ZONE/],
  [['src_x'], { DATA_FILE: 'memory' }, /^DATA_FILE is memory/],
  [[], {}, /^Missing required argument 'source'/],
  [[''], {}, /^Name the source/],
  [['src_x', 'src_y'], {}, /^Too many arguments/],
  [['--now', 'src_x'], {}, /^Unknown option/],
  [['src_\ufffd'], {}, /^Argument 2 is not valid UTF-8/],
])('tells a mail server to try again after a mistake: receive %j with %j', async (args, env, told) => {
  expect(await leadsHere(['receive', ...args], env)).toMatchObject({
    ...{ code: EX_TEMPFAIL, err: expect.stringMatching(told) },
  });
});

it('keeps of a large mail what may be posted: its lead, without its photos', async () => {
  const DATA_FILE = join(folder, 'large.db');
  await jsonHere(['vendor', 'add', 'Acme'], { DATA_FILE });
  const { source } = await jsonHere(['source', 'add', 'adf', '--vendor', 'Acme'], { DATA_FILE });
  const photo = Buffer.alloc(2_000_000, 'photo').toString('base64').replace(/.{76}/g, '$&\r\n');
  const part = (type: string, body: string) => `--b\r\nContent-Type: ${type}\r\n\r\n${body}\r\n`;
  const adf =
    '<adf><prospect><customer><name>Ada</name><email>ada@example.com</email></customer></prospect></adf>';
  const mail = (...parts: string[]) =>
    `From: a@example.com\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${parts.join('')}--b--\r\n`;
  const sent = mail(part('image/jpeg\r\nContent-Transfer-Encoding: base64', photo), part('text/xml', adf));
  expect(await receive(source, DATA_FILE, sent)).toMatchObject({ code: 0, err: '' });
  expect((await jsonHere(['lead', 'list'], { DATA_FILE })).leads).toHaveLength(1);

  const words = mail(part('text/plain', 'many words '.repeat(100_000)), part('text/xml', adf));
  expect((await receive(source, DATA_FILE, words)).code).toBe(0);
  const { held } = await jsonHere(['held', 'list'], { DATA_FILE });
  expect(held).toMatchObject([{ why: 'too-large' }]);
  const { text } = await jsonHere(['held', 'show', held[0].held], { DATA_FILE });
  expect(text).toHaveLength(640 * 1024);
});
