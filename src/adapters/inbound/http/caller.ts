import type { AuthenticateVendor, Caller } from '../../../application/ports/inbound/vendor.ts';
import type { Quota } from '../../../application/ports/outbound/quota.ts';
import { ApiKey } from '../../../domain/api-key.ts';
import { HttpError } from './http-error.ts';
import type { HttpRequest } from './message.ts';
import { onlyValue } from './sent-headers.ts';
import { KEY_LIMIT, within } from './within.ts';

/**
 * Resolves to the caller, found by the API key (Spec 5). Throws an HttpError (`forbidden`), UnusableKey or
 * StoreUnavailable.
 */
export async function guardKey(request: HttpRequest, authenticate: AuthenticateVendor): Promise<Caller> {
  const apiKey = onlyValue(request, 'x-api-key', severalKeys);
  if (!apiKey) throw forbidden(`${missing(apiKey)}: send the API key there${misplaced(request)}`);
  const caller = await within(KEY_LIMIT, authenticate(apiKey));
  if (!caller) throw forbidden(flawOf(apiKey));
  return caller;
}

const forbidden = (message: string): HttpError => new HttpError('forbidden', undefined, message);

const SEVERAL = 'The request has several x-api-key headers, or one with a comma: send one API key';
const severalKeys = forbidden(SEVERAL);

const missing = (sent: string | undefined): string =>
  sent === undefined ? 'The x-api-key header is missing' : 'The x-api-key header is empty';

/** Other places where senders put a key. None is looked up. */
const headers = ['authorization', 'api-key', 'apikey', 'x-apikey', 'x-api-token', 'x-auth-token'];
const parameters = ['x-api-key', 'api-key', 'api_key', 'apikey', 'apiKey', 'key', 'token'];

function misplaced(request: HttpRequest): string {
  const header = headers.find((name) => request.header(name) !== undefined);
  if (header !== undefined) return `, not in the header ${header}`;
  const isInQuery = parameters.some((name) => request.query?.(name) !== undefined);
  return isInQuery ? ', not in the address, which is written to logs' : '';
}

/** What can be said of a key that nobody holds by its form alone, which is public: strangers learn nothing. */
function flawOf(apiKey: string): string {
  if (apiKey.includes(',')) return SEVERAL; // a gateway may have joined two
  const [issued] = /lead_(?:live|test)_\w*/.exec(apiKey) ?? [];
  if (/^(?:bearer|basic|token|api-?key)[ :=]|^["'<{]|["'>}]$/i.test(apiKey) || (issued && issued !== apiKey))
    return 'The x-api-key header has more than the API key: send the key alone, without a word before it, quotes or brackets';
  if (issued === undefined) return 'The x-api-key header does not contain a valid API key';
  if (!ApiKey.isWellFormed(apiKey))
    return 'The API key in x-api-key is incomplete or mistyped: copy it again';
  return 'Nobody has this API key here: lead_test_ begins keys of the sandbox, and lead_live_ those of production';
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
