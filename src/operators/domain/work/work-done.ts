import type { LeadStatus } from '../../../domain/lead-status.ts';
import type { Activity } from './activity.ts';
import type { Author } from './person.ts';
import { standingMoves } from './standing-moves.ts';
import { orderedAt, type StatusChange, type WorkedDeal } from './worked-deal.ts';

/** What somebody did to a lead at one moment: an activity, a move, or both in one press. */
export interface WorkDone {
  readonly at: Date;
  readonly activity?: Activity | undefined;
  readonly moved?: StatusChange | undefined;
}

/** Finds what an author did to a deal, oldest first. What was struck or undone is left out. */
export function workDone(
  { activities, history }: Pick<WorkedDeal, 'activities' | 'history'>,
  isTheirs: (author: Author) => boolean,
): readonly WorkDone[] {
  const all: WorkDone[] = [
    ...activities
      .filter((each) => !each.struck)
      .map((activity) => ({ at: activity.at, activity, by: activity })),
    ...standingMoves(history)
      .slice(1)
      .map((moved) => ({ at: orderedAt(moved), moved, by: moved })),
  ].flatMap(({ by, ...done }) => (isTheirs(by) ? [done] : []));
  return [...Map.groupBy(all, ({ at }) => at.getTime()).values()]
    .map((together) => Object.assign({}, ...together) as WorkDone)
    .sort((one, other) => one.at.getTime() - other.at.getTime());
}

/** How often somebody did what on some leads. */
interface WorkSums {
  readonly calls: number;
  readonly reached: number;
  readonly wrote: number;
  readonly notes: number;
  readonly moved: ReadonlyMap<LeadStatus, number>;
}

/** Counts what was done. A call is one whether anybody answered or not. */
export function sumsOf(work: readonly WorkDone[]): WorkSums {
  const count = (...kinds: readonly Activity['kind'][]) =>
    work.filter(({ activity }) => activity && kinds.includes(activity.kind)).length;
  const moves = Map.groupBy(
    work.flatMap(({ moved }) => moved?.status ?? []),
    (status) => status,
  );
  return {
    calls: count('called', 'reached', 'no-answer'),
    reached: count('reached'),
    wrote: count('wrote'),
    notes: count('note'),
    moved: new Map([...moves].map(([status, all]) => [status, all.length])),
  };
}
