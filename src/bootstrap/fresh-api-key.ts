import { randomBytes } from '../adapters/outbound/runtime/runtime.ts';

/** A key for one start in the sandbox. */
export const freshApiKey = (): string => `lead_test_${Buffer.from(randomBytes(20)).toString('hex')}`;
