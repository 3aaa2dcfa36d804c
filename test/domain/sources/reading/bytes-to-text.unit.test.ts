import { expect, it } from 'vitest';
import { bytesToText, charsetOf } from '../../../../src/domain/sources/reading/bytes-to-text.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const latin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));
const wide = (text: string) => new Uint8Array(Buffer.from(text, 'utf16le'));
const turned = (text: string) => new Uint8Array(Buffer.from(text, 'utf16le').swap16());
const bytes = (hex: string) => new Uint8Array(Buffer.from(hex.replaceAll(' ', ''), 'hex'));

it.each<[what: string, sent: Uint8Array, declared: readonly (string | undefined)[], text: string]>([
  ['UTF-8, not declared', utf8('Zoë Núñez'), [], 'Zoë Núñez'],
  ['UTF-8 with a mark', utf8('\ufeffZoë'), [], 'Zoë'],
  ['UTF-8, declared as iso-8859-1 (PHPMailer)', utf8('Zoë — déjà'), ['iso-8859-1'], 'Zoë — déjà'],
  ['UTF-8, declared as us-ascii', utf8('Zoë'), ['us-ascii'], 'Zoë'],
  ['windows-1252, not declared', bytes('5a 6f eb 20 93 ok 94'.replace('ok', '6f6b')), [], 'Zoë “ok”'],
  ['windows-1252, declared as utf-8 (Angus)', latin1('Déjà vu'), ['utf-8'], 'Déjà vu'],
  ['a name that nobody knows', latin1('Zoë'), ['x-unknown'], 'Zoë'],
  ['windows-1250', bytes('8e 6f 66 69 65'), ['windows-1250'], 'Žofie'],
  ['koi8-r', bytes('eb c1 d4 d1'), ['koi8-r'], 'Катя'],
  ['Shift_JIS', bytes('89 d4 8e 71'), ['shift_jis'], '花子'],
  ['a declared charset that does not fit', bytes('5a 6f eb'), ['shift_jis', 'windows-1252'], 'Zoë'],
  ['ISO-2022-JP, whose bytes are all ASCII', bytes('1b 24 42 32 56 3b 52 1b 28 42'), ['iso-2022-jp'], '花子'],
  ['UTF-16 with its mark', bytes(`fffe ${Buffer.from(wide('<é>')).toString('hex')}`), [], '<é>'],
  ['UTF-16, turned', bytes(`feff ${Buffer.from(turned('<é>')).toString('hex')}`), ['utf-8'], '<é>'],
  ['UTF-16 without a mark', wide('<?xml é'), [], '<?xml é'],
  ['UTF-16 without a mark, turned', turned('<?xml é'), [], '<?xml é'],
  [
    'UTF-8 that says utf-16 (.NET’s StringWriter)',
    utf8('<?xml encoding="utf-16"?>é'),
    [],
    '<?xml encoding="utf-16"?>é',
  ],
  [
    'Latin-1 that says utf-16',
    latin1('<?xml encoding="utf-16"?>é!'),
    ['utf-16'],
    '<?xml encoding="utf-16"?>é!',
  ],
  [
    'what XML says of itself',
    latin1('<?xml version="1.0" encoding="iso-8859-2"?>\xe8'),
    [],
    '<?xml version="1.0" encoding="iso-8859-2"?>č',
  ],
  [
    'what HTML says of itself',
    latin1('<html><meta charset=iso-8859-2>\xe8'),
    [],
    '<html><meta charset=iso-8859-2>č',
  ],
  [
    'UTF-8 with a letter cut in two',
    bytes('c3a9 c3a9 c3a9 0a c3 0a a9 c3a9 c3a9'),
    [],
    'ééé\n\ufffd\n\ufffdéé',
  ],
  ['NUL within a text', utf8('a\0b'), [], 'a\ufffdb'],
  ['nothing', new Uint8Array(), [undefined], ''],
])('%s', (_, sent, declared, text) => {
  expect(bytesToText(sent, ...declared)).toBe(text);
});

it.each([
  ['text/xml; charset=UTF-8', 'UTF-8'],
  ['text/plain; format=flowed; Charset = "iso-8859-1"', 'iso-8859-1'],
  ['text/plain', undefined],
])('the charset of %s', (type, charset) => {
  expect(charsetOf(type)).toBe(charset);
});
