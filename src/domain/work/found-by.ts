import { type IdentityKey, identityKeys } from '../intake/contact.ts';
import { wholeWordsToFind, wordsToFind } from '../intake/name.ts';
import type { Deal } from './deal.ts';

/** The keys of the email and phone that came with the lead. Its contact need not have them. */
export const saidKeys = ({ customer }: Pick<Deal, 'customer'>): IdentityKey[] =>
  customer ? identityKeys(customer) : [];

/** The words of the name that came with the lead, as `wordsToFind` says. */
export const saidWords = ({ customer }: Pick<Deal, 'customer'>): readonly string[] =>
  customer ? wordsToFind(customer) : [];

/** The words of make and model by whose beginnings a lead is found. */
export const vehicleWords = ({ vehicle: { make, model } }: Pick<Deal, 'vehicle'>): readonly string[] =>
  make || model ? wholeWordsToFind([make, model].filter(Boolean).join(' ')) : [];

/** A vendor's own id, however it is spelt in capitals. */
export const externalKey = (externalId: string): string => externalId.toUpperCase().toLowerCase();
