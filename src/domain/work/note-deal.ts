import { hasCustomer } from '../intake/contact.ts';
import { Refused } from '../refused.ts';
import { type Activity, isAnswer, isAttempt, type NewActivity, parseActivity } from './activity.ts';
import { answered } from './answer.ts';
import { type Deal, type DealChange, requireRoom, withChange } from './deal.ts';

/** The most activities of one lead: more, with the longest texts, would not fit into one record of a store. */
export const MAX_ACTIVITIES = 1_000;

/**
 * The change that adds an activity. An attempt puts an end to the follow-up; one that reached the customer, or wrote to
 * them, is the answer. Throws Refused for a note without a text, for a text that is too long, beyond `MAX_ACTIVITIES`, and
 * if there is no customer any more.
 */
export function noteDeal(deal: Deal, given: NewActivity & Omit<Activity, 'kind' | 'text'>): DealChange {
  const activity = parseActivity(given);
  if (!hasCustomer(deal))
    throw new Refused(
      'customer-erased',
      'The customer’s data was erased: nothing is written down about them.',
    );
  requireRoom(deal.activities.length, MAX_ACTIVITIES, 'notes and attempts');
  return {
    activity,
    ...(isAttempt(activity) && deal.followUpAt && { followUpAt: null }),
    ...(isAnswer(activity) && answered(deal, activity.at)),
  };
}

/** Both changes as one: the second is decided on the deal with the first. */
export const withNote = (
  deal: Deal,
  change: DealChange | undefined,
  given: NewActivity & Omit<Activity, 'kind' | 'text'>,
): DealChange => ({
  ...change,
  ...noteDeal(withChange(deal, change), given),
});
