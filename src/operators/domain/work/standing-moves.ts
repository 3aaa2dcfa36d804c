import type { StatusChange, WorkedDeal } from './worked-deal.ts';

/**
 * The entries of a history that were not undone, the receipt first. An undoing move takes back those after the status
 * that it restores, and itself.
 */
export function standingMoves([received, ...moves]: readonly StatusChange[]): readonly StatusChange[] {
  if (!received) return [];
  const left: StatusChange[] = [];
  for (const move of moves)
    if (move.reason === 'undone') while (left.length > 0 && left.at(-1)?.status !== move.status) left.pop();
    else left.push(move);
  return [received, ...left];
}

/** When the deal got its present status; what was undone counts no more. `statusSince` is its last entry. */
export const standsSince = ({ history, receivedAt }: Pick<WorkedDeal, 'history' | 'receivedAt'>): Date =>
  standingMoves(history).at(-1)?.at ?? receivedAt;
