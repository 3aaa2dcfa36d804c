import type { CustomerMatch } from '#operators/domain/work/deal-conditions.ts';
import { externalKey, saidKeys, saidWords, vehicleWords } from '#operators/domain/work/found-by.ts';
import type { WorkedDeal } from '#operators/domain/work/worked-deal.ts';
import type { IdentityKey } from '../../../../../domain/contact.ts';

/** Search keys for one index. The letter before each says its kind. */

const nameKey = (word: string): string => `n:${word}`;
const vehicleKey = (word: string): string => `v:${word}`;
const externalIdKey = (externalId: string): string => `x:${externalKey(externalId)}`;
/** A phone backwards, so that its last digits are the key's beginning. */
const phoneKey = (digits: string): string => `d:${[...digits].reverse().join('')}`;

/** The key for an email or phone. */
export const soughtKey = (key: IdentityKey): string => (key.startsWith('p:') ? phoneKey(key.slice(2)) : key);

/** All keys by which a deal is found. */
export const soughtInDeal = (
  deal: Pick<WorkedDeal, 'customer' | 'present' | 'externalId' | 'vehicle'>,
): string[] => [
  ...saidKeys(deal).map(soughtKey),
  ...saidWords(deal).map(nameKey),
  ...vehicleWords(deal).map(vehicleKey),
  ...(deal.externalId === undefined ? [] : [externalIdKey(deal.externalId)]),
];

/** Keys for the vendors' own ids. */
export const externalIdKeys = (externalIds: readonly string[]): string[] => externalIds.map(externalIdKey);

/** Beginnings of keys to seek: one alternative of each inner list must be found. */
export const beginningsOf = (match: CustomerMatch): string[][] =>
  'phoneEnd' in match ? [[phoneKey(match.phoneEnd)]] : match.words.map((word) => [nameKey(word)]);

/** Beginnings of keys to seek for words of a name or a vehicle, as in `beginningsOf`. */
export const beginningsOfAny = (words: readonly string[]): string[][] =>
  words.map((word) => [nameKey(word), vehicleKey(word)]);

/** An expression for keys with this beginning, which has only letters and digits. */
export const startingWith = (beginning: string): RegExp => new RegExp(`^${beginning}`);
