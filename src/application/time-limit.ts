import { StoreUnavailable } from './ports/outbound/store.ts';

interface Waiting {
  readonly ends: number;
  readonly giveUp: () => void;
}

/**
 * Limits work to `limit` milliseconds: then it throws StoreUnavailable, for this reason, and the work goes on. One
 * timer serves all work at once; a timer for each would cost a twentieth of a lead.
 */
export function timeLimit(limit: number, reason: string): <T>(work: Promise<T>) => Promise<T> {
  const waiting = new Set<Waiting>(); // in the order in which they end
  let timer: NodeJS.Timeout | undefined;

  function check(): void {
    timer = undefined;
    const now = performance.now();
    for (const each of waiting) {
      if (each.ends > now) {
        start(each.ends - now);
        break;
      }
      waiting.delete(each);
      each.giveUp();
    }
  }

  /** It keeps no process alive: whoever waits is connected. */
  function start(milliseconds: number): void {
    timer = setTimeout(check, Math.ceil(milliseconds)).unref();
  }

  return (work) =>
    new Promise((resolve, reject) => {
      const each = {
        ends: performance.now() + limit,
        giveUp: () => reject(new StoreUnavailable(reason)),
      };
      waiting.add(each);
      if (!timer) start(limit);
      work.finally(() => waiting.delete(each)).then(resolve, reject);
    });
}
