import { StoreUnavailable } from '../../../application/ports/outbound/store.ts';

/** Milliseconds that a store has for one request. */
export const STORE_LIMIT = 10_000;
/** Before that, a key is looked up, and its quota: longer than what the port promises, which says why it takes longer. */
export const KEY_LIMIT = 6_000;

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
    Promise.resolve(work).then(settle(resolve), settle(reject)); // a caller in JavaScript may give no promise
  });
}
