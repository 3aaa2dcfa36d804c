/** What is stored of a key. Its text is not, and cannot be recovered. */
export interface IssuedKey {
  readonly id: string;
  /** SHA-256 of the key's text. */
  readonly digest: string;
  /** The first characters of the key's text. */
  readonly hint: string;
  readonly created: Date;
  readonly expires: Date | undefined;
  readonly revoked: Date | undefined;
  /** The id of the key that replaced this one. This one still works until it expires. */
  readonly replacedBy: string | undefined;
  /** Rounded down to the minute. */
  readonly lastUsed: Date | undefined;
}

/** What has become of a key. A replaced one still works, until its overlap ends. */
export type KeyState = 'active' | 'replaced' | 'expired' | 'revoked';

/** The fields that decide a key's state. */
export type KeyLife = Pick<IssuedKey, 'expires' | 'revoked'> & Partial<Pick<IssuedKey, 'replacedBy'>>;

/** What has become of a key by now. */
export function keyState({ revoked, expires, replacedBy }: KeyLife, now: Date): KeyState {
  if (revoked) return 'revoked';
  if (expires && expires <= now) return 'expired';
  return replacedBy === undefined ? 'active' : 'replaced';
}

/** A replaced key still works, until its overlap ends. */
export const isUsable = (state: KeyState): state is 'active' | 'replaced' =>
  state === 'active' || state === 'replaced';
