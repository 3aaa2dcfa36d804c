import { Parser } from 'htmlparser2';

/** The most characters, tags and entities that are read: a page that shows one ADF has some 300 entities. */
const LONGEST = 256 * 1024;
const MOST_TAGS = 5_000;
const MOST_ENTITIES = 10_000;

/** Elements that stand in lines of their own. */
const LINES = new Set(
  'address article aside blockquote center dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tbody tfoot thead tr ul'.split(
    ' ',
  ),
);
const CELLS = new Set(['td', 'th']);
/** Elements whose text nobody sees. */
const UNSEEN = new Set(['head', 'title', 'style', 'script', 'template', 'noscript']);

/** The text that HTML shows, with its lines; with the addresses of links if wanted. `undefined` if it is too much. */
export function htmlToText(html: string, withLinks = false): string | undefined {
  if (html.length > LONGEST || hasMore(html, '<', MOST_TAGS) || hasMore(html, '&', MOST_ENTITIES))
    return undefined;
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
  let [tag, link] = ['', ''];
  const parser = new Parser({
    onattribute(name, value) {
      if (withLinks && tag === 'a' && name === 'href' && /^https?:/i.test(value)) link = ` (${value})`;
    },
    onopentagname(name) {
      tag = name;
      if (UNSEEN.has(name)) unseen += 1;
      if (name === 'pre') kept += 1;
      if (name === 'br') add('\n');
      else if (LINES.has(name)) endLine();
    },
    onclosetag(name) {
      if (UNSEEN.has(name)) unseen -= 1;
      if (name === 'pre') kept -= 1;
      if (name === 'a') {
        addWords(link);
        link = '';
      }
      if (CELLS.has(name)) isCellEnd = true;
      else if (LINES.has(name)) endLine();
    },
    ontext(words) {
      if (unseen > 0) return;
      if (kept > 0) return addWords(visible(words));
      const line = inOneLine(words);
      addWords(visible(line.startsWith(' ') && /\s/.test(before) ? line.slice(1) : line));
    },
  });
  parser.end(html);
  return text.join('');
}

const inOneLine = (words: string): string => words.replace(/[\n\r\t]/g, ' ').replace(/ {2,}/g, ' ');

/** Blanks that are not to be broken are blanks, as between an element's name and its attributes. */
const visible = (words: string): string => words.replaceAll('\u{a0}', ' ');

function hasMore(text: string, sign: string, most: number): boolean {
  let count = 0;
  for (let at = text.indexOf(sign); at >= 0 && count <= most; at = text.indexOf(sign, at + 1)) count += 1;
  return count > most;
}
