import type { DealMatch } from '../../../../application/operators/ports/deal-conditions.ts';
import { type Condition, condition, joined } from '../connection/condition.ts';
import { externalIdWord, keyWord, nameWord, phoneWord, vehicleWord } from './words.ts';

/** A deal is one of these. */
export const isAny = (matches: readonly DealMatch[]): Condition => joined(matches.map(isMatch), 'OR');

/** A deal has this word. */
export const ofWord = (word: string): Condition =>
  condition('number IN (SELECT number FROM deal_words WHERE word = ?)', word);

function isMatch(match: DealMatch): Condition {
  if ('id' in match) return condition('id = ?', match.id);
  if ('externalId' in match)
    return joined(
      [ofWord(externalIdWord(match.externalId)), condition(`deal ->> '$.externalId' = ?`, match.externalId)],
      'AND',
    );
  if ('externalIdInAnyCase' in match) return ofWord(externalIdWord(match.externalIdInAnyCase));
  if ('said' in match) return ofWord(keyWord(match.said));
  if ('contactId' in match) return condition('contact_id = ?', match.contactId);
  if ('phoneEnd' in match) return withBeginning(phoneWord(match.phoneEnd));
  if ('words' in match)
    return joined(
      match.words.map((word) => withBeginning(nameWord(word))),
      'AND',
    );
  return joined(
    [
      ...match.anyWords.map((word) => withBeginning(nameWord(word), vehicleWord(word))),
      match.year === undefined ? undefined : condition(`deal ->> '$.vehicle.year' = ?`, match.year),
    ],
    'AND',
  );
}

/** A deal has a word that begins so, or so. */
const withBeginning = (...either: readonly string[]): Condition => ({
  sql: `number IN (${either.map(() => 'SELECT number FROM deal_words WHERE word BETWEEN ? AND ?').join(' UNION ')})`,
  values: either.flatMap((word) => [word, `${word}${LAST}`]),
});

/** Behind every other character. */
const LAST = '\u{10ffff}';
