import { StoreUnavailable } from './ports/outbound/store.ts';

/** Throws StoreUnavailable, for this reason, if the work takes longer than `limit` milliseconds. The work goes on. */
export async function within<T>(limit: number, work: Promise<T>, reason: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new StoreUnavailable(reason)), limit);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
