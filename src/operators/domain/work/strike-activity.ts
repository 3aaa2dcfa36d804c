import { initialStatus } from '../../../domain/lead-status.ts';
import { Refused } from '../refused.ts';
import { activityId, isAnswer } from './activity.ts';
import { clockOf } from './answer.ts';
import { type Acting, authorIn } from './follow-up.ts';
import { isSameAuthor } from './person.ts';
import { type DealChange, type WorkedDeal, withChange } from './worked-deal.ts';

/**
 * The change that crosses out the entry with this id; `undefined` if it is crossed out already. The entry no longer
 * counts as first answer or kept promise. Throws Refused if there is no such entry, or somebody else wrote it.
 */
export function strikeActivity(deal: WorkedDeal, id: string, acting: Acting): DealChange | undefined {
  const place = deal.activities.findIndex((_, at) => activityId(at) === id);
  const entry = deal.activities[place];
  if (!entry) throw new Refused('unknown-activity', 'The lead has no entry with this id.');
  const { byId } = entry;
  const ids = acting.ids ?? [acting.byId];
  const isTheirs = isSameAuthor(entry, acting) || (byId !== undefined && ids.includes(byId));
  if (!isTheirs)
    throw new Refused('activity-of-other', `${entry.by} wrote this: only its author strikes an entry.`);
  return entry.struck ? undefined : strikeAt(deal, [place], acting);
}

/** The change that crosses out the entries at these places. */
export function strikeAt(deal: WorkedDeal, places: readonly number[], acting: Acting): DealChange {
  const change = { strike: { places, struck: authorIn(acting) } };
  return { ...change, ...answerAfter(deal, withChange(deal, change)) };
}

/** Finds the first answer again, if a crossed-out entry was it. */
function answerAfter(before: WorkedDeal, after: WorkedDeal): DealChange {
  const { since, answeredAt } = clockOf(before);
  if (answeredAt === undefined) return {};
  const isIt = (deal: WorkedDeal) =>
    deal.activities.some((each) => isAnswer(each) && each.at.getTime() === answeredAt.getTime());
  if (!isIt(before) || isIt(after)) return {};
  const next = firstAnswer(after, since);
  if (before.reopened) return { reopened: { at: before.reopened.at, answeredAt: next } };
  return { answeredAt: next ?? null };
}

/**
 * The first time since `since` that somebody reached or wrote to the customer, or moved the lead away from In
 * Progress.
 */
function firstAnswer({ activities, history }: WorkedDeal, since: Date): Date | undefined {
  const moves = history.filter(
    ({ at, status }, place) =>
      place > 0 && at >= since && history[place - 1]?.status === initialStatus && status !== initialStatus,
  );
  const answers = activities.filter((each) => isAnswer(each) && each.at >= since);
  return [...moves, ...answers]
    .map(({ at }) => at)
    .reduce<Date | undefined>((first, at) => (first && first <= at ? first : at), undefined);
}
