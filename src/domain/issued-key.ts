/** The record of a key. The key's text is not stored and cannot be recovered. */
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

/** Whether a key in this state works: a replaced key does until its overlap ends. */
export const isUsable = (state: KeyState): state is 'active' | 'replaced' =>
  state === 'active' || state === 'replaced';
