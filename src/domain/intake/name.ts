import { normalized } from './text.ts';

interface Name {
  readonly firstName: string;
  readonly lastName: string | undefined;
}

/** First and last name. */
export const nameOf = ({ firstName, lastName }: Name): string =>
  [firstName, lastName].filter(Boolean).join(' ');

/**
 * A name as it is compared and searched: in lower case, without accents, apostrophes and invisible characters, with
 * letters that have no accent to lose (ł, ø, ß) as people type them without such a key.
 */
export const spelling = (name: string): string =>
  (PLAIN.test(name) ? name.toLowerCase() : withoutAccents(name)).replace(/\s+/g, ' ').trim();

/** Nothing to leave out: most names, and a fifth of the work. */
const PLAIN = /^[\w ,.-]*$/;

const withoutAccents = (name: string): string =>
  normalized('NFKD', name.replace(APOSTROPHES, '').replace(/\p{Cf}/gu, ''))
    .replace(ACCENTS, '')
    .toUpperCase() // ß becomes SS, and the dotless ı an I
    .toLowerCase()
    .replace(OTHER_LETTERS, (letter) => plainLetters[letter] ?? letter);

/** Also those that are letters or accents of their own in Unicode: modifiers, the ʻokina, primes, a lone ´ or `. */
const APOSTROPHES = /['‘’‛`´ʹʻʼʽʾʿˈ′＇]/gu;

/** Marks of no script, and the points of Hebrew and Arabic. Those of other scripts, such as Devanagari, are vowels; those of kana make another letter. */
const ACCENTS = /(?=\p{M})(?![\u3099\u309a])[\p{Script=Inherited}\p{Script=Hebrew}\p{Script=Arabic}]/gu;

const plainLetters: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ɖ: 'd',
  ɗ: 'd',
  ɓ: 'b',
  ƙ: 'k',
  ƴ: 'y',
  ə: 'e',
  ς: 'σ',
};
const OTHER_LETTERS = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g');

/** Whether it is the same name, however it is spelt. */
export const isSameName = (one: string, other: string): boolean => spelling(one) === spelling(other);

/** The words that are sought, as `spelling` says, each once. */
export const nameWords = (name: string): readonly string[] => [...new Set(spelling(name).match(WORDS))];

const WORDS = /[\p{L}\p{M}\p{N}]+/gu;

/** The words that are sought, where signs may be left out: of `F-150 XL`, f150 and xl. */
export const wholeWords = (text: string): readonly string[] => [
  ...new Set(partsOf(text).map((part) => part.join(''))),
];

/** The words by whose beginnings such a text is found, with signs or without: of `F-150 XL`, f150, 150 and xl. */
export const wholeWordsToFind = (text: string): readonly string[] => [
  ...new Set(partsOf(text).flatMap((part) => [part.join(''), ...part.slice(1)])),
];

/** The words of each part that stands between spaces. */
const partsOf = (text: string): readonly (readonly string[])[] =>
  spelling(text)
    .split(' ')
    .flatMap((part) => {
      const words = part.match(WORDS);
      return words ? [words] : [];
    });

/** The words by whose beginnings a name is found: with those on either side of an apostrophe. */
export function wordsToFind(name: string): readonly string[] {
  const words = nameWords(name);
  const apart = name.replace(APOSTROPHES, ' ');
  return apart === name ? words : [...new Set([...words, ...nameWords(apart)])];
}

/** The parts of a name for a search in the middle of words: with punctuation, and none if nothing is left of it. */
export const nameParts = (name: string): readonly string[] => spelling(name).split(' ').filter(Boolean);

/** Whether the first and last name contain each part of `name`. */
export function hasName(whole: Name, name: string): boolean {
  const spelt = spelling(nameOf(whole));
  const parts = nameParts(name);
  return parts.length > 0 && parts.every((part) => spelt.includes(part));
}
