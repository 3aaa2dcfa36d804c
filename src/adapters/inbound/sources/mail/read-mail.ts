import { bytesToText, isText as looksLikeText } from '../../../../domain/sources/reading/bytes-to-text.ts';
import { DOCUMENT } from '../document-begin.ts';
import { decodeWords, type Head } from './header.ts';
import { htmlToText } from './html-text.ts';
import { type Message, type Part, readMessage } from './parts.ts';
import { unescapedFrom, unflowed, unquoted } from './plain-text.ts';

/** The forms in which a mail may have the same lead, the likeliest to be whole first. */
export const forms = ['attached', 'plain', 'html'] as const;

/** A text in a mail. */
export interface MailText {
  readonly form: (typeof forms)[number];
  /** The part of the mail that it is, in words: the name of a file, `text` or `HTML`. */
  readonly place: string;
  readonly text: string;
  /** Whether a document begins in it. */
  readonly hasDocument: boolean;
}

/** A mail with everything decoded. */
export interface Mail {
  readonly head: Head;
  readonly texts: readonly MailText[];
  readonly mails: readonly Mail[];
}

/** Reads a mail; `undefined` if it has too many parts. */
export function readMail(bytes: Uint8Array): Mail | undefined {
  const message = readMessage(bytes);
  return message && mailOf(message);
}

const mailOf = ({ head, parts }: Message): Mail => ({
  head,
  texts: parts.flatMap((part) => (part.message ? [] : textOf(part))),
  mails: parts.flatMap(({ message }) => message ?? []).map(mailOf),
});

function textOf(part: Part): readonly MailText[] {
  const { type, parameters, name, isAttached } = part;
  const isHtml = type === 'text/html';
  const isBody = isHtml || type === '' || type === 'text/plain';
  const form = isAttached || !isBody ? 'attached' : isHtml ? 'html' : 'plain';
  const text = (
    isText(part) ? bytesToText(part.bytes, parameters.get('charset')) : documentIn(part)
  ).replaceAll('\r\n', '\n');
  if (text.trim() === '') return [];
  const plain = isHtml ? shownBy(text) : plainOf(text, part);
  return [
    {
      form,
      place: name?.slice(0, 100) ?? (isHtml ? 'HTML' : form === 'plain' ? 'text' : type),
      text: plain,
      hasDocument: DOCUMENT.test(plain),
    },
  ];
}

/** Whether a part is text. Files that are not have signs in their first lines that no text has. */
const isText = ({ type, bytes }: Part): boolean =>
  type.startsWith('text/') || looksLikeText(bytesToText(bytes.subarray(0, 4_096)));

/** A document that stands in a file as it is, as in Outlook's `winmail.dat`; else nothing. */
function documentIn({ bytes }: Part): string {
  const begin = bytes.toString('latin1').search(DOCUMENT);
  return begin < 0 ? '' : bytesToText(bytes.subarray(begin, bytes.lastIndexOf('>') + 1));
}

/** Whether a part may have a lead. */
export const isReadable = (part: Part): boolean =>
  part.bytes.length > 0 && (isText(part) || documentIn(part) !== '');

function plainOf(text: string, { parameters, isEncoded }: Part): string {
  const isFlowed = parameters.get('format')?.toLowerCase() === 'flowed';
  const whole = isFlowed ? unflowed(text, parameters.get('delsp')?.toLowerCase() === 'yes') : text;
  return unquoted(unescaped(isEncoded ? whole : unescapedFrom(whole)));
}

/** Text that a program escaped as if for HTML. */
const unescaped = (text: string): string =>
  ESCAPED.test(text) && !DOCUMENT.test(text) ? (htmlToText(`<pre>${text}</pre>`) ?? text) : text;

const ESCAPED = /&lt;(?:[\w.-]{1,40}:)?(?:adf|prospect|processsaleslead)(?:\s|&gt;)/i;

/** What HTML shows; for a person with links. HTML in which a document stands as it is stays so. */
const shownBy = (html: string): string =>
  DOCUMENT.test(html) ? html : unquoted(htmlToText(html, !ESCAPED.test(html)) ?? html);

/** Everything that a person reads of a mail: its head, the names of files, and all texts. */
export function readableOf({ head, texts, mails }: Mail): string {
  const names = texts.flatMap(({ form, place }) => (form === 'attached' ? [place] : []));
  const words = [...head].flatMap(([name, value]) => (TECHNICAL.test(name) ? [] : [decodeWords(value)]));
  return [...words, ...names, ...texts.map(({ text }) => text), ...mails.map(readableOf)].join('\n');
}

/** Fields of a head that people do not read. */
const TECHNICAL = /^(?:content-|mime-version|received|return-path|dkim-|arc-|authentication-)/;

/** All texts of a mail, and of those within it. */
export const textsIn = ({ texts, mails }: Mail): readonly MailText[] => [...texts, ...mails.flatMap(textsIn)];
