import { FORM_LIMIT, HttpError } from '../http/http-error.ts';

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
    throw new HttpError('source-media-type');
  if (countOf(bytes, '&'.charCodeAt(0)) >= MOST_PAIRS) throw new HttpError('too-many-values');
  return [...new URLSearchParams(new TextDecoder().decode(bytes))];
}

/**
 * Parses a form with parts, and refuses files. An empty file input passes: browsers send it without name and content.
 */
async function multipart(bytes: Uint8Array, contentType: string): Promise<Pairs> {
  if (countOf(bytes, 0x0a) > 20 * MOST_PAIRS) throw new HttpError('too-many-values');
  const [, quoted, bare] = /boundary=(?:"([^"]{1,200})"|([^\s;,]{1,200}))/i.exec(contentType) ?? [];
  if (partsOf(bytes, quoted ?? bare) > MOST_PAIRS) throw new HttpError('too-many-values');
  const form = await new Response(bytes as Uint8Array<ArrayBuffer>, {
    headers: { 'content-type': contentType },
  })
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

function countOf(bytes: Uint8Array, sign: number): number {
  let count = 0;
  for (let at = bytes.indexOf(sign); at >= 0; at = bytes.indexOf(sign, at + 1)) count += 1;
  return count;
}

const partsOf = (bytes: Uint8Array, boundary: string | undefined): number =>
  boundary === undefined ? 0 : new TextDecoder('latin1').decode(bytes).split(`--${boundary}`).length;
