import { Parser } from 'htmlparser2';

/** The most tags, and the most entities, that are read: an ADF that a page shows has some ten tags and 300 entities. */
const MOST_TAGS = 5_000;
const MOST_ENTITIES = 20_000;

/** Elements that stand in lines of their own. */
const LINES = new Set(
  'address article aside blockquote center dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tbody tfoot thead tr ul'.split(
    ' ',
  ),
);
const CELLS = new Set(['td', 'th']);
/** Elements whose text nobody sees. */
const UNSEEN = new Set(['head', 'title', 'style', 'script', 'template', 'noscript']);

/** The text that HTML shows, with its lines; `undefined` if it has too many tags or entities. */
export function htmlToText(html: string): string | undefined {
  if (hasMore(html, '<', MOST_TAGS) || hasMore(html, '&', MOST_ENTITIES)) return undefined;
  const text: string[] = [];
  let [before, unseen, kept, isCellEnd] = ['\n', 0, 0, false];
  const add = (words: string): void => {
    text.push(words);
    before = words.at(-1) ?? before;
  };
  const endLine = (): void => {
    if (before !== '\n') add('\n');
    isCellEnd = false;
  };
  const addWords = (words: string): void => {
    if (words === '' || (isCellEnd && words.trim() === '')) return;
    if (isCellEnd && before !== '\n') text.push('\t');
    isCellEnd = false;
    add(words);
  };
  const parser = new Parser({
    onopentagname(name) {
      if (UNSEEN.has(name)) unseen += 1;
      if (name === 'pre') kept += 1;
      if (name === 'br') add('\n');
      else if (LINES.has(name)) endLine();
    },
    onclosetag(name) {
      if (UNSEEN.has(name)) unseen -= 1;
      if (name === 'pre') kept -= 1;
      if (CELLS.has(name)) isCellEnd = true;
      else if (LINES.has(name)) endLine();
    },
    ontext(words) {
      if (unseen > 0) return;
      if (kept > 0) return addWords(visible(words.replace(/\r\n?/g, '\n')));
      const isBlankTwice = /\s/.test(before) && /^[ \t\r\n\f]/.test(words);
      addWords(visible(words.replace(/[ \t\r\n\f]+/g, ' ')).slice(isBlankTwice ? 1 : 0));
    },
  });
  parser.end(html);
  return text.join('');
}

/** Blanks that are not to be broken are blanks, as between an element's name and its attributes. */
const visible = (words: string): string => words.replaceAll('\u{a0}', ' ');

function hasMore(text: string, sign: string, most: number): boolean {
  let count = 0;
  for (let at = text.indexOf(sign); at >= 0 && count <= most; at = text.indexOf(sign, at + 1)) count += 1;
  return count > most;
}
