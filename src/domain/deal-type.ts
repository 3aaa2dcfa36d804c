import { BrokenRule } from './invalid-lead.ts';

export const dealTypes = ['sales', 'service', 'rental', 'lift', 'commercial', 'buy-back', 'other'] as const;

/** What the customer wants. Never defaulted: `other` is for what fits nowhere else (Spec 2.1 rule 6). */
export type DealType = (typeof dealTypes)[number];

/** Case is ignored, of the letters A to Z alone (a Kelvin sign is no k). Throws BrokenRule. */
export function parseDealType(raw: string): DealType {
  const word = raw.trim();
  const dealType = /^[A-Za-z-]+$/.test(word) && dealTypes.find((known) => known === word.toLowerCase());
  if (!dealType) throw new BrokenRule('not-a-deal-type');
  return dealType;
}
