import { bytesToText, charsetOf } from '../../../../domain/sources/reading/bytes-to-text.ts';
import type { SourceLead } from '../../../../domain/sources/source-lead.ts';
import { BODY_LIMIT } from '../../http/http-error.ts';
import { isStar } from '../document-begin.ts';
import { lazily } from '../lazily.ts';
import { provenBody } from '../proof.ts';
import { answerTo, contentTypeOf, type Kind, receiveAll, told } from '../sender.ts';
import { plainType, sentText } from '../sent-text.ts';

const adfParser = lazily(() => import('../read-adf.ts'));
const starParser = lazily(() => import('../read-star.ts'));
const mailParser = lazily(() => import('../mail/leads-in-mail.ts'));

/** ADF, STAR, or a mail with either: by HTTP POST, however it is labelled, or from a mail server. */
export const adf: Kind = {
  async endpoint(request, source, learned, useCases) {
    const bytes = await provenBody(request, source, learned, useCases);
    const declared = contentTypeOf(request);
    const text = sentText(bytes, declared);
    const leads = await leadsIn(bytes, typeOf(declared, text), charsetOf(declared));
    const received = await receiveAll(useCases, source, leads, { text, declared });
    return { ...answerTo(received), ...told(received) };
  },

  read: (bytes, text) => leadsIn(bytes, typeOf('', text)),

  async readMail(mail) {
    const { keptOf } = await mailParser();
    const kept = keptOf(mail, BODY_LIMIT);
    const isCut = kept.length === BODY_LIMIT;
    const text = bytesToText(kept);
    const leads = await leadsIn(kept, typeOf('', text));
    return {
      leads: leads.map((lead) =>
        isCut && lead.unreadable === 'no-document' ? { ...lead, unreadable: 'too-large' } : lead,
      ),
      text,
    };
  },
};

const XML = /^(?:text\/(?:xml|plain)|application\/(?:xml|x-adf\+xml)|plain\/text)$/;
const MAIL = 'message/rfc822';

/** What to read this as: `declared`, if ADF or a mail may be labelled so; else as what the text looks like. */
function typeOf(declared: string, text: string): string {
  const type = plainType(declared);
  if (XML.test(type) || type === MAIL) return type;
  return isMail(text) ? MAIL : 'text/xml';
}

/** A mail begins with a header, or with the line that mail servers put before it. */
const isMail = (text: string): boolean => /^\s{0,99}(?:From |[\w-]{1,99}:)/.test(text);

async function leadsIn(bytes: Uint8Array, type: string, charset?: string): Promise<readonly SourceLead[]> {
  if (type === MAIL) {
    const { leadsInMail } = await mailParser();
    return (await leadsInMail(bytes, readerFor)).map(inOneLine);
  }
  const text = bytesToText(bytes, charset);
  const read = await readerFor([text]);
  return read(text).map(inOneLine);
}

/** The reader of what was sent at once, in one budget. STAR's is loaded only for a text that has it. */
async function readerFor(texts: readonly string[]): Promise<(text: string) => readonly SourceLead[]> {
  const readAdf = (await adfParser()).adfReader();
  if (!texts.some(isStar)) return readAdf;
  const readStar = (await starParser()).starReader();
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
