import { StoreUnavailable } from '../../../application/ports/outbound/store.ts';

/** Milliseconds that a request waits for its key to be looked up, and then for its lead. */
export const KEY_LIMIT = 5_000;
export const LEAD_LIMIT = 10_000;

/**
 * What `work` resolves to, or StoreUnavailable after `limit` milliseconds. The work goes on: a lead that it still keeps is
 * found by a retry with the same idempotency key.
 */
export function within<T>(limit: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new StoreUnavailable(`no answer within ${limit / 1_000} seconds`));
    const timer = setTimeout(late, limit);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
