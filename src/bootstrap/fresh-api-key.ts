import { randomBytes } from '../adapters/outbound/runtime/runtime.ts';
import { ApiKey } from '../domain/api-key.ts';

/** A sandbox key for one run of the server. */
export const freshApiKey = (): string => ApiKey.issue('test', randomBytes(ApiKey.randomBytes)).value;
