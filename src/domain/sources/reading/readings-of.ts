import { utf8, wideDecoder } from './bytes-to-text.ts';

/** Ways in which programs write a sign: HTML, URLs and JSON. */
const WRITTEN =
  /&(?:#(?:\d{1,7}|x[\da-f]{1,6});?|(?:commat|period|plus|hyphen|amp|lt|gt|quot|nbsp);)|(?:%[\da-f]{2})+|\\u[\da-f]{4}|\\x[\da-f]{2}/gi;

const NAMED: Readonly<Record<string, string>> = {
  commat: '@',
  period: '.',
  plus: '+',
  hyphen: '-',
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: ' ',
};

/**
 * A text as it is, and as a person would read what it stands for: with signs decoded that programs wrote (also twice:
 * `&amp;#64;`), as quoted-printable, without tags, without invisible characters, with full-width signs as usual ones.
 */
export function readingsOf(text: string): readonly string[] {
  const once = plain(decoded(text));
  const twice = once === text ? once : decoded(once);
  const bare = unquotedPrintable(text);
  const unquoted = bare === text ? once : plain(decoded(bare));
  return [...new Set([text, once, twice, unquoted, withoutTags(twice), withoutTags(unquoted)])];
}

const plain = (text: string): string =>
  text.replace(/\p{Cf}/gu, '').replace(/[\uff01-\uff5e]/g, (sign) => sign.normalize('NFKC'));

const withoutTags = (text: string): string => text.replace(/<\/?[a-z][^<>]{0,500}>/gi, '');

const decoded = (text: string): string => text.replace(WRITTEN, once(decodedSign));

function decodedSign(written: string): string {
  if (written.startsWith('%')) return fromBytes(written);
  if (/^&[a-z]/i.test(written)) return NAMED[written.slice(1, -1).toLowerCase()] ?? written;
  const code = /^&#\d/.test(written)
    ? Number.parseInt(written.slice(2), 10)
    : Number.parseInt(written.replace(/^(?:&#|\\)\w/, ''), 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : written;
}

/** Also for text whose sender did not declare that it is quoted-printable. */
const unquotedPrintable = (text: string): string =>
  text.replace(/=[ \t]{0,9}\r?\n/g, '').replace(/(?:=[\da-f]{2})+/gi, once(fromBytes));

/** Decodes what was written before from memory: the same signs come again and again. */
function once(decode: (written: string) => string): (written: string) => string {
  const known = new Map<string, string>();
  return (written) => {
    const before = known.get(written);
    if (before !== undefined) return before;
    const sign = decode(written);
    if (known.size < MOST_KNOWN) known.set(written, sign);
    return sign;
  };
}

const MOST_KNOWN = 1_000;

/** Decodes bytes that are written as `%C3%A9` or `=C3=A9`. */
function fromBytes(written: string): string {
  if (written.length === 3) return String.fromCharCode(Number.parseInt(written.slice(1), 16));
  const bytes = new Uint8Array(written.length / 3);
  for (let at = 0; at < bytes.length; at += 1)
    bytes[at] = 16 * digitAt(written, 3 * at + 1) + digitAt(written, 3 * at + 2);
  return utf8.decode(bytes);
}

/** The value of a hexadecimal digit. */
function digitAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code < 0x40 ? code - 0x30 : (code | 0x20) - 0x57;
}

/** Lines of base64, as parts of mails and files in data URLs have them. */
const BASE64 = /(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{40,}={0,2}(?:\r?\n[A-Za-z0-9+/]{1,99}={0,2}(?=\r?\n|$))*/g;

/** What stands in a text as base64, decoded: as UTF-16 if it is that, else as UTF-8. Empty if there is none. */
export const unbase64 = (text: string): string =>
  (text.match(BASE64) ?? [])
    .map((found) => fromBase64(found.replace(/\s+|=/g, '')))
    .filter(isText)
    .join('\n');

/** A photo is none: of what it begins with, hardly a tenth can be read. */
const isText = (text: string): boolean => text.slice(0, 1_000).split('\u{fffd}').length < 100;

function fromBase64(base64: string): string {
  const binary = atob(base64.length % 4 === 1 ? base64.slice(0, -1) : base64);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return (wideDecoder(bytes) ?? utf8).decode(bytes);
}
