import type { Composed, Part } from '../process.ts';
import { HOUR, removalOfCame } from '../removal-of-came.ts';

/** Removes what sources sent once its days are over: at the start, and then every hour. */
export async function removeCame(composed: Composed): Promise<Part | undefined> {
  const remove = removalOfCame(composed);
  if (!remove) return undefined;
  let underWay: Promise<unknown> | undefined;
  const begin = (): void => {
    underWay = remove();
  };
  begin();
  const timer = setInterval(begin, HOUR).unref();
  return {
    async close() {
      clearInterval(timer);
      await underWay;
    },
  };
}
