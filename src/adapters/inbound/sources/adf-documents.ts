import { MOST_LEADS } from './reading/lead-of-answers.ts';

/** An ADF document found in a text. Without its end, it was cut off on the way: `isWhole` is false. */
export interface AdfDocument {
  readonly xml: string;
  readonly isWhole: boolean;
}

/**
 * Finds ADF documents in a text, whatever stands around them: from `<adf` to `</adf>`, of any prefix and in any case;
 * or else each bare `<prospect>`. Leaves out declarations and a DOCTYPE, with their faults and entities.
 */
export function adfDocumentsIn(text: string): readonly AdfDocument[] {
  for (const shown of new Set([withoutAsides(text), text]))
    for (const tags of TAGS) {
      const found = elementsIn(shown, tags);
      if (found.length > 0)
        return found.map(({ from, to, isWhole }) => ({ xml: text.slice(from, to), isWhole }));
    }
  return [];
}

/** What ends a comment, and text that is none of the document's tags. */
const ASIDES = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
] as const;

/** Twice as many as the comments that are looked for. */
const MOST_PIECES = 2_000;

/**
 * The text with blanks in place of comments and CDATA: a document in there is no other's beginning or end, and counts
 * only if there is no other.
 */
function withoutAsides(text: string): string {
  const pieces: string[] = [];
  const endless = new Set<string>();
  let done = 0;
  for (
    let at = text.indexOf('<!');
    at >= 0 && pieces.length < MOST_PIECES;
    at = text.indexOf('<!', Math.max(done, at + 2))
  ) {
    const [begin = '', end = ''] = ASIDES.find(([sign]) => text.startsWith(sign, at)) ?? [];
    if (begin === '' || endless.has(end)) continue;
    const found = text.indexOf(end, at + begin.length);
    if (found < 0) endless.add(end);
    else {
      const to = found + end.length;
      pieces.push(text.slice(done, at), ' '.repeat(to - at));
      done = to;
    }
  }
  return done === 0 ? text : [...pieces, text.slice(done)].join('');
}

/** Tags that begin and end an element of this name. */
const tagsOf = (name: string) => ({
  begins: new RegExp(`<(?:[\\w.-]{1,40}:)?${name}(?=[\\s>])`, 'gi'),
  ends: new RegExp(`</(?:[\\w.-]{1,40}:)?${name}\\s{0,99}>`, 'gi'),
});

const TAGS = [tagsOf('adf'), tagsOf('prospect')];

interface Found extends Pick<AdfDocument, 'isWhole'> {
  readonly from: number;
  readonly to: number;
}

/** Finds elements in one pass over the text, however many begin and never end: one more than may be leads. */
function elementsIn(text: string, { begins, ends }: ReturnType<typeof tagsOf>): readonly Found[] {
  const found: Found[] = [];
  begins.lastIndex = 0;
  for (let begin = begins.exec(text); begin && found.length <= MOST_LEADS; begin = begins.exec(text)) {
    ends.lastIndex = begins.lastIndex;
    const isWhole = ends.test(text);
    const to = isWhole ? ends.lastIndex : text.length;
    found.push({ from: begin.index, to, isWhole });
    begins.lastIndex = to;
  }
  return found;
}
