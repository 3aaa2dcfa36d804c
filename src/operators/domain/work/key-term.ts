import { isUsable, type KeyLife, keyState } from '../../../domain/issued-key.ts';
import { DAY_MS } from '../day.ts';
import { Refused } from '../refused.ts';

/** Ten years, in milliseconds: the longest term of a key, and the longest overlap with its successor. */
export const longestTerm = 3_650 * DAY_MS;

/**
 * The time at which a key that is issued now expires. Throws Refused unless the term is 1 to `longestTerm`
 * milliseconds.
 */
export const expiryAfter = (term: number, now: Date): Date =>
  endOf('The term of a key must be from 1 millisecond to ten years.', 1, term, now);

/** The time at which an overlap that begins now ends. Throws Refused unless it is 0 to `longestTerm` milliseconds. */
export const overlapEnd = (overlap: number, now: Date): Date =>
  endOf('An overlap must be at most ten years.', 0, overlap, now);

function endOf(rule: string, least: number, term: number, now: Date): Date {
  if (!Number.isFinite(term) || term < least || term > longestTerm) throw new Refused('invalid-term', rule);
  return new Date(now.getTime() + term);
}

/** Whether the key works now but will have expired after `within` milliseconds. */
export const isExpiring = (key: KeyLife, now: Date, within: number): boolean =>
  isUsable(keyState(key, now)) &&
  key.expires !== undefined &&
  key.expires.getTime() <= now.getTime() + within;
