import { randomBytes as cryptoRandomBytes, hash, randomUUID } from 'node:crypto';
import type { Clock, Digest, NewLeadId } from '../../../application/intake/ports/outbound/runtime.ts';

export const clock: Clock = () => new Date();

/**
 * A UUID v7 (RFC 9562): the time in milliseconds, then the 74 random bits of a UUID v4. Node has the same as
 * `randomUUIDv7` since 24.16 only.
 */
export const newLeadId: NewLeadId = () => {
  const time = Date.now().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
};

export const newRequestId = (): string => randomUUID();

export const sha256: Digest = (text) => hash('sha256', text, 'hex');

/** Bytes from the operating system's secure source, suitable for keys. */
export const randomBytes = (count: number): Uint8Array => cryptoRandomBytes(count);
