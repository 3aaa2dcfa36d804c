import { type Message, readMessage } from './parts.ts';
import { isReadable } from './read-mail.ts';

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
