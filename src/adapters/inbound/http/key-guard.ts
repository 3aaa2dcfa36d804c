import type { AuthenticateVendor, Caller } from '../../../application/ports/inbound/vendor.ts';
import type { HttpRequest } from './message.ts';
import { Refusal } from './refusal.ts';

/**
 * The caller, by its API key (Spec 5). Runs before anything else of the request is read.
 * Throws a Refusal (`forbidden`), or StoreUnavailable.
 */
export async function guardKey(request: HttpRequest, authenticate: AuthenticateVendor): Promise<Caller> {
  const apiKey = request.header('x-api-key');
  const caller = apiKey ? await authenticate(apiKey) : undefined;
  if (!caller) throw new Refusal('forbidden');
  return caller;
}
