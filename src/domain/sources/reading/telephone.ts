/** A text in which a customer wrote a telephone number. */
export interface Telephone {
  /** The digits of the first North American number: ten, or eleven with a leading 1. `undefined` if there is none. */
  readonly phone: string | undefined;
  /** The same number as it was written, without what stands around it. */
  readonly written: string | undefined;
  /** Lines for the notes: what else is in the text. */
  readonly notes: readonly string[];
}

/** The most characters of a text in which a number is looked for. */
const LONGEST = 255;

/**
 * Reads a telephone number with what people write around it: extensions, a second number, words. Guesses nothing:
 * letters for digits, too few digits, another country's number and a fax are no telephone, and go to the notes as sent.
 */
export function telephoneIn(sent: string): Telephone {
  const trimmed = sent.trim();
  const text = trimmed.length > LONGEST ? trimmed : trimmed.normalize('NFKC').replace(/\s+/g, ' ');
  const [first, ...others] = text.length > LONGEST ? [] : numbersIn(text);
  if (!first) return { phone: undefined, written: undefined, notes: text ? [`Phone as sent: ${text}`] : [] };
  const end = first.at + first.written.length;
  const between = text.slice(end, others[0]?.at);
  const [whole = '', extension] = EXTENSION.exec(between) ?? [];
  const rest = [text.slice(0, first.at), between.slice(whole.length)];
  for (const [place, { at, written }] of others.entries())
    rest.push(text.slice(at + written.length, others[place + 1]?.at));
  const numbers = others.filter(({ digits }) => digits.slice(-10) !== first.digits.slice(-10));
  return {
    phone: first.digits,
    written: first.written.startsWith('00') ? first.digits : first.written,
    notes: rest.every(saysNothing)
      ? [
          ...(extension ? [`Extension: ${extension}`] : []),
          ...numbers.map(({ written }) => `Other phone: ${written}`),
        ]
      : [`Phone as sent: ${text}`],
  };
}

interface Found {
  readonly at: number;
  readonly written: string;
  readonly digits: string;
}

/** Signs between two groups of digits. */
const SIGNS = '[ .\\-‐-―−/·•_]{0,3}';
/** `+1`, `001` or `1`, also in brackets. */
const COUNTRY = `\\(?(?:(?:\\+|00) ?)?1\\)?${SIGNS}`;
/** The first digit of an area code is 2 to 9: what begins with 0 is another country's. */
const NUMBER = new RegExp(
  `(?<![\\d+])(?:${COUNTRY})?(?:[([] ?)?[2-9]\\d{2} ?[)\\]]?${SIGNS}\\d{3}${SIGNS}\\d{4}(?!\\d)`,
  'g',
);
/** A number that has a country's code other than 1. */
const ABROAD = /(?:\+|(?<!\d)(?:00|011 ?)(?=[2-9]))(?! ?\(?1)[\d ().\-‐-―−/]{5,25}/g;

/** North American numbers that are no fax's, in order. Any grouping will do in a text that has ten digits alone. */
function numbersIn(text: string): readonly Found[] {
  const here = text.replace(ABROAD, (number) => '*'.repeat(number.length));
  const grouped = [...here.matchAll(NUMBER)].map((match) => found(match[0], match.index));
  const all = grouped.length === 0 && ONLY_NUMBER.test(here) ? [found(here, 0)] : grouped;
  return all.filter(({ at, written }) => !isFax(here.slice(0, at), here.slice(at + written.length)));
}

const found = (written: string, at: number): Found => ({
  at,
  written,
  digits: written.replace(/\D/g, '').replace(/^00/, ''),
});

/** Ten digits, or eleven with a leading 1, in any groups. */
const ONLY_NUMBER = /^\(?(?:(?:\+|00) ?)?(?:1\D{0,3})?(?=[2-9])(?:\d[ ().\-‐-―−/·•_]{0,3}){10}$/;

const isFax = (before: string, after: string): boolean =>
  /(?:fax|pager)[^\p{L}\d]{0,4}$/iu.test(before) || /^ ?(?:\( ?(?:tele)?fax|(?:tele)?fax$)/i.test(after);

const EXTENSION =
  /^ ?(?:[,;]? ?(?:extension|extn?|ex|x|poste|durchwahl|#)|[,;])[ .:=]{0,2}(\d{1,7})(?![\d.\-/])/i;

/** Whether nothing is lost without these words. */
const saysNothing = (words: string): boolean =>
  /^[^\p{L}\d*]*(?:(?:tel|phone|ph|p|or|ou|oder|and|o|y)[^\p{L}\d*]*)?$/iu.test(words);
