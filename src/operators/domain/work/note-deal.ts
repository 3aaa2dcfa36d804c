import { hasCustomer } from '../../../domain/contact.ts';
import { isBlank } from '../../../domain/text.ts';
import { Refused } from '../refused.ts';
import { isAnswer, MAX_ACTIVITIES, type NewActivity, parseActivity } from './activity.ts';
import { answered } from './answer.ts';
import { type Acting, isTheirs, promised } from './follow-up.ts';
import { type DealChange, requireRoom, type WorkedDeal, withChange } from './worked-deal.ts';

/**
 * An activity with the time at which to turn to the customer again. `next` of `null`: never; absent: as the
 * kind says.
 */
export interface Noting extends NewActivity, Acting {
  readonly next?: Date | null | undefined;
}

/** Whether a note does nothing but set or end the follow-up. */
export const isOfFollowUp = ({ kind, text = '', next }: Pick<Noting, 'kind' | 'text' | 'next'>): boolean =>
  kind === 'note' && next !== undefined && isBlank(text);

/**
 * The change that adds an activity.
 * - One that reached or wrote to the customer is the answer, and ends the follow-up of the person who acts. Any
 *   other leaves the follow-up.
 * - `next` sets another follow-up, or ends it (`null`). A note with `next` needs no text.
 * - Throws Refused for any other note without a text, a text that is too long, more than `MAX_ACTIVITIES` and
 *   an erased customer; else as `followUpDeal`.
 */
export function noteDeal(deal: WorkedDeal, { kind, text, next, ...acting }: Noting): DealChange {
  const { at, by, byId } = acting;
  if (isOfFollowUp({ kind, text, next }) && (next || deal.followUp))
    return promised(deal, next ? { at: next } : null, acting);
  const activity = parseActivity({ kind, text, at, by, byId });
  if (!hasCustomer(deal))
    throw new Refused(
      'customer-erased',
      'The customer’s data was erased: nothing is written down about them.',
    );
  requireRoom(deal.activities.length, MAX_ACTIVITIES, 'notes and attempts');
  const isKept = next === undefined && isAnswer(activity) && isTheirs(deal, acting);
  const ends = deal.followUp && (next === null || isKept);
  const to = next ? { at: next, text: activity.text } : ends ? null : undefined;
  return {
    ...(to === undefined ? { activity } : promised(deal, to, acting, activity)),
    ...(isAnswer(activity) && answered(deal, at)),
  };
}

/** Joins a change and a note into one change: the note is made on the deal as `change` leaves it. */
export function withNote(deal: WorkedDeal, change: DealChange | undefined, noting: Noting): DealChange {
  const noted = noteDeal(withChange(deal, change), noting);
  const ended = change?.activity?.followUp;
  if (!ended || !noted.activity) return { ...change, ...noted };
  const followUp = { from: ended.from, to: noted.activity.followUp?.to };
  return { ...change, ...noted, activity: { ...noted.activity, followUp } };
}
