import { bytesToText, charsetOf, decoderFor } from '../../../domain/sources/reading/bytes-to-text.ts';
import { FORM_LIMIT, HttpError, UnreadType } from '../http/http-error.ts';

/** The names and values of a form, in the order in which they were sent. */
export type Pairs = readonly (readonly [name: string, value: string])[];

/** The most fields of a form: a website's has some twenty. */
const MOST_PAIRS = 500;

/**
 * Parses what a browser sends of a form, in either encoding. Node parses it, after a count of the values: its
 * FormData reads what busboy 1.6.0 and @fastify/busboy 3.2.6 read, and refuses what they refuse. Throws HttpError.
 */
export async function readFormBody(bytes: Uint8Array, contentType: string): Promise<Pairs> {
  if (bytes.byteLength > FORM_LIMIT) throw new HttpError('form-too-large');
  const isMultipart = /^\s*multipart\/form-data\s*;/i.test(contentType);
  if (isMultipart) return multipart(bytes, contentType);
  if (!/^\s*application\/x-www-form-urlencoded\s*(?:;|$)/i.test(contentType))
    throw new UnreadType(contentType, 'application/x-www-form-urlencoded, multipart/form-data and JSON');
  if (countOf(bytes, '&'.charCodeAt(0)) >= MOST_PAIRS) throw new HttpError('too-many-values');
  return urlencoded(bytes, charsetOf(contentType));
}

/** Parses names and values as WHATWG's URL says, but of any charset: what a page writes need not be UTF-8. */
function urlencoded(sent: Uint8Array, declared: string | undefined): Pairs {
  const parts = Buffer.from(sent).toString('latin1').split('&').filter(Boolean);
  const pairs = parts.map((part) => {
    const [name = '', ...value] = part.split('=');
    return [unescaped(name), unescaped(value.join('='))] as const;
  });
  const said = pairs.find(([name]) => name.toString('latin1') === '_charset_')?.[1].toString('latin1');
  const decoder = decoderFor(Buffer.concat(pairs.flat()), [said, declared]);
  return pairs.map(([name, value]) => [decoder.decode(name), decoder.decode(value)]);
}

/** The bytes that a name or value stands for. */
const unescaped = (text: string): Buffer =>
  Buffer.from(
    text
      .replaceAll('+', ' ')
      .replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );

/**
 * Parses a form with parts, and refuses files. An empty file input passes: browsers send it without name and content.
 */
async function multipart(bytes: Uint8Array, contentType: string): Promise<Pairs> {
  if (countOf(bytes, 0x0a) > 20 * MOST_PAIRS) throw new HttpError('too-many-values');
  const [, quoted, bare] = /boundary=(?:"([^"]{1,200})"|([^\s;,]{1,200}))/i.exec(contentType) ?? [];
  if (partsOf(bytes, quoted ?? bare) > MOST_PAIRS) throw new HttpError('too-many-values');
  const form = await new Response(inUtf8(bytes, contentType), { headers: { 'content-type': contentType } })
    .formData()
    .catch(() => {
      throw new HttpError('invalid-form');
    });
  const pairs: [string, string][] = [];
  for (const [name, value] of form) {
    if (typeof value === 'string') pairs.push([name, value]);
    else if (value.size > 0 || value.name !== '') throw new HttpError('file-in-form');
  }
  return pairs;
}

/** The form in UTF-8, which is all that Node reads. A page names its charset in a hidden field, if anywhere. */
function inUtf8(bytes: Uint8Array, contentType: string): string {
  const [, said] =
    /name="?_charset_"?\r?\n\r?\n([\w.:-]{1,40})\r?\n/.exec(Buffer.from(bytes).toString('latin1')) ?? [];
  return bytesToText(bytes, said, charsetOf(contentType));
}

function countOf(bytes: Uint8Array, sign: number): number {
  let count = 0;
  for (let at = bytes.indexOf(sign); at >= 0; at = bytes.indexOf(sign, at + 1)) count += 1;
  return count;
}

const partsOf = (bytes: Uint8Array, boundary: string | undefined): number =>
  boundary === undefined ? 0 : new TextDecoder('latin1').decode(bytes).split(`--${boundary}`).length;
