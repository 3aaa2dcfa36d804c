import type { AuthenticateVendor, Caller } from '../../../application/ports/inbound/vendor.ts';
import { HttpError } from './http-error.ts';
import type { HttpRequest } from './message.ts';

/**
 * The caller, by its API key (Spec 5). Runs before anything else of the request is judged.
 * Throws an HttpError (`forbidden`), or StoreUnavailable.
 */
export async function guardKey(request: HttpRequest, authenticate: AuthenticateVendor): Promise<Caller> {
  const apiKey = request.header('x-api-key');
  const caller = apiKey ? await authenticate(apiKey) : undefined;
  if (!caller) throw new HttpError('forbidden');
  return caller;
}
