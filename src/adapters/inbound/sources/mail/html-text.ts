import { decodeHTML } from 'entities';

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

/** The text that HTML shows, with its lines, with the addresses of links if wanted. `undefined` if it is too much. */
export function htmlToText(html: string, withLinks = false): string | undefined {
  if (html.length > LONGEST || hasMore(html, '<', MOST_TAGS) || hasMore(html, '&', MOST_ENTITIES))
    return undefined;
  const text: string[] = [];
  let [before, link, kept, isCellEnd] = ['\n', '', 0, false];
  const add = (words: string): void => {
    text.push(words);
    before = words.at(-1) ?? before;
  };
  const addWords = (words: string): void => {
    if (words === '' || (isCellEnd && words.trim() === '')) return;
    if (isCellEnd && before !== '\n') text.push('\t');
    isCellEnd = false;
    add(words);
  };
  for (const { words, name, isEnd, attributes } of piecesOf(html)) {
    if (kept > 0) addWords(shown(words));
    else {
      const line = inOneLine(words);
      addWords(shown(line.startsWith(' ') && /\s/.test(before) ? line.slice(1) : line));
    }
    if (name === 'pre') kept = Math.max(0, kept + (isEnd ? -1 : 1));
    if (name === 'a' && isEnd) addWords(link);
    if (name === 'a') link = withLinks ? linkIn(attributes) : '';
    if (name === 'br') add('\n');
    if (CELLS.has(name) && isEnd) isCellEnd = true;
    if (!LINES.has(name)) continue;
    if (before !== '\n') add('\n');
    isCellEnd = false;
  }
  return text.join('');
}

const linkIn = (attributes: string): string => {
  const [, url] = /\bhref\s{0,9}=\s{0,9}["']?(https?:[^\s"']{1,2000})/i.exec(attributes) ?? [];
  return url ? ` (${decodeHTML(url)})` : '';
};

/** Words, and the tag behind them; empty behind the last words. */
interface Piece {
  readonly words: string;
  readonly name: string;
  readonly isEnd: boolean;
  readonly attributes: string;
}

const TAG = /<(\/?)([a-z][\w:-]{0,40})((?:"[^"<]*"|'[^'<]*'|[^<>"']+)*)>?/iy;
/** What shows nothing, up to its end. */
const UNSEEN = /<(?:!--|[!?]|(title|style|script)(?=[\s>]))/iy;

/** Splits HTML at its tags. Leaves out comments, titles, styles and scripts. */
function* piecesOf(html: string): Iterable<Piece> {
  let from = 0;
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at)) {
    UNSEEN.lastIndex = at;
    TAG.lastIndex = at;
    const unseen = UNSEEN.exec(html);
    const [tag, slash, name = '', attributes = ''] = (!unseen && TAG.exec(html)) || [];
    if (!unseen && !tag) {
      at += 1; // a sign of the text
      continue;
    }
    yield { words: html.slice(from, at), name: name.toLowerCase(), isEnd: slash === '/', attributes };
    at = unseen ? endOf(html, at, unseen) : at + (tag?.length ?? 1);
    from = at;
  }
  yield { words: html.slice(from), name: '', isEnd: false, attributes: '' };
}

function endOf(html: string, at: number, [begin, element]: RegExpExecArray): number {
  const end = element ? new RegExp(`</${element}\\s{0,9}>`, 'gi') : begin === '<!--' ? /-->/g : />/g;
  end.lastIndex = at + begin.length;
  return end.test(html) ? end.lastIndex : html.length;
}

/** Words as people see them. A blank that is not to be broken is one, as before an attribute of XML. */
const shown = (words: string): string => decodeHTML(words).replaceAll('\u{a0}', ' ');

const inOneLine = (words: string): string => words.replace(/[\n\r\t]/g, ' ').replace(/ {2,}/g, ' ');

function hasMore(text: string, sign: string, most: number): boolean {
  let count = 0;
  for (let at = text.indexOf(sign); at >= 0 && count <= most; at = text.indexOf(sign, at + 1)) count += 1;
  return count > most;
}
