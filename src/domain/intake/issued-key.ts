import { DAY_MS } from '../day.ts';
import { Refused } from '../refused.ts';

/** What is stored about a key. The key's text is not stored and cannot be recovered. */
export interface IssuedKey {
  readonly id: string;
  /** SHA-256 of the key's text. */
  readonly digest: string;
  /** The first characters of the key's text. */
  readonly hint: string;
  readonly created: Date;
  readonly expires: Date | undefined;
  readonly revoked: Date | undefined;
  /** The id of the key that replaced this one. A replaced key works until it expires. */
  readonly replacedBy: string | undefined;
  /** When the key was last used, rounded down to the minute. */
  readonly lastUsed: Date | undefined;
}

/** Ten years, in milliseconds: the longest term of a key, and the longest overlap with its successor. */
export const longestTerm = 3_650 * DAY_MS;

/** When a key that is issued now expires. Throws Refused unless the term is 1 to `longestTerm` milliseconds. */
export const expiryAfter = (term: number, now: Date): Date =>
  endOf('The term of a key must be from 1 millisecond to ten years.', 1, term, now);

/** When an overlap that begins now ends. Throws Refused unless it is 0 to `longestTerm` milliseconds. */
export const overlapEnd = (overlap: number, now: Date): Date =>
  endOf('An overlap must be at most ten years.', 0, overlap, now);

function endOf(rule: string, least: number, term: number, now: Date): Date {
  if (!Number.isFinite(term) || term < least || term > longestTerm) throw new Refused('invalid-term', rule);
  return new Date(now.getTime() + term);
}

/** The state of a key. A replaced key works until its overlap ends. */
export type KeyState = 'active' | 'replaced' | 'expired' | 'revoked';

/** The fields that decide a key's state. */
export type KeyLife = Pick<IssuedKey, 'expires' | 'revoked'> & Partial<Pick<IssuedKey, 'replacedBy'>>;

/** The state of a key at this moment. */
export function keyState({ revoked, expires, replacedBy }: KeyLife, now: Date): KeyState {
  if (revoked) return 'revoked';
  if (expires && expires <= now) return 'expired';
  return replacedBy === undefined ? 'active' : 'replaced';
}

/** Whether the key works now but will have expired after `within` milliseconds. */
export const isExpiring = (key: KeyLife, now: Date, within: number): boolean =>
  isUsable(keyState(key, now)) &&
  key.expires !== undefined &&
  key.expires.getTime() <= now.getTime() + within;

/** Whether a key in this state works: a replaced key does until its overlap ends. */
export const isUsable = (state: KeyState): state is 'active' | 'replaced' =>
  state === 'active' || state === 'replaced';
