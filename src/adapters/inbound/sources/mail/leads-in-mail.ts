import { bytesToText } from '../../../../domain/sources/reading/bytes-to-text.ts';
import type { SourceLead } from '../../../../domain/sources/source-lead.ts';
import { DOCUMENT } from '../document-begin.ts';
import { bestReading } from './best-reading.ts';
import type { Head } from './header.ts';
import { type MailText, readableOf, readMail, textsIn } from './read-mail.ts';

/** The most leads of a mail, and the most of its parts that are read as one. */
const MOST = 30;
/** Makes the function that reads the leads in a document; given texts, as each kind's parser is loaded when needed. */
type ReaderFor = (texts: readonly string[]) => Promise<(text: string) => readonly SourceLead[]>;

/** Reads the leads in a mail. If there is none, or too many, that is one thing for a person to read. */
export async function leadsInMail(bytes: Uint8Array, readerFor: ReaderFor): Promise<readonly SourceLead[]> {
  const mail = readMail(bytes);
  if (!mail) return [unread('too-large', bytesToText(bytes))];
  const all = textsIn(mail);
  const texts = all.map(({ text }) => text);
  const document = texts.join('\n\n') || bytesToText(bytes);
  const readable = readableOf(mail);
  const documents = all.filter(({ hasDocument }) => hasDocument);
  if (documents.length > MOST) return [{ ...unread('too-large', document), readable }];
  const read = await readerFor(documents.map(({ text }) => text));
  const readPart = (part: MailText): readonly SourceLead[] =>
    part.hasDocument ? read(part.text).map(from(part)) : [];
  const found = bestReading(mail, readPart);
  if (found.length > MOST) return [{ ...unread('too-large', document), readable }];
  if (found.length > 0) return found.map((lead) => ({ ...lead, readable }));
  if (DOCUMENT.test(Buffer.from(bytes).toString('latin1'))) return readWhole(bytes, readerFor);
  return [{ ...unread(isAutomatic(mail.head) ? 'automatic' : 'no-document', document), readable }];
}

/** Reads what only looks like a mail: the first line of a document may have a colon. */
async function readWhole(bytes: Uint8Array, readerFor: ReaderFor): Promise<readonly SourceLead[]> {
  const text = bytesToText(bytes);
  const read = await readerFor([text]);
  return read(text);
}

const unread = (unreadable: SourceLead['unreadable'], document: string): SourceLead => ({
  fields: {},
  document,
  unreadable,
});

/** Says of a lead in which part of the mail each place is. */
const from =
  ({ place: part }: MailText) =>
  (lead: SourceLead): SourceLead => ({
    ...lead,
    readFrom: lead.readFrom?.map(({ field, place }) => ({ field, place: `${part}: ${place}` })),
  });

/** Whether the head of a mail says that a program sent it to many, or as an answer to each mail that it gets. */
const isAutomatic = (head: Head): boolean =>
  head.has('list-unsubscribe') || !/^(?:no\b|$)/i.test(head.get('auto-submitted') ?? '');
