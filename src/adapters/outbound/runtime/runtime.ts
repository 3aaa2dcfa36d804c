import { createHash, randomBytes as cryptoRandomBytes } from 'node:crypto';
import { v7 } from 'uuid';
import type { Clock, Digest, LeadIds } from '../../../application/ports/outbound.ts';

export const clock: Clock = () => new Date();

export const newLeadId: LeadIds = () => v7();

export const sha256: Digest = (text) => createHash('sha256').update(text, 'utf8').digest('hex');

/** From the system's own source, fit for keys. */
export const randomBytes = (count: number): Uint8Array => cryptoRandomBytes(count);
