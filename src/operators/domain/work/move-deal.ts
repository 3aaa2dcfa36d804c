import { hasCustomer } from '../../../domain/contact.ts';
import { initialStatus, isFinal, type LeadStatus, nextStatuses } from '../../../domain/lead-status.ts';
import { lengthOf, reasonText } from '../../../domain/text.ts';
import { Refused } from '../refused.ts';
import { answered } from './answer.ts';
import { type Acting, promised } from './follow-up.ts';
import {
  ChangedMeanwhile,
  type DealChange,
  nextMoveAt,
  requireRoom,
  type StatusChange,
  statusSince,
  type WorkedDeal,
} from './worked-deal.ts';

/** The new status cannot follow the present one. */
export class ForbiddenMove extends Refused {
  override readonly name = 'ForbiddenMove';
  readonly allowed: readonly LeadStatus[];

  constructor(message: string, allowed: readonly LeadStatus[]) {
    super('forbidden-move', message);
    this.allowed = allowed;
  }
}

/** The most characters of a reason. */
export const MAX_REASON = 2_000;

/** The most moves of one lead: more, with the longest texts, would not fit into one record of a store. */
export const MAX_MOVES = 500;

/** A move as its author gives it. */
export interface Move extends Acting, Pick<StatusChange, 'reason' | 'lostReason'> {
  /** The move comes from a list that was handed back, and was made outside at an unknown time. */
  readonly imported?: boolean | undefined;
  /** The lead turned out to be none: a test, spam, a duplicate. */
  readonly isNone?: boolean | undefined;
}

/** The state that the author of a move saw: the status, the time since when the lead had it, or both. */
export interface SeenStatus {
  readonly status?: LeadStatus | undefined;
  readonly since?: Date | undefined;
}

/**
 * The change that moves a deal to a status.
 * - `undefined` if the deal has that status, or a list says the status that its author saw: nothing was to
 *   change.
 * - Throws ChangedMeanwhile if the deal is no longer what the author saw.
 * - Won and Lost lead only to open statuses (else ForbiddenMove), and only with a reason. Throws Refused
 *   without one, for one of more than `MAX_REASON` characters, and after `MAX_MOVES` moves.
 * - A move to Won or Lost ends the follow-up (else FollowUpOfOther).
 * - A move out of In Progress is the answer to the customer, unless it is imported or the lead is none. A move
 *   from Won or Lost to In Progress makes the customer wait again.
 * - A move of a lead whose customer was erased neither answers nor reopens anything, and keeps no reason.
 */
export function moveDeal(
  deal: WorkedDeal,
  to: LeadStatus,
  { reason: given, lostReason, imported = false, isNone = false, ...acting }: Move,
  seen: SeenStatus = {},
): DealChange | undefined {
  if (to === deal.status || (imported && to === statusSeen(deal, seen))) return undefined;
  if (!isAsSeen(deal, seen)) throw changedMeanwhile(deal);
  const allowed = nextStatuses(deal.status);
  if (!allowed.includes(to)) {
    throw new ForbiddenMove(`A lead that is ${deal.status} cannot become ${to}.`, allowed);
  }
  const reason = reasonText(given);
  const length = lengthOf(reason ?? '');
  if (length > MAX_REASON)
    throw new Refused(
      'invalid-reason',
      `A reason has at most ${MAX_REASON} characters: this one has ${length}.`,
    );
  if (isFinal(deal.status) && reason === undefined) {
    throw new Refused('reason-required', `Reopening a lead that is ${deal.status} requires a reason.`);
  }
  requireRoom(deal.history.length - 1, MAX_MOVES, 'moves');
  if (lostReason !== undefined && to !== 'Lost')
    throw new Refused('unknown-lost-reason', 'Only a lead that becomes Lost has a lost reason.');
  if (!hasCustomer(deal)) return movedTo(deal, { status: to, reason: undefined, lostReason }, acting);
  const change = movedTo(deal, { status: to, reason, lostReason }, acting);
  const { at } = change.moved;
  return {
    ...change,
    ...(isFinal(deal.status) && to === initialStatus && { reopened: { at } }),
    ...(deal.status === initialStatus && !imported && !isNone && answered(deal, at)),
  };
}

/**
 * The history's next entry, at `nextMoveAt`, and the end of the follow-up if the status ends the lead. Throws
 * FollowUpOfOther.
 */
export function movedTo(
  deal: WorkedDeal,
  to: Pick<StatusChange, 'status' | 'reason' | 'lostReason'>,
  acting: Acting,
): DealChange & { readonly moved: StatusChange } {
  const { by, byId, at: ordered } = acting;
  const at = nextMoveAt(deal, ordered);
  const moved = { ...to, at, by, byId, ...(at > ordered && { orderedAt: ordered }) };
  if (!deal.followUp || !isFinal(to.status)) return { moved };
  return { ...promised(deal, null, acting), moved: { ...moved, followUpAt: deal.followUp.at } };
}

/** The status that the author saw: the one given, or the one that the deal got at the time given. */
const statusSeen = ({ history }: WorkedDeal, { status, since }: SeenStatus): LeadStatus | undefined =>
  since ? history.findLast(({ at }) => at.getTime() === since.getTime())?.status : status;

const isAsSeen = (deal: WorkedDeal, { status, since }: SeenStatus): boolean =>
  (status === undefined || status === deal.status) &&
  (since === undefined || since.getTime() === statusSince(deal).getTime());

/** The error that says what the deal is now, and who moved it. */
export function changedMeanwhile({ status, history }: WorkedDeal): ChangedMeanwhile {
  const last = history.length > 1 ? history.at(-1) : undefined;
  const what = last ? `${last.by} moved it to ${status}` : `it is ${status}`;
  return new ChangedMeanwhile(`Meanwhile ${what}.`, last);
}
