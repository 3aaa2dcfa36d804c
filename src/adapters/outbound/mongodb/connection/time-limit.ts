import { StoreUnavailable } from '../../../../application/ports/outbound/store.ts';

/**
 * Calls `late` after `limit` milliseconds, unless the function that it returns is called before. In two halves: a process
 * that stood still (Lambda freezes it) runs its timers before it reads what has arrived.
 */
export function deadline(limit: number, late: () => void): () => void {
  let timer = setTimeout(() => {
    timer = setTimeout(late, limit / 2);
  }, limit / 2);
  return () => clearTimeout(timer);
}

/**
 * Limits work to `limit` milliseconds: then it throws StoreUnavailable with `reason`, calls `onLate`, and the work goes on.
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
