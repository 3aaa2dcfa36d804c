import { DOCUMENT } from '../document-begin.ts';

/** Joins the lines that `format=flowed` broke (RFC 3676): one that ends with a blank goes on in the next. */
export const unflowed = (text: string, isBlankAdded: boolean): string =>
  text
    .replace(/^ /gm, '')
    .replace(/(^--)? (\r?\n)/gm, (whole, signature) => (signature ? whole : isBlankAdded ? '' : ' '));

/** Takes off the `>` that an mbox puts before each line which begins with `From `, if all such lines have it. */
export const unescapedFrom = (text: string): string =>
  text.includes('>From ') && !/^From /m.test(text) ? text.replace(/^>From /gm, 'From ') : text;

/** The most times that a mail was answered or forwarded with marks. */
const MOST_QUOTED = 5;

/** Takes the quote marks off documents, where each line has one. */
export function unquoted(text: string): string {
  let plain = text;
  for (let n = 0; n < MOST_QUOTED; n += 1) {
    const without = unquotedOnce(plain);
    if (without === plain) break;
    plain = without;
  }
  return plain;
}

function unquotedOnce(text: string): string {
  const pieces: string[] = [];
  let [done, looked, line] = [0, 0, 0];
  for (const { index } of text.matchAll(new RegExp(DOCUMENT, 'gi'))) {
    if (index < done) continue;
    const lineEnd = text.slice(looked, index).lastIndexOf('\n');
    if (lineEnd >= 0) line = looked + lineEnd + 1;
    looked = index;
    if (text[line] !== '>' || line < done) continue;
    pieces.push(text.slice(done, line));
    done = endOfQuoted(text, line);
    pieces.push(text.slice(line, done).replace(/^> ?/gm, ''));
  }
  return done === 0 ? text : [...pieces, text.slice(done)].join('');
}

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
