import { hasCustomer } from '../intake/contact.ts';
import { initialStatus, isFinal, type LeadStatus, nextStatuses } from '../intake/lead-status.ts';
import { lengthOf, reasonText } from '../intake/text.ts';
import { Refused } from '../refused.ts';
import { answered } from './answer.ts';
import {
  ChangedMeanwhile,
  type Deal,
  type DealChange,
  requireRoom,
  type StatusChange,
  statusSince,
} from './deal.ts';
import { type Acting, promised } from './follow-up.ts';

/** The new status cannot follow the current one. */
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

/** What is said of a move. */
export interface Move extends Acting, Pick<StatusChange, 'reason' | 'lostReason'> {
  /** It comes from a list that was handed back, and was made outside at a time that nobody knows. */
  readonly imported?: boolean | undefined;
  /** Whether the lead turned out to be none: a test, spam, a duplicate. */
  readonly isNone?: boolean | undefined;
}

/** What the author of a move saw: the status, the time since when the lead had it, or both. */
export interface SeenStatus {
  readonly status?: LeadStatus | undefined;
  readonly since?: Date | undefined;
}

/**
 * The change that gives the deal this status; `undefined` if it already has it, or if a list says the status that its
 * author saw: then nothing was to be changed. Throws ChangedMeanwhile if the deal is no longer what the author saw. A deal leaves
 * `Won` or `Lost` only for an open status (else throws ForbiddenMove), and only with a reason of at most `MAX_REASON`
 * characters (else throws Refused, as for a deal that was moved too often). A move to one of these
 * puts an end to the follow-up (else throws FollowUpOfOther). If there still is a customer, one out of In Progress answers them; one from Won or Lost to In Progress lets them wait anew. Of one whose data
 * was erased, no reason is kept.
 */
export function moveDeal(
  deal: Deal,
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
  const { at } = acting;
  if (!hasCustomer(deal)) return movedTo(deal, { status: to, reason: undefined, lostReason }, acting);
  return {
    ...movedTo(deal, { status: to, reason, lostReason }, acting),
    ...(isFinal(deal.status) && to === initialStatus && { reopened: { at } }),
    ...(deal.status === initialStatus && !imported && !isNone && answered(deal, at)),
  };
}

/** The next entry of the history, and the end of the follow-up if it ends the lead. Throws FollowUpOfOther. */
export function movedTo(
  deal: Deal,
  to: Pick<StatusChange, 'status' | 'reason' | 'lostReason'>,
  acting: Acting,
): DealChange {
  const moved = { ...to, at: acting.at, by: acting.by, byId: acting.byId };
  if (!deal.followUp || !isFinal(to.status)) return { moved };
  return { ...promised(deal, null, acting), moved: { ...moved, followUpAt: deal.followUp.at } };
}

/** The history says which status the deal had since then. */
const statusSeen = ({ history }: Deal, { status, since }: SeenStatus): LeadStatus | undefined =>
  since ? history.findLast(({ at }) => at.getTime() === since.getTime())?.status : status;

const isAsSeen = (deal: Deal, { status, since }: SeenStatus): boolean =>
  (status === undefined || status === deal.status) &&
  (since === undefined || since.getTime() === statusSince(deal).getTime());

/** Says what the deal is now, and who made it so. */
export function changedMeanwhile({ status, history }: Deal): ChangedMeanwhile {
  const last = history.length > 1 ? history.at(-1) : undefined;
  const what = last ? `${last.by} moved it to ${status}` : `it is ${status}`;
  return new ChangedMeanwhile(`Meanwhile ${what}.`, last);
}
