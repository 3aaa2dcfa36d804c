import { StoreUnavailable } from './ports/outbound/store.ts';

/** Limits work to `limit` milliseconds: then it throws StoreUnavailable, for this reason, and the work goes on. */
export const timeLimit =
  (limit: number, reason: string) =>
  <T>(work: Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new StoreUnavailable(reason)), limit).unref(); // whoever waits is connected
      work.finally(() => clearTimeout(timer)).then(resolve, reject);
    });
