import type { AuthenticateVendor, Caller } from '../../../application/ports/inbound/vendor.ts';
import type { Quota } from '../../../application/ports/outbound/quota.ts';
import { HttpError } from './http-error.ts';
import type { HttpRequest } from './message.ts';
import { onlyValue } from './sent-headers.ts';

/**
 * Resolves to the caller, found by the API key (Spec 5). Throws an HttpError (`forbidden`), UnusableKey or
 * StoreUnavailable.
 */
export async function guardKey(request: HttpRequest, authenticate: AuthenticateVendor): Promise<Caller> {
  const apiKey = onlyValue(request, 'x-api-key', 'forbidden');
  const caller = apiKey ? await authenticate(apiKey) : undefined;
  if (!caller) throw new HttpError('forbidden');
  return caller;
}

/** Throws an HttpError for a request over the quota. */
export function guardQuota({ exceeded, resets }: Quota): void {
  if (exceeded) throw new HttpError('too-many-requests', { 'retry-after': String(resets) });
}

/** Response headers about the vendor's key and quota; none if there is nothing to report. */
export const callerHeaders = (
  caller: Caller | undefined,
  quota: Quota | undefined,
): Record<string, string> => ({
  ...(caller?.keyExpires && { 'api-key-expires': caller.keyExpires.toUTCString() }),
  ...(quota && {
    'ratelimit-policy': `"vendor";q=${quota.limit};w=${quota.window}`,
    ratelimit: `"vendor";r=${quota.remaining};t=${quota.resets}`,
  }),
});
