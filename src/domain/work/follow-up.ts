import { hasCustomer } from '../intake/contact.ts';
import { isFinal } from '../intake/lead-status.ts';
import { Refused } from '../refused.ts';
import { type Activity, activityText, type FollowUp, MAX_ACTIVITIES } from './activity.ts';
import { ChangedMeanwhile, type Deal, type DealChange, requireRoom } from './deal.ts';
import { type Author, isSameAuthor } from './person.ts';

/** What the author of a follow-up saw; `null`: none. */
export interface SeenFollowUp {
  readonly followUpAt: Date | null;
}

/** Who acts, and when, on what they saw. */
export interface Acting extends Author {
  readonly at: Date;
  /** Every id that means them, if that is more than one. */
  readonly ids?: readonly string[] | undefined;
  /** They say that the follow-up ends, whosever it is. */
  readonly endFollowUp?: boolean | undefined;
  /** The id of who has a lead of nobody’s that they answer or move; absent: it stays nobody’s. */
  readonly taker?: string | undefined;
  /** What they saw of it. */
  readonly seenFollowUp?: SeenFollowUp | undefined;
}

/** Without what is not kept of them. */
export const authorIn = ({ by, byId, at }: Acting) => ({ by, byId, at });

/** Somebody else has promised to turn to the customer, and nobody said that this ends. */
export class FollowUpOfOther extends Refused {
  override readonly name = 'FollowUpOfOther';
  readonly followUp: FollowUp;

  constructor(followUp: FollowUp) {
    super(
      'follow-up-of-other',
      `${followUp.by ?? 'The owner of the lead'} has promised to follow up: say that this ends, or leave it.`,
    );
    this.followUp = followUp;
  }
}

/** Whether it is for them to end the follow-up: its author, the owner, and anybody if neither is known. */
export function isTheirs({ followUp, owner }: Pick<Deal, 'followUp' | 'owner'>, acting: Acting): boolean {
  if (!followUp || (followUp.by === undefined && owner === undefined)) return true;
  const ids = acting.ids ?? [acting.byId];
  const { by, byId } = followUp;
  const isMade = by !== undefined && isSameAuthor({ by, byId }, acting);
  return isMade || [followUp.byId, owner].some((id) => id !== undefined && ids.includes(id));
}

/**
 * The change that sets when to turn to the customer again, or takes that away (`null`); `undefined` if it is so already. Throws ChangedMeanwhile if it is no longer what the author saw, and Refused for a lead
 * that has ended, or has no customer any more, and for a time that is past; FollowUpOfOther for what is not theirs to end.
 */
export function followUpDeal(
  deal: Deal,
  { to, text }: { to: Date | null; text?: string | undefined },
  acting: Acting,
): DealChange | undefined {
  const isSame =
    isSameTime(to, deal.followUp?.at ?? null) && (text === undefined || text === deal.followUp?.text);
  if (isSame) return undefined;
  const what = text === undefined ? deal.followUp?.text : activityText(text);
  return promised(deal, to && { at: to, text: what }, acting);
}

/** The change that sets the follow-up, or ends it, with the entry that says so. Throws as `followUpDeal`. */
export function promised(
  deal: Deal,
  to: Pick<FollowUp, 'at' | 'text'> | null,
  acting: Acting,
  entry: Activity = { kind: 'follow-up', text: undefined, ...authorIn(acting) },
): DealChange {
  const { followUp: from } = deal;
  const { seenFollowUp: seen } = acting;
  if (seen && !isSameTime(seen.followUpAt, from?.at ?? null)) throw followUpMeanwhile(deal);
  if (to && isFinal(deal.status))
    throw new Refused('lead-ended', `A lead that is ${deal.status} has no follow-up.`);
  if (to && !hasCustomer(deal))
    throw new Refused('customer-erased', 'The customer’s data was erased: there is nobody to turn to.');
  if (to && !(to.at > acting.at))
    throw new Refused('invalid-follow-up', 'A follow-up needs a time that is not past.');
  if (to) requireRoom(deal.activities.length, MAX_ACTIVITIES, 'notes and attempts'); // it can always be ended
  if (from && !acting.endFollowUp && !isTheirs(deal, acting)) throw new FollowUpOfOther(from);
  const { by, byId } = acting;
  const followUp = to && { ...to, by, byId };
  return { followUp, activity: { ...entry, followUp: { from, to: followUp ?? undefined } } };
}

/** Says who did it, if that is known: 0.2.0 kept no entry of it. */
function followUpMeanwhile({ followUp, activities }: Deal): ChangedMeanwhile {
  const by = followUp?.by ?? activities.findLast((each) => each.followUp)?.by;
  const what = followUp ? 'set to another time' : 'ended';
  return new ChangedMeanwhile(`Meanwhile its follow-up was ${what}${by === undefined ? '' : ` by ${by}`}.`);
}

/**
 * The follow-up that a change of the deal ended or replaced although somebody else had promised it, and the id of whom that
 * is to be told, if one is known.
 */
export function takenFrom(
  { followUp, owner }: Deal,
  { followUp: now }: Deal,
  acting: Acting,
): { readonly followUp: FollowUp; readonly whose: string | undefined } | undefined {
  if (!followUp) return undefined;
  const { at, by, byId } = followUp;
  const stays = now !== undefined && isSameTime(now.at, at) && now.by === by && now.byId === byId;
  const whose = by === undefined ? owner : byId;
  const isOwn =
    whose === undefined
      ? by === undefined || by === acting.by
      : (acting.ids ?? [acting.byId]).includes(whose);
  return stays || isOwn ? undefined : { followUp, whose };
}

const isSameTime = (one: Date | null, other: Date | null): boolean => one?.getTime() === other?.getTime();
