import type { SourceLead } from '../../../domain/source-lead.ts';
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

/** Whether the head of a mail says that a program sent it to many, or as an answer to each mail that it gets. */
const isAutomatic = (mail: string): boolean =>
  /^(?:list-unsubscribe:|auto-submitted:(?!\s{0,99}no\b))/im.test(
    /^[\s\S]*?(?=\r?\n\r?\n|$)/.exec(mail)?.[0] ?? '',
  );

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
  const whole = bytesToText(bytes);
  const leads = leadsInTexts(texts, readAdf, whole).map((lead) => ({ ...lead, readable }));
  return leads.every(isNone) && isAutomatic(whole)
    ? leads.map((lead) => ({ ...lead, unreadable: 'automatic' as const }))
    : leads;
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
  const found = all.find(isDocument) ?? [readAdf(whole)].find(isDocument); // what looks like a head may be the lead
  return found ?? readAdf(texts.join('\n\n') || whole);
}

/** Drops repetitions: the same lead often stands in a mail as text and in an attachment or HTML. */
const unique = (leads: readonly SourceLead[]): readonly SourceLead[] => [
  ...new Map(leads.map((lead) => [lead.document.replace(/\s+/g, ''), lead])).values(),
];

const isDocument = (leads: readonly SourceLead[]): boolean => !leads.every(isNone);

const isNone = ({ unreadable }: SourceLead): boolean => unreadable === 'no-document';
