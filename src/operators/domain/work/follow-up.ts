import { hasCustomer } from '../../../domain/contact.ts';
import { isFinal } from '../../../domain/lead-status.ts';
import { Refused } from '../refused.ts';
import { type Activity, activityText, type FollowUp, MAX_ACTIVITIES } from './activity.ts';
import { type Author, isSameAuthor } from './person.ts';
import { ChangedMeanwhile, type DealChange, requireRoom, type WorkedDeal } from './worked-deal.ts';

/** The follow-up's time as its author saw it; `null`: there was none. */
export interface SeenFollowUp {
  readonly followUpAt: Date | null;
}

/** Who acts on a lead, when, and which follow-up they saw. */
export interface Acting extends Author {
  readonly at: Date;
  /** Every id of this person, if there are several. */
  readonly ids?: readonly string[] | undefined;
  /** Whether they agreed to end the follow-up, even a colleague's. */
  readonly endFollowUp?: boolean | undefined;
  /**
   * The id of the person who becomes the owner by answering or moving a lead of nobody's; absent: it stays nobody's.
   */
  readonly taker?: string | undefined;
  /** The follow-up that the person saw; absent if it need not be compared. */
  readonly seenFollowUp?: SeenFollowUp | undefined;
}

/** The author and time, as they are stored. */
export const authorIn = ({ by, byId, at }: Acting) => ({ by, byId, at });

/** A change would end somebody else's follow-up, and its author did not say that it is to end. */
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

/**
 * Whether the person may end the follow-up without asking: they promised it or own the lead, or neither is
 * known.
 */
export function isTheirs(
  { followUp, owner }: Pick<WorkedDeal, 'followUp' | 'owner'>,
  acting: Acting,
): boolean {
  if (!followUp || (followUp.by === undefined && owner === undefined)) return true;
  const ids = acting.ids ?? [acting.byId];
  const { by, byId } = followUp;
  const isMade = by !== undefined && isSameAuthor({ by, byId }, acting);
  return isMade || [followUp.byId, owner].some((id) => id !== undefined && ids.includes(id));
}

/**
 * The change that sets the follow-up, or ends it (`null`); `undefined` if there is nothing to change.
 * - ChangedMeanwhile: the follow-up is no longer the one that the author saw.
 * - Refused: the lead has ended, its customer was erased, or the time is past.
 * - FollowUpOfOther: the present follow-up is not theirs to end.
 */
export function followUpDeal(
  deal: WorkedDeal,
  { to, text }: { to: Date | null; text?: string | undefined },
  acting: Acting,
): DealChange | undefined {
  const isSame =
    isSameTime(to, deal.followUp?.at ?? null) && (text === undefined || text === deal.followUp?.text);
  if (isSame) return undefined;
  const what = text === undefined ? deal.followUp?.text : activityText(text);
  return promised(deal, to && { at: to, text: what }, acting);
}

/**
 * The change that sets the follow-up, or ends it (`null`), with the log's entry about that. Throws as
 * `followUpDeal`.
 */
export function promised(
  deal: WorkedDeal,
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

/** The error that the follow-up has changed meanwhile, with who changed it if that is known. */
function followUpMeanwhile({ followUp, activities }: WorkedDeal): ChangedMeanwhile {
  const by = followUp?.by ?? activities.findLast((each) => each.followUp)?.by;
  const what = followUp ? 'set to another time' : 'ended';
  return new ChangedMeanwhile(`Meanwhile its follow-up was ${what}${by === undefined ? '' : ` by ${by}`}.`);
}

/**
 * The follow-up of somebody else that a change of the deal ended or replaced, and the id of the person to tell,
 * if one is known.
 */
export function takenFrom(
  { followUp, owner }: WorkedDeal,
  { followUp: now }: WorkedDeal,
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
