import { DOCUMENT } from '../document-begin.ts';

/** Joins the lines that `format=flowed` broke (RFC 3676): one that ends with a blank goes on in the next. */
export const unflowed = (text: string, isBlankAdded: boolean): string =>
  text
    .replace(/\n-- (?=\n)/g, '\n--') // before a signature
    .replace(/ \n ?/g, isBlankAdded ? '' : ' ')
    .replace(/(^|\n) /g, '$1');

/** Takes off the `>` that an mbox puts before each line which begins with `From `, if all such lines have it. */
export const unescapedFrom = (text: string): string =>
  text.includes('>From ') && !/^From /m.test(text) ? text.replace(/^>From /gm, 'From ') : text;

/** The most documents that are looked for among quote marks. */
const MOST_DOCUMENTS = 100;

/** Takes the quote marks off the lines of documents, as many as the first line has, where each line has one. */
export function unquoted(text: string): string {
  if (!text.startsWith('>') && !text.includes('\n>')) return text;
  const pieces: string[] = [];
  let [done, looked, line, documents] = [0, 0, 0, 0];
  for (const { index } of text.matchAll(new RegExp(DOCUMENT, 'gi'))) {
    documents += 1;
    if (documents > MOST_DOCUMENTS) break;
    const lineEnd = text.slice(looked, index).lastIndexOf('\n');
    if (lineEnd >= 0) line = looked + lineEnd + 1;
    looked = index;
    if (line < done || text[line] !== '>') continue;
    const [marks = ''] = /^(?:> ?)+/.exec(text.slice(line, line + LONGEST_MARKS)) ?? [];
    const pattern = new RegExp(`^(?:> ?){1,${marks.split('>').length - 1}}`, 'gm');
    pieces.push(text.slice(done, line));
    done = endOfQuoted(text, line);
    pieces.push(text.slice(line, done).replace(pattern, ''));
  }
  return done === 0 ? text : [...pieces, text.slice(done)].join('');
}

/** The most characters of quote marks before a line: of a mail that was answered ten times. */
const LONGEST_MARKS = 20;

/** The end of the lines from here on that begin with a quote mark. */
function endOfQuoted(text: string, from: number): number {
  let at = from;
  while (text[at] === '>') {
    const end = text.indexOf('\n', at);
    if (end < 0) return text.length;
    at = end + 1;
  }
  return at;
}
