import { styleText } from 'node:util';
import { lengthOf } from '../../../domain/text.ts';

const localTime = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium' });

/** In the local time zone, for people to read. */
export const timeText = (time: Date | undefined): string => (time ? localTime.format(time) : '-');

/** Characters that a terminal acts on, except the joiners that Persian and many emoji need. */
const CONTROL_CHARACTERS = /(?![\u200c\u200d])[\p{Cc}\p{Cf}]/gu;

/** Partners may write anything: what a terminal would act on, except line breaks and tabs, becomes U+FFFD. */
export const terminalSafe = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(CONTROL_CHARACTERS, (character) => (/[\n\t]/.test(character) ? character : '\u{fffd}'));

/** JSON with the same characters escaped: `JSON.stringify` escapes only some of them. */
export const terminalSafeJson = (value: unknown): string =>
  JSON.stringify(value).replace(CONTROL_CHARACTERS, (character) => character.split('').map(escaped).join(''));

const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

export const oneLine = (text: string): string => terminalSafe(text.replace(/\s+/g, ' '));

export interface Style {
  readonly colours: boolean;
}

export const strong = (text: string, { colours }: Style): string =>
  colours ? styleText('bold', text, { validateStream: false }) : text;

/** Columns as wide as their widest cell. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[], style: Style): string {
  const cells = rows.map((row) => row.map(oneLine));
  const widths = heads.map((head, column) =>
    Math.max(lengthOf(head), ...cells.map((row) => lengthOf(row[column] ?? ''))),
  );
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - lengthOf(cell)))
      .join('  ')
      .trimEnd();
  return [strong(line(heads), style), ...cells.map(line)].join('\n');
}

/** Name and value, one pair per line. Unknown values are left out. */
export function facts(entries: readonly (readonly [string, string | undefined])[], style: Style): string {
  const known = entries.filter((entry): entry is readonly [string, string] => entry[1] !== undefined);
  const width = Math.max(...known.map(([name]) => name.length));
  return known.map(([name, value]) => `${strong(name.padEnd(width), style)}  ${oneLine(value)}`).join('\n');
}
