import { StoreUnavailable } from '../../../../application/ports/outbound/store.ts';

/**
 * Calls `late` after `limit` milliseconds, unless the returned function is called before. Waits in two halves:
 * a process that was frozen (on Lambda) runs its timers before it reads what has arrived.
 */
export function deadline(limit: number, late: () => void): () => void {
  let timer = setTimeout(() => {
    timer = setTimeout(late, limit / 2);
  }, limit / 2);
  return () => clearTimeout(timer);
}

/**
 * Limits work to `limit` milliseconds. After that it throws StoreUnavailable with `reason` and calls `onLate`,
 * while the work goes on.
 */
export const timeLimit =
  (limit: number, reason: string, onLate: () => void = () => {}) =>
  <T>(work: Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      const cancel = deadline(limit, () => {
        reject(new StoreUnavailable(reason));
        onLate();
      });
      work.finally(cancel).then(resolve, reject);
    });
