import { Refused } from '#operators/domain/refused.ts';
import { StoreUnavailable } from '../../../../application/ports/outbound/store.ts';
import { InvalidValue } from './invalid-value.ts';

/** The HTTP status for an error in an operator's request; `undefined` for an unexpected one. */
export function statusOf(error: unknown): number | undefined {
  if (error instanceof InvalidValue) return 400;
  if (error instanceof StoreUnavailable) return 503;
  if (!(error instanceof Refused)) return undefined;
  const { reason } = error;
  if (reason === 'sign-in-failed' || reason === 'sign-in-over') return 401;
  if (reason === 'provider-down') return 503;
  if (reason === 'not-permitted') return 403;
  if (reason === 'idempotency-key-reused') return 422;
  if (reason.startsWith('unknown-')) return 404;
  return reason.startsWith('invalid-') ? 400 : 409;
}
