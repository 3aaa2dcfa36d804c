import { standingMoves } from './standing-moves.ts';
import { type DealChange, type WorkedDeal, withChange } from './worked-deal.ts';

type Worked = Pick<WorkedDeal, 'stillSince' | 'changedAt' | 'receivedAt'>;

/** When somebody last worked on a lead; without any work, when it came. */
export const stillSince = ({ stillSince: since, changedAt, receivedAt }: Worked): Date =>
  since ?? changedAt ?? receivedAt;

/**
 * The change, with `stillSince` if it is no work: a new owner leaves the time as it was, and what is taken back leaves
 * that of the last work which stands.
 */
export function withStillSince(deal: WorkedDeal, change: DealChange): DealChange {
  const { moved, activity, strike, followUp } = change;
  if (strike || moved?.reason === 'undone')
    return { ...change, stillSince: lastWork(withChange(deal, { moved, strike })) };
  if (moved || activity || followUp !== undefined)
    return deal.stillSince ? { ...change, stillSince: null } : change;
  return { ...change, stillSince: stillSince(deal) };
}

/** The time of the last move or entry that was neither undone nor crossed out; without any, of the receipt. */
function lastWork({ history, activities, receivedAt }: WorkedDeal): Date {
  const entries = activities.filter(({ struck }) => !struck);
  return [...standingMoves(history), ...entries]
    .map(({ at }) => at)
    .reduce((last, at) => (at > last ? at : last), receivedAt);
}
