import type { IdentityKey } from '../../../../../domain/contact.ts';
import { hasCustomer } from '../../../../../domain/contact.ts';
import { externalKey, saidKeys, saidWords, vehicleWords } from '../../../../domain/work/found-by.ts';
import type { WorkedDeal } from '../../../../domain/work/worked-deal.ts';

/** By what deals are found: words, each with a letter that says what it is. */

export const nameWord = (word: string): string => `n:${word}`;
export const vehicleWord = (word: string): string => `v:${word}`;
export const externalIdWord = (externalId: string): string => `x:${externalKey(externalId)}`;
/** From its end, so that its last digits are its beginning. */
export const phoneWord = (digits: string): string => `d:${[...digits].reverse().join('')}`;
/** Of an email or a phone. */
export const keyWord = (key: IdentityKey): string => (key.startsWith('p:') ? phoneWord(key.slice(2)) : key);

/** Of a deal whose customer was erased, none. */
export const wordsOf = (deal: WorkedDeal): ReadonlySet<string> =>
  new Set(
    hasCustomer(deal)
      ? [
          ...saidKeys(deal).map(keyWord),
          ...saidWords(deal).map(nameWord),
          ...vehicleWords(deal).map(vehicleWord),
          ...(deal.externalId === undefined ? [] : [externalIdWord(deal.externalId)]),
        ]
      : [],
  );
