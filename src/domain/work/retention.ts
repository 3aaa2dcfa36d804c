import { Refused } from '../refused.ts';

/** The months after which customers may be erased: a century at most. */
const MOST = 1_200;

/**
 * The time so many months before this one, in UTC: of a month that has no such day, its last. What has not changed since
 * then has been kept for long enough. Throws Refused unless it is a whole number of months, and at least one.
 */
export function monthsBefore(now: Date, months: number): Date {
  if (!Number.isInteger(months) || months < 1 || months > MOST)
    throw new Refused('invalid-term', `Leads are kept for a whole number of months, from 1 to ${MOST}.`);
  const day = now.getUTCDate();
  const before = new Date(now);
  before.setUTCDate(1);
  before.setUTCMonth(before.getUTCMonth() - months);
  const last = new Date(Date.UTC(before.getUTCFullYear(), before.getUTCMonth() + 1, 0)).getUTCDate();
  before.setUTCDate(Math.min(day, last));
  return before;
}
