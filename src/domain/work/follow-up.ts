import { hasCustomer } from '../intake/contact.ts';
import { isFinal } from '../intake/lead-status.ts';
import { Refused } from '../refused.ts';
import { ChangedMeanwhile, type Deal, type DealChange } from './deal.ts';

/** What the author of a follow-up saw; `null`: none. */
export interface SeenFollowUp {
  readonly followUpAt: Date | null;
}

/**
 * The change that sets when to turn to the customer again, or takes that away (`null`); `undefined` if it is so already, or
 * if the author saw that it was. Throws ChangedMeanwhile if it is no longer what the author saw, and Refused for a lead
 * that has ended, or has no customer any more, and for a time that is past.
 */
export function followUpDeal(
  deal: Deal,
  to: Date | null,
  now: Date,
  seen?: SeenFollowUp,
): DealChange | undefined {
  const at = deal.followUpAt ?? null;
  if (isSameTime(to, at) || (seen && isSameTime(to, seen.followUpAt))) return undefined;
  if (seen && !isSameTime(seen.followUpAt, at))
    throw new ChangedMeanwhile(`Meanwhile its follow-up was ${at ? 'set to another time' : 'ended'}.`);
  if (to && isFinal(deal.status))
    throw new Refused('lead-ended', `A lead that is ${deal.status} has no follow-up.`);
  if (to && !hasCustomer(deal))
    throw new Refused('customer-erased', 'The customer’s data was erased: there is nobody to turn to.');
  if (to && !(to > now)) throw new Refused('invalid-follow-up', 'A follow-up needs a time that is not past.');
  return { followUpAt: to };
}

const isSameTime = (one: Date | null, other: Date | null): boolean => one?.getTime() === other?.getTime();
