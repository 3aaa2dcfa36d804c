import { randomBytes as cryptoRandomBytes, hash, randomUUID } from 'node:crypto';
import type { Clock, Digest, NewLeadId } from '../../../application/ports/outbound/runtime.ts';

export const clock: Clock = () => new Date();

let instant = 0;
let place = 0;

/** UUID v7 as in RFC 9562. Ids of the same millisecond are counted, so that each is greater than the last. */
export const newLeadId: NewLeadId = () => {
  const now = Date.now();
  place = now > instant ? 0 : place + 1;
  instant = Math.max(now, instant);
  if (place > 0xfff) [instant, place] = [instant + 1, 0]; // may run ahead of the clock, but never goes back
  const time = instant.toString(16).padStart(12, '0');
  const random = randomUUID().slice(19);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${place.toString(16).padStart(3, '0')}-${random}`;
};

export const newRequestId = (): string => randomUUID();

export const sha256: Digest = (text) => hash('sha256', text, 'hex');

/** From the operating system's secure source, suitable for keys. */
export const randomBytes = (count: number): Uint8Array => cryptoRandomBytes(count);
