import { hasCustomer } from '../../../domain/contact.ts';
import { isFinal } from '../../../domain/lead-status.ts';
import type { Activity, FollowUp } from './activity.ts';
import { assignBack, type MadeAssignment } from './assign-deal.ts';
import type { Acting } from './follow-up.ts';
import type { KnownPeople } from './known-people.ts';
import { strikeAt } from './strike-activity.ts';
import { isMadeBy, type MadeMoves, undoMoves } from './undo-moves.ts';
import { type DealChange, type WorkedDeal, withChange } from './worked-deal.ts';

/** The work of one person on a lead at some times: moves, entries, and a change of owner. */
interface MadeWork extends MadeMoves {
  readonly assigned?: MadeAssignment | undefined;
}

/**
 * The change that takes work back: moves as `undoMoves`, the owner as `assignBack`; entries are crossed out, and the
 * follow-up that they set or ended is restored. `undefined` if nothing is left to take back. Throws ChangedMeanwhile
 * as those two.
 */
export function undoWork(
  deal: WorkedDeal,
  { assigned, ...made }: MadeWork,
  acting: Acting,
  known: Pick<KnownPeople, 'idOf' | 'nameOf' | 'mayOwn'>,
): DealChange | undefined {
  const isMade = isMadeBy(made);
  const places = deal.activities.flatMap((each, place) => (isMade(each) && !each.struck ? [place] : []));
  const struck = places.length > 0 ? strikeAt(deal, places, acting) : undefined;
  const entries = places.flatMap((place) => deal.activities[place] ?? []);
  const words = struck && { ...struck, ...promiseBefore(deal, entries) };
  const moved = undoMoves(withChange(deal, words), made, acting.at);
  const owned = assigned && assignBack(deal, assigned, known);
  return words || moved || owned ? { ...words, ...moved, ...owned } : undefined;
}

/** Restores the follow-up from before the entries, unless it has changed since. */
function promiseBefore(deal: WorkedDeal, entries: readonly Activity[]): DealChange {
  const changes = entries.flatMap(({ followUp }) => followUp ?? []);
  const [first, last] = [changes[0], changes.at(-1)];
  if (!first || !last || !isSame(deal.followUp, last.to)) return {};
  const { from } = first;
  if (from && (isFinal(deal.status) || !hasCustomer(deal))) return {};
  return { followUp: from ?? null };
}

const isSame = (one: FollowUp | undefined, other: FollowUp | undefined): boolean =>
  one?.at.getTime() === other?.at.getTime() && one?.by === other?.by;
