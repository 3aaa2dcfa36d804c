import { normalized } from './text.ts';

/** What somebody is called. */
export interface Name {
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

/**
 * The words by whose beginnings a name is found: those of `nameWords`, those beside an apostrophe, the first and the last name
 * without signs and spaces, either spelling of ü (Mueller), and Chinese, Japanese and Korean names as they are written.
 */
export const wordsToFind = (name: Name): readonly string[] =>
  isPlain(name)
    ? nameWords(nameOf(name))
    : [
        ...new Set(
          spellingsOf(name).flatMap((each) => [
            ...nameWords(nameOf(each)),
            ...joined(each),
            ...eastAsian(each),
          ]),
        ),
      ];

/** As most names are: there is nothing to add, at a fifth of the work. */
const isPlain = ({ firstName, lastName }: Name): boolean =>
  /^\w+$/.test(firstName) && (lastName === undefined || /^\w+$/.test(lastName));

const spellingsOf = (name: Name): readonly Name[] => [
  name,
  rewritten(name, APOSTROPHES, () => ' '),
  rewritten(name, UMLAUTS, (letter) => twoLetters[letter.toLowerCase()] ?? letter),
];

const rewritten = ({ firstName, lastName }: Name, letters: RegExp, as: (letter: string) => string): Name => ({
  firstName: normalized('NFC', firstName).replace(letters, as),
  lastName: lastName && normalized('NFC', lastName).replace(letters, as),
});

/** As they are written where there is no such key. */
const twoLetters: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' };
const UMLAUTS = new RegExp(`[${Object.keys(twoLetters).join('')}]`, 'giu');

/** Anne-Marie as annemarie, De La Cruz as delacruz. */
const joined = ({ firstName, lastName }: Name): readonly string[] =>
  [firstName, lastName ?? ''].map((part) => nameWords(part).join('')).filter(Boolean);

/** The last name, the first right after it; of a name in one field, also what may be the first. */
function eastAsian({ firstName, lastName }: Name): readonly string[] {
  const whole = normalized('NFC', `${lastName ?? ''}${firstName}`).trim();
  if (!/^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{2,8}$/u.test(whole))
    return [];
  const letters = [...whole];
  const found = lastName ? [whole] : [letters.slice(1).join(''), letters.slice(2).join('')];
  return found.filter(Boolean).map(spelling);
}

/** The parts of a name for a search in the middle of words: with punctuation, and none if nothing is left of it. */
export const nameParts = (name: string): readonly string[] => spelling(name).split(' ').filter(Boolean);

/** The name as `spelling` says, and the other ways in which people type it: a part of it is sought in its middle. */
export function textToFind(name: Name): string {
  const spelt = spelling(nameOf(name));
  return [spelt, ...wordsToFind(name).filter((word) => !spelt.includes(word))].join(' ');
}

/** Whether the first and last name, in one of these ways, contain each part of `name`. */
export function hasName(whole: Name, name: string): boolean {
  const spelt = textToFind(whole);
  const parts = nameParts(name);
  return parts.length > 0 && parts.every((part) => spelt.includes(part));
}
