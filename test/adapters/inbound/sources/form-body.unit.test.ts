import { expect, it } from 'vitest';
import { readFormBody } from '../../../../src/adapters/inbound/sources/form-body.ts';

const URLENCODED = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data; boundary=XyZ';

const parts = (...all: readonly (readonly [string, string])[]) =>
  `${all.map(([name, value]) => `--XyZ\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`).join('')}--XyZ--\r\n`;

it.each<[what: string, type: string, body: string, pairs: readonly (readonly [string, string])[]]>([
  [
    'UTF-8',
    URLENCODED,
    'name=J%C3%BCrgen+L&a=1%2B1',
    [
      ['name', 'Jürgen L'],
      ['a', '1+1'],
    ],
  ],
  ['Latin-1 that is not declared', URLENCODED, 'name=J%FCrgen', [['name', 'Jürgen']]],
  ['Latin-1 that is declared', `${URLENCODED};charset=ISO-8859-1`, 'name=J%FCrgen', [['name', 'Jürgen']]],
  ['raw bytes', URLENCODED, 'name=J\xfcrgen', [['name', 'Jürgen']]],
  [
    'windows-1250 by a hidden field',
    URLENCODED,
    '_charset_=windows-1250&name=%8Eofie',
    [
      ['_charset_', 'windows-1250'],
      ['name', 'Žofie'],
    ],
  ],
  [
    'what is no escape',
    URLENCODED,
    'a=100%&b=%zz&c&=d&&e=f=g',
    [
      ['a', '100%'],
      ['b', '%zz'],
      ['c', ''],
      ['', 'd'],
      ['e', 'f=g'],
    ],
  ],
  ['parts in UTF-8', MULTIPART, parts(['name', 'J\xc3\xbcrgen']), [['name', 'Jürgen']]],
  ['parts in Latin-1', MULTIPART, parts(['name', 'J\xfcrgen']), [['name', 'Jürgen']]],
  [
    'parts in windows-1250 by a hidden field',
    MULTIPART,
    parts(['_charset_', 'windows-1250'], ['name', '\x8eofie']),
    [
      ['_charset_', 'windows-1250'],
      ['name', 'Žofie'],
    ],
  ],
])('a form in %s', async (_, type, body, pairs) => {
  expect(await readFormBody(Buffer.from(body, 'latin1'), type)).toEqual(pairs);
});

it('reads escapes as URLSearchParams does', async () => {
  const body = 'a=%41%4a%e2%82%ac+%2b&%5bx%5d=%&%f0%9f%99%82=%3D%26';
  expect(await readFormBody(Buffer.from(body), URLENCODED)).toEqual([...new URLSearchParams(body)]);
});
