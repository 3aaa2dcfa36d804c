import type { Answer } from '#operators/domain/work/answer-goal.ts';
import { DAY_MS, HOUR_MS } from './days.ts';

const MINUTE_MS = HOUR_MS / 60;

/** A length in words, such as `45 s`, `12 min`, `1 h 5 min`, `30 h`: without days, as hours of the desk have none. */
export function durationText(length: number): string {
  const seconds = Math.round(length / 1_000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(length / 60_000);
  if (minutes < 60) return `${minutes} min`;
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return rest === 0 || length > 24 * HOUR_MS ? `${Math.round(minutes / 60)} h` : `${hours} h ${rest} min`;
}

/**
 * A customer's wait in words, rounded down: by `durationText` while less than two days count, and then in
 * calendar days, as the age of leads is given.
 */
export function waitText({ elapsed, byClock }: Pick<Answer, 'elapsed' | 'byClock'>): string {
  if (elapsed >= 2 * DAY_MS) return `${Math.floor(byClock / DAY_MS)} d`;
  const unit = elapsed >= DAY_MS ? HOUR_MS : elapsed >= MINUTE_MS ? MINUTE_MS : 1_000;
  return durationText(elapsed - (elapsed % unit));
}

/** The filter's word for leads whose customers wait for the first answer, in place of a status. */
export const UNANSWERED = 'unanswered';
/** The filter's words for leads that wait too long, that stand still, and that their owner has not opened. */
export const [LATE, STILL, GIVEN] = ['late', 'still', 'given'] as const;

/** Whether any time of the wait counts: before the desk’s hours, none does. */
export const hasWaited = ({ elapsed }: Answer): boolean => elapsed >= 1_000;

/** The state of an answer in words, and the time to follow them: `Unanswered for 12 min, late after` and when. */
export function answerWords(answer: Answer): readonly [string, Date?] {
  const { answeredAt, due, isLate } = answer;
  const time = waitText(answer);
  if (answeredAt) return [isLate ? `After ${time}, late` : `After ${time}`];
  const waited = hasWaited(answer) ? `Unanswered for ${time}` : 'Unanswered';
  return [`${waited}, late ${isLate ? 'since' : 'after'}`, due];
}
