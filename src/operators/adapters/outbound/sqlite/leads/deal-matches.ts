import type { DealMatch } from '#operators/domain/work/deal-conditions.ts';
import { type Condition, condition, joined } from '../tables/condition.ts';
import { externalIdWord, keyWord, nameWord, phoneWord, vehicleWord } from './words.ts';

/** Deals that match at least one of these. */
export const isAny = (matches: readonly DealMatch[]): Condition => joined(matches.map(isMatch), 'OR');

/** Deals that have this word. */
export const ofWord = (word: string): Condition =>
  condition('number IN (SELECT number FROM deal_words WHERE word = ?)', word);

/** Deals with the vendor's own id, compared exactly. */
export const ofExternalId = (externalId: string): Condition =>
  joined([ofWord(externalIdWord(externalId)), condition(`deal ->> '$.externalId' = ?`, externalId)], 'AND');

function isMatch(match: DealMatch): Condition {
  if ('id' in match) return condition('id = ?', match.id);
  if ('externalId' in match) return ofExternalId(match.externalId);
  if ('externalIdInAnyCase' in match) return ofWord(externalIdWord(match.externalIdInAnyCase));
  if ('said' in match) return ofWord(keyWord(match.said));
  if ('contactId' in match) return condition('contact_id = ?', match.contactId);
  const numbers = numbersOf(match);
  const year = 'anyWords' in match ? match.year : undefined;
  return joined(
    [
      numbers && condition(`number IN (${numbers.sql})`, ...numbers.values),
      year === undefined ? undefined : condition(`deal ->> '$.vehicle.year' = ?`, year),
    ],
    'AND',
  );
}

/** The row numbers of deals with such words; `undefined` for a match without words. */
export function numbersOf(match: DealMatch): Condition | undefined {
  if ('phoneEnd' in match) return withBeginnings([[phoneWord(match.phoneEnd)]]);
  if ('words' in match) return withBeginnings(match.words.map((word) => [nameWord(word)]));
  if (!('anyWords' in match)) return undefined;
  return withBeginnings(match.anyWords.map((word) => [nameWord(word), vehicleWord(word)]));
}

/**
 * Row numbers with a word for each entry that begins like one of the entry's alternatives. Those of the shortest word,
 * which are probably the most, are looked up among those of the others, as they come: to sort all of them (`INTERSECT`,
 * or `OR`) takes several times as long.
 */
function withBeginnings(all: readonly (readonly string[])[]): Condition {
  const sorted = all.toSorted(([a = ''], [b = '']) => a.length - b.length);
  const [first, ...others] = sorted.map(numbersWith);
  return {
    sql: `SELECT number FROM (${first})${others.map((numbers, n) => ` ${n ? 'AND' : 'WHERE'} number IN (${numbers})`).join('')}`,
    values: sorted.flat().flatMap((word) => [word, `${word}${LAST}`]),
  };
}

const numbersWith = (either: readonly string[]): string =>
  either.map(() => 'SELECT number FROM deal_words WHERE word BETWEEN ? AND ?').join(' UNION ALL ');

/** The end of a range of beginnings: sorts after every other character. */
const LAST = '\u{10ffff}';
