import type { Caller } from '../../../application/ports/inbound.ts';
import type { Quota } from '../../../application/ports/outbound.ts';

/** What every answer tells a vendor about its key and its quota, where there is something to tell. */
export function callerHeaders(caller: Caller | undefined, quota: Quota | undefined): Record<string, string> {
  return {
    ...(caller?.keyExpires && { 'api-key-expires': caller.keyExpires.toUTCString() }),
    ...(quota && {
      'ratelimit-policy': `"vendor";q=${quota.limit};w=${quota.window}`,
      ratelimit: `"vendor";r=${quota.remaining};t=${quota.resets}`,
    }),
  };
}
