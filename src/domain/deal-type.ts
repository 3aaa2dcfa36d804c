import { BrokenRule } from './invalid-lead.ts';

/** The seven deal types, as they are kept (Spec 2.1). */
export const dealTypes = ['sales', 'service', 'rental', 'lift', 'commercial', 'buy-back', 'other'] as const;

/** What the customer wants. Never defaulted: `other` is for when nothing else fits (Spec 2.1 rule 6). */
export type DealType = (typeof dealTypes)[number];

/**
 * Reads a deal type; ignores the case of the letters A to Z only (a Kelvin sign is not a k). Throws BrokenRule.
 */
export function parseDealType(raw: string): DealType {
  const word = raw.trim();
  const dealType = /^[A-Za-z-]+$/.test(word) && dealTypes.find((known) => known === word.toLowerCase());
  if (!dealType) throw new BrokenRule('not-a-deal-type');
  return dealType;
}
