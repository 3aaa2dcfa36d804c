import { normalized } from './text.ts';

/** A person's name. */
export interface Name {
  readonly firstName: string;
  readonly lastName: string | undefined;
}

/** First and last name with a space between. */
export const nameOf = ({ firstName, lastName }: Name): string =>
  [firstName, lastName].filter(Boolean).join(' ');

/**
 * A name as it is compared and searched: lower case, without accents, apostrophes and invisible characters.
 * Letters that no accent can be taken from (ł, ø, ß) become what people without such a key type.
 */
export const spelling = (name: string): string =>
  (PLAIN.test(name) ? name.toLowerCase() : withoutAccents(name)).replace(/\s+/g, ' ').trim();

/** Names that need lower case only: most do, which saves four fifths of the work. */
const PLAIN = /^[\w ,.-]*$/;

const withoutAccents = (name: string): string =>
  normalized('NFKD', name.replace(APOSTROPHES, '').replace(/\p{Cf}/gu, ''))
    .replace(ACCENTS, '')
    .toUpperCase() // ß becomes SS, and the dotless ı an I
    .toLowerCase()
    .replace(OTHER_LETTERS, (letter) => plainLetters[letter] ?? letter);

/**
 * Apostrophes, and what Unicode takes for letters or accents but people for apostrophes: modifiers, the ʻokina,
 * primes, a lone ´ or `.
 */
const APOSTROPHES = /['‘’‛`´ʹʻʼʽʾʿˈ′＇]/gu;

/**
 * Marks that can be left out: those of no script, and the points of Hebrew and Arabic. In other scripts, such
 * as Devanagari, marks are vowels; in kana they make another letter.
 */
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

/** Whether two names are the same, however they are spelt. */
export const isSameName = (one: string, other: string): boolean => spelling(one) === spelling(other);

/** The words of a name, spelt as `spelling` says, each once. */
export const nameWords = (name: string): readonly string[] => [...new Set(spelling(name).match(WORDS))];

const WORDS = /[\p{L}\p{M}\p{N}]+/gu;

/** The words to seek for a text in which signs may be left out: for `F-150 XL`, f150 and xl. */
export const wholeWords = (text: string): readonly string[] => [
  ...new Set(partsOf(text).map((part) => part.join(''))),
];

/** The words by whose beginnings a text is found, with signs or without: for `F-150 XL`, f150, 150 and xl. */
export const wholeWordsToFind = (text: string): readonly string[] => [
  ...new Set(partsOf(text).flatMap((part) => [part.join(''), ...part.slice(1)])),
];

/** The words of a text, grouped by the spaces between them. */
const partsOf = (text: string): readonly (readonly string[])[] =>
  spelling(text)
    .split(' ')
    .flatMap((part) => {
      const words = part.match(WORDS);
      return words ? [words] : [];
    });

/**
 * The words by whose beginnings a name is found: those of `nameWords`, those beside an apostrophe, first and
 * last name without signs and spaces, both spellings of ü (Mueller), and Chinese, Japanese and Korean names as
 * they are written.
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

/** Whether `nameWords` finds all there is to find, as for most names, at a fifth of the work. */
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

/** How umlauts are typed on keyboards without them. */
const twoLetters: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' };
const UMLAUTS = new RegExp(`[${Object.keys(twoLetters).join('')}]`, 'giu');

/** First and last name, each without signs and spaces: Anne-Marie is annemarie, De La Cruz is delacruz. */
const joined = ({ firstName, lastName }: Name): readonly string[] =>
  [firstName, lastName ?? ''].map((part) => nameWords(part).join('')).filter(Boolean);

/**
 * Chinese, Japanese and Korean names as they are written: the last name, the first right after it. A name in
 * one field is also found without the one or two letters that may be the family's.
 */
function eastAsian({ firstName, lastName }: Name): readonly string[] {
  const whole = normalized('NFC', `${lastName ?? ''}${firstName}`).trim();
  if (!/^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{2,8}$/u.test(whole))
    return [];
  const letters = [...whole];
  const found = lastName ? [whole] : [letters.slice(1).join(''), letters.slice(2).join('')];
  return found.filter(Boolean).map(spelling);
}

/**
 * The parts of a name to seek inside of texts, with punctuation. Empty if the name has no part that can be
 * sought.
 */
export const nameParts = (name: string): readonly string[] => spelling(name).split(' ').filter(Boolean);

/**
 * The text in whose middle the parts of a name are sought: the name, and the other ways in which people type
 * it.
 */
export function textToFind(name: Name): string {
  const spelt = spelling(nameOf(name));
  return [spelt, ...wordsToFind(name).filter((word) => !spelt.includes(word))].join(' ');
}

/** Whether first and last name together, spelt in one of the usual ways, contain each part of `name`. */
export function hasName(whole: Name, name: string): boolean {
  const spelt = textToFind(whole);
  const parts = nameParts(name);
  return parts.length > 0 && parts.every((part) => spelt.includes(part));
}
