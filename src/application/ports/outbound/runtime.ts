/** The present time. */
export type Clock = () => Date;

/** Returns a new UUID v7 as text, in small letters, on each call. No process ever returns the same one again. */
export type NewLeadId = () => string;

/** The SHA-256 of a text in UTF-8, as 64 hexadecimal digits. */
export type Digest = (text: string) => string;

/** Cryptographically secure random bytes. */
export type RandomBytes = (count: number) => Uint8Array;
