import { StoreUnavailable } from '../../../application/ports/outbound/store.ts';

/**
 * Milliseconds for everything that a store does for one request. The key is looked up before, in up to five
 * seconds.
 */
export const STORE_LIMIT = 10_000;

/**
 * Resolves to the result of `work`, or rejects with StoreUnavailable after `limit` milliseconds. The work goes
 * on: a lead that it still keeps is found by a retry with the same idempotency key.
 */
export function within<T>(limit: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new StoreUnavailable(`no answer within ${limit / 1_000} seconds`));
    const timer = setTimeout(late, limit);
    const settle =
      <V>(how: (value: V) => void) =>
      (value: V) => {
        clearTimeout(timer);
        how(value);
      };
    work.then(settle(resolve), settle(reject));
  });
}
