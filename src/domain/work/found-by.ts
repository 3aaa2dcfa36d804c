import { type IdentityKey, identityKeys } from '../intake/contact.ts';
import { wholeWordsToFind, wordsToFind } from '../intake/name.ts';
import { type Customers, customersOf, type Deal } from './deal.ts';

/** The keys of each email and phone that the lead says, as sent and as mended. Its contact need not have them. */
export const saidKeys = (deal: Customers): IdentityKey[] => [
  ...new Set(customersOf(deal).flatMap(identityKeys)),
];

/** The words of its names, as `wordsToFind` says. */
export const saidWords = (deal: Customers): readonly string[] => [
  ...new Set(customersOf(deal).flatMap(wordsToFind)),
];

/** The words of make and model by whose beginnings a lead is found. */
export const vehicleWords = ({ vehicle: { make, model } }: Pick<Deal, 'vehicle'>): readonly string[] =>
  make || model ? wholeWordsToFind([make, model].filter(Boolean).join(' ')) : [];

/** A vendor's own id, however it is spelt in capitals. */
export const externalKey = (externalId: string): string => externalId.toUpperCase().toLowerCase();
