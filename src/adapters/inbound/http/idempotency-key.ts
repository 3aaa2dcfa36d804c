import type { HttpRequest } from './message.ts';
import { Refusal } from './refusal.ts';

/** The vendor's `Idempotency-Key` for a submission, if it sent one. Throws a Refusal if it is malformed. */
export function readIdempotencyKey(request: HttpRequest): string | undefined {
  const key = request.header('idempotency-key');
  if (key !== undefined && !/^[\x20-\x7e]{1,255}$/.test(key)) throw new Refusal('invalid-idempotency-key');
  return key;
}
