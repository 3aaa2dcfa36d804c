import type { Pairs } from './form-body.ts';

/** A form as lines, one for each value: `name: value`. Further lines of a value are indented, so that each is known. */
export const linesOf = (pairs: Pairs): string =>
  pairs
    .map(([name, value]) => `${name.replace(/\s+/g, ' ')}: ${value.replace(/\r\n?|\n/g, `\n${INDENT}`)}`)
    .join('\n');

const INDENT = '  ';
const FIRST_LINE = /^([^:\n]{0,1000}):(?: (.*))?$/;

/** Reads such lines; `undefined` if the text has others. */
export function pairsIn(lines: string): Pairs | undefined {
  const pairs: [string, string][] = [];
  for (const line of lines.trimEnd().split('\n')) {
    const last = pairs.at(-1);
    const [, name, value = ''] = FIRST_LINE.exec(line) ?? [];
    if (last && line.startsWith(INDENT)) last[1] += `\n${line.slice(INDENT.length)}`;
    else if (name === undefined) return undefined;
    else pairs.push([name, value]);
  }
  return pairs;
}
