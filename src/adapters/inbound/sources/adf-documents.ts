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
  for (const tags of TAGS) {
    const found = elementsIn(text, tags);
    if (found.length > 0) return found;
  }
  return [];
}

/** The most documents that are looked for: senders put one lead into each, and one document into a file or mail. */
export const MOST_DOCUMENTS = 30;

/** Tags that begin and end an element of this name. */
const tagsOf = (name: string) => ({
  begins: new RegExp(`<(?:[\\w.-]{1,40}:)?${name}(?=[\\s>])`, 'gi'),
  ends: new RegExp(`</(?:[\\w.-]{1,40}:)?${name}\\s{0,99}>`, 'gi'),
});

const TAGS = [tagsOf('adf'), tagsOf('prospect')];

/** Finds elements in one pass over the text, however many begin and never end. */
function elementsIn(text: string, { begins, ends }: ReturnType<typeof tagsOf>): readonly AdfDocument[] {
  const found: AdfDocument[] = [];
  begins.lastIndex = 0;
  for (let begin = begins.exec(text); begin && found.length <= MOST_DOCUMENTS; begin = begins.exec(text)) {
    ends.lastIndex = begins.lastIndex;
    const isWhole = ends.test(text);
    const end = isWhole ? ends.lastIndex : text.length;
    found.push({ xml: text.slice(begin.index, end), isWhole });
    begins.lastIndex = end;
  }
  return found;
}
