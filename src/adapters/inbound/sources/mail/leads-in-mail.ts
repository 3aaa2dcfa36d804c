import { bytesToText } from '../../../../domain/sources/reading/bytes-to-text.ts';
import { type SourceLead, unreadLead } from '../../../../domain/sources/source-lead.ts';
import { DOCUMENT } from '../document-begin.ts';
import { MOST_LEADS } from '../reading/lead-of-answers.ts';
import { bestReading } from './best-reading.ts';
import type { Head } from './header.ts';
import { type Message, readMessage } from './parts.ts';
import { isReadable, type MailText, readableOf, readMail, textsIn } from './read-mail.ts';

/** Makes the function that reads the leads in a document; given texts, as each kind's parser is loaded when needed. */
type ReaderFor = (texts: readonly string[]) => Promise<(text: string) => readonly SourceLead[]>;

/** Reads the leads in a mail. If there is none, or too many, that is one thing for a person to read. */
export async function leadsInMail(bytes: Uint8Array, readerFor: ReaderFor): Promise<readonly SourceLead[]> {
  const mail = readMail(bytes);
  if (!mail) return [unreadLead(bytesToText(bytes), 'too-large')];
  const all = textsIn(mail);
  const texts = all.map(({ text }) => text);
  const document = texts.join('\n\n') || bytesToText(bytes);
  const readable = readableOf(mail);
  const documents = all.filter(({ hasDocument }) => hasDocument);
  if (documents.length > MOST_LEADS) return [{ ...unreadLead(document, 'too-large'), readable }];
  const read = await readerFor(documents.map(({ text }) => text));
  const readPart = (part: MailText): readonly SourceLead[] =>
    part.hasDocument ? read(part.text).map(from(part)) : [];
  const found = bestReading(mail, readPart);
  if (found.length > MOST_LEADS) return [{ ...unreadLead(document, 'too-large'), readable }];
  if (found.length > 0) return found.map((lead) => ({ ...lead, readable }));
  if (DOCUMENT.test(Buffer.from(bytes).toString('latin1'))) return readWhole(bytes, readerFor);
  return [{ ...unreadLead(document, isAutomatic(mail.head) ? 'automatic' : 'no-document'), readable }];
}

/** Reads what only looks like a mail: the first line of a document may have a colon. */
async function readWhole(bytes: Uint8Array, readerFor: ReaderFor): Promise<readonly SourceLead[]> {
  const text = bytesToText(bytes);
  const read = await readerFor([text]);
  return read(text);
}

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

/** The fewest bytes of a file that is left out. */
const LEAST = 1_024;

/** A mail of at most so many bytes: one that is longer without its photos and other files that are no text. */
export function keptOf(mail: Uint8Array, most: number): Uint8Array {
  if (mail.length <= most) return mail;
  const bytes = Buffer.from(mail.buffer, mail.byteOffset, mail.byteLength);
  const pieces: Buffer[] = [];
  let from = 0;
  for (const file of filesIn(readMessage(bytes))) {
    const begin = file.byteOffset - bytes.byteOffset;
    if (file.buffer !== bytes.buffer || begin < from || file.length < LEAST) continue;
    pieces.push(bytes.subarray(from, begin), Buffer.from(`(${file.length} bytes, left out)`));
    from = begin + file.length;
  }
  return Buffer.concat([...pieces, bytes.subarray(from)]).subarray(0, most);
}

/** The files that are no text, as they stand in a mail, in their order. */
const filesIn = (message: Message | undefined): readonly Buffer[] =>
  (message?.parts ?? []).flatMap((part) => {
    if (part.message) return filesIn(part.message);
    return isReadable(part) ? [] : [part.body];
  });
