import type { Caller } from '../../../application/ports/inbound/vendor.ts';
import type { Quota } from '../../../application/ports/outbound/quota.ts';

/** The response headers about the vendor's key and quota, if there is anything to report. */
export function callerHeaders(caller: Caller | undefined, quota: Quota | undefined): Record<string, string> {
  return {
    ...(caller?.keyExpires && { 'api-key-expires': caller.keyExpires.toUTCString() }),
    ...(quota && {
      'ratelimit-policy': `"vendor";q=${quota.limit};w=${quota.window}`,
      ratelimit: `"vendor";r=${quota.remaining};t=${quota.resets}`,
    }),
  };
}
