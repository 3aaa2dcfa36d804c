import { base62 } from '../domain/base62.ts';
import type { RandomBytes } from './ports/outbound/runtime.ts';

/** Short enough to type, and random enough (80 bits) never to repeat. */
export const newId = (
  prefix: 'ven' | 'key' | 'aud' | 'hook' | 'evt' | 'tok',
  randomBytes: RandomBytes,
): string => `${prefix}_${base62(randomBytes(10))}`;
