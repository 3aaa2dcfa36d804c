import type { IdentityKey } from '../../../../../domain/contact.ts';
import type { CustomerMatch } from '../../../../application/ports/deal-conditions.ts';
import { externalKey, saidKeys, saidWords, vehicleWords } from '../../../../domain/work/found-by.ts';
import type { WorkedDeal } from '../../../../domain/work/worked-deal.ts';

/** What is found through one index: keys with a letter that says what they are. */

const nameKey = (word: string): string => `n:${word}`;
const vehicleKey = (word: string): string => `v:${word}`;
const externalIdKey = (externalId: string): string => `x:${externalKey(externalId)}`;
/** From its end, so that its last digits find it. */
const phoneKey = (digits: string): string => `d:${[...digits].reverse().join('')}`;

/** Of an email or a phone. */
export const soughtKey = (key: IdentityKey): string => (key.startsWith('p:') ? phoneKey(key.slice(2)) : key);

/** What a deal is found by. */
export const soughtInDeal = (
  deal: Pick<WorkedDeal, 'customer' | 'present' | 'externalId' | 'vehicle'>,
): string[] => [
  ...saidKeys(deal).map(soughtKey),
  ...saidWords(deal).map(nameKey),
  ...vehicleWords(deal).map(vehicleKey),
  ...(deal.externalId === undefined ? [] : [externalIdKey(deal.externalId)]),
];

/** Ids that the vendors gave. */
export const externalIdKeys = (externalIds: readonly string[]): string[] => externalIds.map(externalIdKey);

/** Beginnings of keys; all of them are needed, of each one is enough. */
export const beginningsOf = (match: CustomerMatch): string[][] =>
  'phoneEnd' in match ? [[phoneKey(match.phoneEnd)]] : match.words.map((word) => [nameKey(word)]);

/** Likewise, of the name or the vehicle. */
export const beginningsOfAny = (words: readonly string[]): string[][] =>
  words.map((word) => [nameKey(word), vehicleKey(word)]);

/** A key that begins so. It has letters and digits only. */
export const startingWith = (beginning: string): RegExp => new RegExp(`^${beginning}`);
