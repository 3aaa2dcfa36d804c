import { bytesToText, charsetOf, isText } from '../../../domain/sources/reading/bytes-to-text.ts';

/** A media type without its parameters, in small letters. */
export const plainType = (contentType: string): string =>
  (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();

/** What was sent, as it is kept: its text; of a file that is none, such as PDF, a data URL with its bytes. */
export function sentText(bytes: Uint8Array, contentType: string): string {
  const text = bytesToText(bytes, charsetOf(contentType));
  if (isText(text)) return text;
  const type = plainType(contentType);
  const known = /^[\w.+-]{1,99}\/[\w.+-]{1,99}$/.test(type) ? type : 'application/octet-stream';
  return `data:${known};base64,${Buffer.from(bytes).toString('base64')}`;
}
