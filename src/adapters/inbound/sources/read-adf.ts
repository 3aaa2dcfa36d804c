import type { SourceLead } from '../../../domain/sources/source-lead.ts';
import { isStar } from './document-begin.ts';
import { loaded } from './readers.ts';
import { bytesToText } from './reading/bytes-to-text.ts';

const XML = /^(?:text\/(?:xml|plain)|application\/(?:xml|x-adf\+xml)|plain\/text)$/;
const MAIL = 'message/rfc822';

/** A media type without its parameters, in small letters. */
export const plainType = (contentType: string): string =>
  (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();

/** What to read this as: `declared`, if ADF or a mail may be labelled so; else as what the text looks like. */
export function adfTypeOf(declared: string, text: string): string {
  const type = plainType(declared);
  if (XML.test(type) || type === MAIL) return type;
  return isMail(text) ? MAIL : 'text/xml';
}

/** A mail begins with a header, or with the line that mail servers put before it. */
const isMail = (text: string): boolean => /^\s{0,99}(?:From |[\w-]{1,99}:)/.test(text);

/**
 * Reads the leads that an ADF source sent: ADF, STAR, or a mail with either. Loads the parsers when first needed, so
 * that a cold start does not pay for them.
 */
export async function leadsInAdf(
  bytes: Uint8Array,
  type: string,
  charset?: string,
): Promise<readonly SourceLead[]> {
  if (type === MAIL) {
    const { leadsInMail } = await loaded.mail();
    return (await leadsInMail(bytes, readerFor)).map(inOneLine);
  }
  const text = bytesToText(bytes, charset);
  const read = await readerFor([text]);
  return read(text).map(inOneLine);
}

/** The reader of what was sent at once, in one budget. STAR's is loaded only for a text that has it. */
async function readerFor(texts: readonly string[]): Promise<(text: string) => readonly SourceLead[]> {
  const readAdf = (await loaded.adf()).adfReader();
  if (!texts.some(isStar)) return readAdf;
  const readStar = (await loaded.star()).starReader();
  return (text) => (isStar(text) ? readStar(text) : readAdf(text));
}

/** Makes runs of blanks and line ends one blank, in all fields but the notes. */
const inOneLine = (lead: SourceLead): SourceLead => ({
  ...lead,
  fields: Object.fromEntries(
    Object.entries(lead.fields).map(([field, value]) => [
      field,
      field === 'notes' || typeof value !== 'string' ? value : value.replace(/\s+/g, ' ').trim(),
    ]),
  ),
});
