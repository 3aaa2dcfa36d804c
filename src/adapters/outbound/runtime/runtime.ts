import { randomBytes as cryptoRandomBytes, hash, randomUUID } from 'node:crypto';
import { uuidV7 } from '../../../application/new-id.ts';
import type { Clock, Digest, NewLeadId } from '../../../application/ports/outbound/runtime.ts';

export const clock: Clock = () => new Date();

export const newLeadId: NewLeadId = () => uuidV7(randomUUID(), Date.now());

export const newRequestId = (): string => randomUUID();

export const sha256: Digest = (text) => hash('sha256', text, 'hex');

/** Bytes from the operating system's secure source, good enough for keys. */
export const randomBytes = (count: number): Uint8Array => cryptoRandomBytes(count);
