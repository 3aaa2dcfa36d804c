import { base62 } from '../domain/base62.ts';
import type { Digest, RandomBytes } from './ports/outbound/runtime.ts';

type Prefix = 'ven' | 'key' | 'aud' | 'hook' | 'evt' | 'tok' | 'run' | 'src' | 'held';

/** Makes an id short enough to type, and random enough (80 bits) never to repeat. */
export const newId = (prefix: Prefix, randomBytes: RandomBytes): string =>
  `${prefix}_${base62(randomBytes(10))}`;

/**
 * Makes a UUID v7 (RFC 9562) from the time in milliseconds and the 74 random bits of a UUID v4. Node itself has
 * `randomUUIDv7` since 24.16 only.
 */
export function uuidV7(random: string, now: number): string {
  const time = now.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(15)}`;
}

let made = 0;

/** Makes an id. Ids of one process ascend, so that records of equal time keep their order. */
export function ascendingId(prefix: Prefix, randomBytes: RandomBytes): string {
  made += 1;
  return `${prefix}_${`${made}`.padStart(9, '0')}${base62(randomBytes(10))}`;
}

interface IdPorts {
  readonly digest: Digest;
  readonly randomBytes: RandomBytes;
}

/**
 * Makes an id: always the same one (80 bits) for orders of one name, so that a repeated order finds what it
 * made; a new one for an order without a name.
 */
export const idOnce = (prefix: Prefix, once: string | undefined, { digest, randomBytes }: IdPorts): string =>
  once === undefined ? newId(prefix, randomBytes) : `${prefix}_${digest(once).slice(0, 20)}`;
