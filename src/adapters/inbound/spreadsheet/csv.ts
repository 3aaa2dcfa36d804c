/** Cells that a spreadsheet would run as a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** One line of CSV (RFC 4180). What a spreadsheet would take for a formula gets a leading apostrophe. */
export const csvLine = (cells: readonly string[]): string => cells.map(cell).join(',');

function cell(text: string): string {
  const inert = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
