import { LOST } from '../../../domain/source-lead.ts';
import { plainType } from './read-adf.ts';
import { bytesToText, charsetOf } from './reading/bytes-to-text.ts';

/** What was sent, as it is kept: its text; of a file that is none, such as PDF, a data URL with its bytes. */
export function sentText(bytes: Uint8Array, contentType: string): string {
  const text = bytesToText(bytes, charsetOf(contentType));
  if (isText(text)) return text;
  const type = plainType(contentType);
  const known = /^[\w.+-]{1,99}\/[\w.+-]{1,99}$/.test(type) ? type : 'application/octet-stream';
  return `data:${known};base64,${Buffer.from(bytes).toString('base64')}`;
}

/** A text has hardly any signs that nobody can read: fewer than one in a hundred. */
export function isText(text: string): boolean {
  let unreadable = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x09 || (code > 0x0d && code < 0x20 && code !== ESC) || text[at] === LOST) unreadable += 1;
  }
  return unreadable * 100 <= text.length;
}

/** Begins letters of another charset in Japanese mails, and colours at a terminal. */
const ESC = 0x1b;
