import { hasCustomer } from '../../../domain/contact.ts';
import { isFinal } from '../../../domain/lead-status.ts';
import { type Activity, isAnswer } from './activity.ts';
import { changedMeanwhile, MAX_MOVES, movedTo } from './move-deal.ts';
import { type Author, isSameAuthor } from './person.ts';
import {
  type DealChange,
  orderedAt,
  requireRoom,
  type StatusChange,
  type WorkedDeal,
} from './worked-deal.ts';

/** Moves that are undone together: all that one person made at one of these times. */
export interface MadeMoves extends Author {
  readonly at: readonly Date[];
  /** Every id that means this person, if there are several. */
  readonly ids?: readonly string[] | undefined;
}

/** Makes a test of whether an entry is by this author and at one of these times. */
export function isMadeBy({ at, ids = [], ...made }: MadeMoves) {
  const times = new Set(at.map((time) => time.getTime()));
  return (each: Author & Pick<StatusChange, 'at' | 'orderedAt'>): boolean =>
    times.has(orderedAt(each).getTime()) &&
    (isSameAuthor(each, made) || (each.byId !== undefined && ids.includes(each.byId)));
}

/**
 * The change that undoes moves of the deal, with the reason "undone", also out of Won or Lost. Answers and
 * reopenings by these moves are undone with them. A follow-up that they ended is set again, unless there is a
 * new one, or no customer any more.
 * - `undefined` if the deal has no such moves, or already has the status from before them.
 * - Throws ChangedMeanwhile if they are not the deal's last changes.
 */
export function undoMoves(deal: WorkedDeal, made: MadeMoves, at: Date): DealChange | undefined {
  const isOne = isMadeBy(made);
  const last = deal.history.findLastIndex(isOne);
  const first = deal.history.findLastIndex((change, place) => place < last && !isOne(change)) + 1;
  const before = deal.history[first - 1];
  if (!before || deal.status === before.status) return undefined;
  if (last < deal.history.length - 1) throw changedMeanwhile(deal);
  requireRoom(deal.history.length - 1, MAX_MOVES, 'moves');
  const moves = deal.history.slice(first);
  const { status, lostReason } = before;
  const undone = { status, reason: 'undone', lostReason };
  return {
    ...movedTo(deal, undone, { by: made.by, byId: made.byId, at }),
    ...(!isFinal(status) && promisedAgain(deal, moves, { by: made.by, byId: made.byId, at })),
    ...unanswered(deal, moves),
  };
}

/** The change that restores the follow-up that these moves ended. For some old moves only its time is known. */
function promisedAgain(
  deal: WorkedDeal,
  moves: readonly StatusChange[],
  undoing: Author & { readonly at: Date },
): DealChange {
  const isOfThem = ({ at }: Activity) => moves.some((move) => orderedAt(move).getTime() === at.getTime());
  const ended = deal.activities.find((each) => each.followUp?.from && isOfThem(each))?.followUp?.from;
  const at = moves.find(({ followUpAt }) => followUpAt)?.followUpAt;
  const to = ended ?? (at && { at });
  if (!to || deal.followUp || !hasCustomer(deal)) return {};
  return { followUp: to, activity: { kind: 'follow-up', text: undefined, ...undoing, followUp: { to } } };
}

/**
 * Undoes the answer or reopening by these moves. An activity since then that answered the customer still
 * counts.
 */
function unanswered(
  { answeredAt, reopened, activities }: WorkedDeal,
  moves: readonly Pick<StatusChange, 'at'>[],
): DealChange {
  const isOneOfThem = (time: Date | undefined) => moves.some(({ at }) => at.getTime() === time?.getTime());
  const noted = activities.find((each) => isAnswer(each) && moves.some(({ at }) => each.at >= at))?.at;
  if (isOneOfThem(reopened?.at)) return { reopened: null };
  if (reopened && isOneOfThem(reopened.answeredAt))
    return { reopened: { at: reopened.at, answeredAt: noted } };
  return isOneOfThem(answeredAt) ? { answeredAt: noted ?? null } : {};
}
