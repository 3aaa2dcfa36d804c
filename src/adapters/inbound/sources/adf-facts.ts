import type { Answer } from './reading/lead-of-answers.ts';
import type { Element } from './xml.ts';

/** Placeholders that senders write for unknown values. */
const NOTHING = /^(?:null|none|n\/?a|not specified|unspecified|unknown|undefined|any|-+|0+)?$/i;

export const saysNothing = ({ text }: Element): boolean => NOTHING.test(text);

/** How an element is put into words, by its name. `null`: it is read elsewhere. A text stands before what it says. */
export type Words = Readonly<Record<string, string | null | ((element: Element) => readonly string[])>>;

/** All that an element says, in words: what stands in it, in its order. Without what `read` has. */
export function factsIn(
  element: Element,
  words: Words,
  read: ReadonlySet<Element> = new Set(),
): readonly string[] {
  return element.children.flatMap((child) => {
    const word = Object.hasOwn(words, child.name) ? words[child.name] : wordsOf(child);
    if (word === null || read.has(child)) return [];
    if (typeof word === 'function') return word(child);
    if (child.children.length > 0) return factsIn(child, words, read);
    return saysNothing(child) ? [] : [joined(word ?? '', child.text)];
  });
}

/** An element's name as words: `LeadSource` and `lead_source` → lead source. */
export const wordsOf = ({ tag }: Element): string =>
  tag
    .slice(0, LONGEST)
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/[_.-]+/g, ' ')
    .toLowerCase();

/** The most characters of a name. */
const LONGEST = 100;

export const joined = (...words: readonly (string | undefined)[]): string => words.filter(Boolean).join(' ');

/** An amount with what its attributes say: `price (msrp) 20000 CAD`, `monthly at most 425 CAD`. */
export function amountOf(element: Element, word: string): readonly string[] {
  if (saysNothing(element)) return [];
  const { limit = '', currency } = element.attributes;
  return [joined(word, LIMITS.get(limit.toLowerCase()), element.text, currency?.toUpperCase())];
}

const LIMITS: ReadonlyMap<string, string> = new Map([
  ['maximum', 'at most'],
  ['minimum', 'at least'],
]);

/** What an element's attribute `type` says, in small letters. */
export const typeOf = ({ attributes: { type = '' } }: Element): string => type.toLowerCase();

/** An element as its place in the document: `<name part="full">`. */
export function placeOf({ tag, attributes }: Element): string {
  const said = Object.entries(attributes).map(([name, value]) => ` ${name}="${value.slice(0, LONGEST)}"`);
  return `<${tag.slice(0, LONGEST)}${said.slice(0, 3).join('')}>`;
}

/** A line of the notes with facts that stand in an element; none without any. */
export const noted = (label: string, facts: readonly string[], element: Element): readonly Answer[] =>
  facts.length === 0 ? [] : [{ is: 'note', label, value: facts.join(', '), place: placeOf(element) }];
