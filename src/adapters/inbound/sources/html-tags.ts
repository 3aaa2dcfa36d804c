/** Elements of HTML that stand on lines of their own. */
const BLOCKS = new Set('br p div li tr dt dd h1 h2 h3 h4 h5 h6 hr ul ol table'.split(' '));

export const isHtmlBlock = (name: string): boolean => BLOCKS.has(name);

const NAMES = [
  ...BLOCKS,
  ...'a abbr b big blockquote body caption center cite code col colgroup del dl em font footer head header html i img ins label link meta o:p pre s section small span strike strong style sub sup tbody td tfoot th thead tt u wbr'.split(
    ' ',
  ),
];

/** A tag of HTML: its attributes have values, so that `<b and c>` is none; but some are known that need none. */
const TAG = new RegExp(
  `<(/?)(${NAMES.join('|')})((?:\\s{1,9}(?:nowrap|noshade|checked|disabled|hidden)(?=[\\s/>])|\\s{1,9}[\\w:-]{1,40}\\s{0,9}=\\s{0,9}(?:"[^"<>]{0,2000}"|'[^'<>]{0,2000}'|[^\\s"'<>]{1,2000})){0,20})\\s{0,9}/?>`,
  'gi',
);
const HREF = /\bhref\s{0,9}=\s{0,9}["']?([^\s"'<>]{1,2000})/i;

/**
 * The lines of a text without the tags that HTML has, which some senders write in comments. All else stays, such as
 * `<ada@example.com>`; so does the address of a link, before its words.
 */
export const linesWithoutHtml = (text: string): string =>
  (text.includes('<') ? text.replace(TAG, inText) : text)
    .split(/\r\n?|\n/)
    .map((line) => line.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

function inText(
  whole: string,
  end: string,
  name: string,
  attributes: string,
  at: number,
  text: string,
): string {
  const tag = name.toLowerCase();
  if (tag === 'a' && !end) return linkIn(attributes, text.slice(at + whole.length, at + whole.length + 99));
  if (tag === 'td' || tag === 'th') return ' ';
  if (!isHtmlBlock(tag)) return '';
  const isBehindText = at > 0 && !/[>\n]/.test(text.charAt(at - 1));
  return end || tag === 'br' || isBehindText ? '\n' : '';
}

/** The address of a link to a page, unless its words are the same. */
function linkIn(attributes: string, words: string): string {
  const [, href = ''] = HREF.exec(attributes) ?? [];
  return /^https?:/i.test(href) && !words.startsWith(href.slice(0, 99)) ? `${href} ` : '';
}
