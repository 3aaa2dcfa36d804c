import { LOST } from '../../../../domain/sources/source-lead.ts';

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
