import type { HttpRequest } from './message.ts';
import { Refusal } from './refusal.ts';

/** The vendor's own name for a submission, if it gave one. Throws a Refusal. */
export function readIdempotencyKey(request: HttpRequest): string | undefined {
  const key = request.header('idempotency-key');
  if (key !== undefined && !/^[\x20-\x7e]{1,255}$/.test(key)) throw new Refusal('invalid-idempotency-key');
  return key;
}
