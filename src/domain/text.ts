import { BrokenRule } from './invalid-lead.ts';

/**
 * Plain ASCII is decided without the patterns of all of Unicode: compiling those takes milliseconds of a cold
 * start.
 */

/**
 * A character that can be seen: no white space, control or format character, Hangul filler, variation selector
 * or blank Braille pattern.
 */
const VISIBLE = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether the text shows nothing. */
export const isBlank = (text: string): boolean =>
  !/[!-~]/.test(text) && (text.trim() === '' || !VISIBLE.test(text)); // `trim` first: it takes a twentieth of the time

/** Control characters and their like, except the joiners that Persian and many emoji need. */
const UNREADABLE = /(?![\u200c\u200d])\p{C}/u;

/** Whether the text is one line of readable characters. */
export const isReadable = (text: string): boolean => /^[ -~]*$/.test(text) || !UNREADABLE.test(text);

/** The length of a name of 255 characters with three marks on each. */
const LONGEST_NAME = 1_024;

/**
 * The text in a normal form of Unicode. A text longer than any name is left as it is: normalising many marks on
 * one letter takes the square of their number.
 */
export const normalized = (form: 'NFC' | 'NFD' | 'NFKD', text: string): string =>
  text.length > LONGEST_NAME ? text : text.normalize(form);

/** The length in characters: Unicode code points. */
export const lengthOf = (text: string): number => [...text].length;

/** Whether the text has at most `limit` characters (Unicode code points). */
export const isAtMost = (limit: number, text: string): boolean =>
  text.length <= limit || (text.length <= 2 * limit && lengthOf(text) <= limit);

/**
 * Reads a text without surrounding white space; the inner text stays as sent. Throws BrokenRule if more than
 * `limit` characters (Unicode code points) remain.
 */
export const trimmed =
  (limit: number) =>
  (raw: string): string =>
    wellFormed(atMost(limit, raw.trim()));

/**
 * Reads a text exactly as sent. Surrounding white space does not count towards the length. Throws BrokenRule
 * for more than `limit` characters (Unicode code points).
 */
export const verbatim =
  (limit: number) =>
  (raw: string): string => {
    atMost(limit, raw.trim());
    return wellFormed(raw);
  };

/**
 * Reads an operator's reason, without surrounding white space; `undefined` if blank. Half surrogate pairs and
 * NUL, with which not every store and tool can be trusted, become U+FFFD: a change must not fail because of its
 * reason.
 */
export function reasonText(raw: string | undefined): string | undefined {
  return raw === undefined || isBlank(raw) ? undefined : wellFormed(raw.trim()).replaceAll('\0', '\u{fffd}');
}

function atMost(limit: number, text: string): string {
  if (!isAtMost(limit, text)) throw new BrokenRule('too-long', limit);
  return text;
}

/** Mends half surrogate pairs, which no store can keep. */
const wellFormed = (text: string): string => text.toWellFormed();

/** The most characters of a text that are read for its label. */
const LOOKED_AT = 1_024;

/** Shortens a text for a log or a list: one line of at most 64 characters; empty if nothing readable is left. */
export const labelText = (text: string): string =>
  [
    ...text
      .trimStart()
      .slice(0, LOOKED_AT)
      .toWellFormed()
      .replace(/\p{C}|\p{Zl}|\p{Zp}/gu, '')
      .trim()
      .slice(0, 128),
  ]
    .slice(0, 64)
    .join('');
