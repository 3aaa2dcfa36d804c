import { bytesToText } from '../../../../domain/sources/reading/bytes-to-text.ts';
import { bytesOfBase64, bytesOfQuotedPrintable } from './transfer-encoding.ts';

/** Header fields of a mail or of one of its parts, by their names in small letters. Of a field that comes twice, the first. */
export type Head = ReadonlyMap<string, string>;

/** The most bytes of a head that are read: Received and signatures make some ten thousand. */
export const LONGEST_HEAD = 64 * 1024;
/** The most characters of a field: more has a list of recipients. */
const LONGEST_FIELD = 2_000;

/** Reads a head. Its lines that go on in the next are joined. */
export function readHead(bytes: Uint8Array): Head {
  const head = new Map<string, string>();
  const text = bytesToText(bytes).replace(/\r?\n(?=[ \t])/g, '');
  for (const line of text.split(/\r?\n/)) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    if (name && !head.has(name)) head.set(name, line.slice(colon + 1, LONGEST_FIELD).trim());
  }
  return head;
}

const PARAMETER = /;\s{0,99}([\w*.-]{1,40})\s{0,9}=\s{0,9}(?:"((?:[^"\\]|\\.)*)"?|([^;\s]*))/g;

/** The parameters of a field such as Content-Type, by their names in small letters, as they are written. */
export const parametersOf = (field: string): ReadonlyMap<string, string> =>
  new Map(
    [...field.matchAll(PARAMETER)].map(([, name = '', quoted, bare = '']) => [
      name.toLowerCase(),
      quoted?.replace(/\\(.)/g, '$1') ?? bare,
    ]),
  );

/** The value before the parameters, in small letters. */
export const mainValueOf = (field: string): string => (field.split(';', 1)[0] ?? '').trim().toLowerCase();

/** The name of the file that a part is: as words of a head, or as RFC 2231 writes it, also in pieces. */
export function fileName(head: Head): string | undefined {
  for (const [field, name] of NAMES) {
    const parameters = parametersOf(head.get(field) ?? '');
    const pieces = [...parameters].filter(([key]) => key.startsWith(`${name}*`)).map(([, value]) => value);
    const found = pieces.length > 0 ? unescaped(pieces.join('')) : decodeWords(parameters.get(name) ?? '');
    if (found) return found;
  }
  return undefined;
}

const NAMES = [
  ['content-disposition', 'filename'],
  ['content-type', 'name'],
] as const;

/** Decodes `utf-8''Lead%2Exml`. */
function unescaped(written: string): string {
  const [, charset, text = written] = /^([\w.:-]{0,40})'[\w-]{0,20}'(.*)$/.exec(written) ?? [];
  const bytes = Buffer.from(
    text.replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
  return charset === undefined ? text : bytesToText(bytes, charset);
}

const WORD = /=\?([\w.:-]{1,40})(?:\*[\w-]{1,20})?\?([bq])\?([^?\s]{0,999})\?=/gi;

/** Decodes the words of a head that are not ASCII: `=?utf-8?Q?Zo=C3=AB?=`. */
export const decodeWords = (text: string): string =>
  text
    .replace(/\?=[ \t]{1,9}(?==\?)/g, '?=') // the blank between two words is none
    .replace(WORD, (_, charset: string, way: string, word: string) => {
      const bytes = /b/i.test(way)
        ? bytesOfBase64(Buffer.from(word))
        : bytesOfQuotedPrintable(Buffer.from(word.replaceAll('_', ' ')));
      return bytesToText(bytes, charset);
    });
