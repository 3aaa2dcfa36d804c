import { styleText } from 'node:util';
import stringWidth from 'string-width';
import type { TimeZone } from '#operators/domain/time-zone.ts';
import { type Columns, cellText, columnsIn } from '../presentation/list.ts';

/** A time on the clocks of the business, as people read it. */
export const timeText = (time: Date | undefined, { timeZone }: Pick<Style, 'timeZone'>): string =>
  time ? timeZone.clockAt(time) : '-';

/** Characters that terminals act on, except the joiners that Persian and many emoji need. */
const CONTROL_CHARACTERS = /(?![\u200c\u200d])[\p{Cc}\p{Cf}]/gu;

/** Replaces what a terminal would act on, except line breaks and tabs, by U+FFFD: partners may write anything. */
export const terminalSafe = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(CONTROL_CHARACTERS, (character) => (/[\n\t]/.test(character) ? character : '\u{fffd}'));

/** JSON in which characters that a terminal acts on are escaped; `JSON.stringify` escapes only some. */
export const terminalSafeJson = (value: unknown, indent?: number): string =>
  JSON.stringify(value, null, indent)
    .split('\n')
    .map((line) => line.replace(CONTROL_CHARACTERS, (found) => found.split('').map(escaped).join('')))
    .join('\n');

const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

export const oneLine = (text: string): string => terminalSafe(text.replace(/\s+/g, ' '));

export interface Style {
  readonly colours: boolean;
  /** The terminal's width. Absent: lines have any length. */
  readonly columns?: number | undefined;
  /** The time zone of the business. */
  readonly timeZone: TimeZone;
}

export const strong = (text: string, { colours }: Style): string =>
  colours ? styleText('bold', text, { validateStream: false }) : text;

/** A table of rows. Each column is as wide as its widest cell. */
export function table<R, C>(columns: Columns<R, C>, rows: readonly R[], context: C & Style): string {
  const shown = columnsIn(columns, 'terminal').map(([, column]) => column);
  const heads = shown.map(({ head }) => head.toUpperCase());
  const inZone = (time: Date) => timeText(time, context);
  const cells = rows.map((row) =>
    shown.map((column) => oneLine(cellText(column, row, context, inZone) ?? '-')),
  );
  const widths = heads.map((head, column) =>
    Math.max(...[head, ...cells.map((row) => row[column] ?? '')].map((cell) => stringWidth(cell))),
  );
  const line = (row: readonly string[]): string => {
    const padding = row.map((cell, column) => padded(cell, widths[column] ?? 0));
    return wrapped(padding.join('  ').trimEnd(), '    ', context);
  };
  return [strong(line(heads), context), ...cells.map(line)].join('\n');
}

/** Name and value, one pair on each line. Unknown values are left out. */
export function facts(entries: readonly (readonly [string, string | undefined])[], style: Style): string {
  const known = entries.filter((entry): entry is readonly [string, string] => entry[1] !== undefined);
  const width = Math.max(...known.map(([name]) => stringWidth(name)));
  const margin = ' '.repeat(width + 2);
  const line = ([name, value]: readonly [string, string]): string => {
    const text = wrapped(margin + oneLine(value), margin, style).slice(margin.length);
    return `${strong(padded(name, width), style)}  ${text}`;
  };
  return known.map(line).join('\n');
}

/** Indents every line, also those that a terminal would begin by itself: no text can pass for a part of the view. */
export const indented = (text: string, style: Style): string =>
  terminalSafe(text)
    .split('\n')
    .map((line) => wrapped(`  ${style.columns ? line.replaceAll('\t', '    ') : line}`, '  ', style))
    .join('\n');

const padded = (text: string, width: number): string => text + ' '.repeat(width - stringWidth(text));

const graphemes = new Intl.Segmenter();

/**
 * Breaks a line before the terminal does: at white space, or inside a longer word. Further lines begin with
 * `indent`.
 */
function wrapped(text: string, indent: string, { columns }: Style): string {
  const width = Math.max(columns ?? Number.POSITIVE_INFINITY, 2 * indent.length);
  if (stringWidth(text) <= width) return text;
  const lines: string[] = [];
  let line = '';
  const fits = (more: string): boolean => stringWidth(line + more) <= width;
  const breakLine = (): void => {
    lines.push(line.trimEnd());
    line = indent;
  };
  for (const [word] of text.matchAll(/\s+|\S+/g)) {
    if (!fits(word) && line.trim() !== '') breakLine();
    if (lines.length > 0 && line === indent && word.trim() === '') continue;
    for (const { segment } of graphemes.segment(word)) {
      if (!fits(segment)) breakLine();
      line += segment;
    }
  }
  return [...lines, line].join('\n').trimEnd();
}
