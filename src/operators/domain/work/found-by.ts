import { type IdentityKey, identityKeys } from '../../../domain/contact.ts';
import { wholeWordsToFind, wordsToFind } from '../../../domain/name.ts';
import { type Customers, customersOf, type WorkedDeal } from './worked-deal.ts';

/**
 * The keys of every email and phone in the lead, as sent and as corrected. The lead's contact need not hold
 * them.
 */
export const saidKeys = (deal: Customers): IdentityKey[] => [
  ...new Set(customersOf(deal).flatMap(identityKeys)),
];

/** The words of the customer's names, as sent and as corrected, by which `wordsToFind` finds them. */
export const saidWords = (deal: Customers): readonly string[] => [
  ...new Set(customersOf(deal).flatMap(wordsToFind)),
];

/** The words of the vehicle's make and model by whose beginnings a lead is found. */
export const vehicleWords = ({ vehicle: { make, model } }: Pick<WorkedDeal, 'vehicle'>): readonly string[] =>
  make || model ? wholeWordsToFind([make, model].filter(Boolean).join(' ')) : [];

/** The form in which vendors' own ids are compared: without difference between upper and lower case. */
export const externalKey = (externalId: string): string => externalId.toUpperCase().toLowerCase();
