import { randomBytes } from '../adapters/outbound/runtime/runtime.ts';
import { ApiKey } from '../domain/api-key.ts';

/** A key for one start in the sandbox. */
export const freshApiKey = (): string => ApiKey.issue('test', randomBytes(ApiKey.randomBytes)).value;
