import type { SourceLead } from '../../../domain/source-lead.ts';
import { loaded } from './readers.ts';
import { bytesToText } from './reading/bytes-to-text.ts';

const XML = /^(?:text\/(?:xml|plain)|application\/(?:xml|x-adf\+xml)|plain\/text)$/;
const MAIL = 'message/rfc822';

/** A media type without its parameters, in small letters. */
export const plainType = (contentType: string): string =>
  (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();

/** Whether ADF may have this media type: that of XML, or of a whole mail. */
export const isAdfType = (type: string): boolean => XML.test(type) || type === MAIL;

/**
 * Reads the leads that an ADF source sent. Loads the parsers of XML and mails when first needed, so that a cold start
 * does not pay for them.
 */
export async function leadsInAdf(
  bytes: Uint8Array,
  type: string,
  charset?: string,
): Promise<readonly SourceLead[]> {
  const { readAdf } = await loaded.adf();
  if (type !== MAIL) return readAdf(bytesToText(bytes, charset));
  const { readMail } = await loaded.mail();
  const { texts, readable } = await readMail(bytes);
  return leadsInTexts(texts, readAdf, bytesToText(bytes)).map((lead) => ({ ...lead, readable }));
}

/** The leads in a mail's texts; of those that could not be read, the likeliest. `whole`: the mail as it came. */
function leadsInTexts(
  texts: readonly string[],
  readAdf: (text: string) => readonly SourceLead[],
  whole: string,
): readonly SourceLead[] {
  const all = texts.map(readAdf);
  const read = all.flat().filter(({ unreadable }) => !unreadable);
  if (read.length > 0) return unique(read);
  return all.find(isDocument) ?? readAdf(texts.join('\n\n') || whole);
}

/** Drops repetitions: the same lead often stands in a mail as text and in an attachment or HTML. */
const unique = (leads: readonly SourceLead[]): readonly SourceLead[] => [
  ...new Map(leads.map((lead) => [lead.document.replace(/\s+/g, ''), lead])).values(),
];

const isDocument = (leads: readonly SourceLead[]): boolean =>
  leads.some(({ unreadable }) => unreadable !== 'no-document');
