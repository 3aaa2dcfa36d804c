import { base62 } from '../domain/base62.ts';
import type { Digest, RandomBytes } from './intake/ports/outbound/runtime.ts';

type Prefix = 'ven' | 'key' | 'aud' | 'hook' | 'evt' | 'tok' | 'run' | 'src' | 'held';

/** Short enough to type, and random enough (80 bits) never to repeat. */
export const newId = (prefix: Prefix, randomBytes: RandomBytes): string =>
  `${prefix}_${base62(randomBytes(10))}`;

/** A UUID v7 (RFC 9562): the time in milliseconds, then the 74 random bits of a UUID v4. Node has `randomUUIDv7` since 24.16 only. */
export function uuidV7(random: string, now: number): string {
  const time = now.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(15)}`;
}

let made = 0;

/** Of one process each is above the one before: what has one time keeps its order. */
export function ascendingId(prefix: Prefix, randomBytes: RandomBytes): string {
  made += 1;
  return `${prefix}_${`${made}`.padStart(9, '0')}${base62(randomBytes(10))}`;
}

interface IdPorts {
  readonly digest: Digest;
  readonly randomBytes: RandomBytes;
}

/** The same (80 bits) for each order of this name, so that what it made before is found; a new one without a name. */
export const idOnce = (prefix: Prefix, once: string | undefined, { digest, randomBytes }: IdPorts): string =>
  once === undefined ? newId(prefix, randomBytes) : `${prefix}_${digest(once).slice(0, 20)}`;
