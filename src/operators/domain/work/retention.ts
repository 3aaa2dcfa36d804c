import { Refused } from '../refused.ts';

/** The most months after which customers may be erased: a century. */
const MOST = 1_200;

/**
 * The time `months` before `now`, in UTC; in a shorter month, its last day. Leads that have not changed since
 * then may be erased. Throws Refused unless it is a whole number of months from 1 to a century.
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
