import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { jsonHere, leadsHere } from '../support/in-process.ts';
import { bytesOf } from '../support/source-samples.ts';

const folder = mkdtempSync(join(tmpdir(), 'receive-'));
afterAll(() => rmSync(folder, { recursive: true }));

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
  const EX_TEMPFAIL = 75;
  const broken = join(folder, 'broken.db');
  writeFileSync(broken, 'no database');
  for (const away of [broken, join(folder, 'none.db')])
    expect((await receive(adf, away)).code).toBe(EX_TEMPFAIL);
});
