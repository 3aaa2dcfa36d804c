import { externalKey, saidKeys, saidWords, vehicleWords } from '#operators/domain/work/found-by.ts';
import type { WorkedDeal } from '#operators/domain/work/worked-deal.ts';
import { hasCustomer, type IdentityKey } from '../../../../../domain/contact.ts';

/** Words by which deals are found. The letter before each says its kind. */

export const nameWord = (word: string): string => `n:${word}`;
export const vehicleWord = (word: string): string => `v:${word}`;
export const externalIdWord = (externalId: string): string => `x:${externalKey(externalId)}`;
/** A phone backwards, so that its last digits are the word's beginning. */
export const phoneWord = (digits: string): string => `d:${[...digits].reverse().join('')}`;
/** The word for an email or phone. */
export const keyWord = (key: IdentityKey): string => (key.startsWith('p:') ? phoneWord(key.slice(2)) : key);

/** All words of a deal; none if its customer was erased. */
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
