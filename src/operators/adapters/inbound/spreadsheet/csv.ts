/**
 * The places where spreadsheets may see the beginning of a formula, also one in full width: at the start of a
 * cell, after characters that look empty, and inside of a cell, which a spreadsheet with another separator
 * would split.
 */
const BEGINNING = '(^|[;\\t\\r\\n])([\\s"\']*)';
const SIGN = '(?=[=+\\-@＝＋－＠])';
const FORMULAS = new RegExp(`${BEGINNING}${SIGN}`, 'g');
const INERT_FORMULAS = new RegExp(`${BEGINNING}'${SIGN}`, 'g');

/** Writes one line of CSV (RFC 4180). Text that spreadsheets could take for a formula gets an apostrophe before it. */
export const csvLine = (cells: readonly string[]): string => cells.map(cell).join(',');

function cell(text: string): string {
  const inert = text.replace(FORMULAS, "$1$2'");
  return /[",;\t\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

/** A cell without the apostrophes that `csvLine` adds. A sheet has very many cells, and hardly any has one. */
const asMeant = (text: string): string => (text.includes("'") ? text.replace(INERT_FORMULAS, '$1$2') : text);

/** A row of CSV. It spans several lines if a quoted cell has line breaks. */
export interface CsvRecord {
  /** The number of the row's first line, from 1. */
  readonly line: number;
  /** The cells without surrounding white space, and without the apostrophes that `csvLine` adds. */
  readonly cells: readonly string[];
}

interface CsvOptions {
  /** The most rows to read. */
  readonly most?: number | undefined;
  /** The separator of cells; by default the first comma, semicolon or tab outside of quotation marks. */
  readonly separator?: string | undefined;
}

/**
 * Reads CSV as spreadsheets save it, or cells copied from one. Blank lines are left out. A quotation mark that
 * encloses no cell is text.
 */
export function readCsv(
  text: string,
  { most = Number.POSITIVE_INFINITY, separator: given }: CsvOptions = {},
): CsvRecord[] {
  const source = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const separator = given ?? /[,;\t]/.exec(source.replace(/"[^"]*"/g, ''))?.[0] ?? ',';
  const space = `[^\\S${separator}\\n]*`;
  const quoted = `${space}"((?:[^"]|"")*)"${space}(?=[${separator}\\n]|$)`;
  const cell = new RegExp(`${quoted}|[^${separator}\\n]*`, 'y');
  const content = new RegExp(`[^\\s${separator}]`, 'g');

  const records: CsvRecord[] = [];
  for (let at = 0, line = 1; at < source.length && records.length < most; line += 1) {
    content.lastIndex = at;
    const next = content.exec(source)?.index ?? source.length;
    const begins = source.lastIndexOf('\n', next - 1) + 1;
    for (; at < begins; line += 1) at = source.indexOf('\n', at) + 1; // skips many empty lines quickly
    if (next === source.length) break;
    const begun = line;
    const cells: string[] = [];
    do {
      cell.lastIndex = at;
      const [all = '', quoted] = cell.exec(source) ?? [];
      cells.push(asMeant((quoted?.replaceAll('""', '"') ?? all).trim()));
      at += all.length;
      if (quoted !== undefined) line += all.split('\n').length - 1;
    } while (source[at++] === separator);
    if (cells.some((text) => text !== '')) records.push({ line: begun, cells });
  }
  return records;
}
