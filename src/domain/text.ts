import { BrokenRule } from './invalid-lead.ts';

/** Nothing but white space counts as nothing. */
export const isBlank = (text: string): boolean => text.trim() === '';

/**
 * A one-line field: surrounding white space goes, inner text stays as sent.
 * Throws BrokenRule where more than `limit` characters (Unicode code points) are left.
 */
export const oneLine =
  (limit: number) =>
  (raw: string): string =>
    atMost(limit, raw.trim());

/** A multi-line field, kept to the letter. Throws BrokenRule over `limit` characters. */
export const multiLine =
  (limit: number) =>
  (raw: string): string =>
    atMost(limit, raw);

function atMost(limit: number, text: string): string {
  if (text.length > limit && (text.length > 2 * limit || [...text].length > limit)) {
    throw new BrokenRule('too-long', limit);
  }
  return text.toWellFormed(); // half a surrogate pair survives in no store
}
