import { keptSince } from '../../domain/as-it-came.ts';
import type { Composed, Part } from '../process.ts';
import { tokens } from '../tokens.ts';

export const HOUR = 3_600_000;

/** Makes the work that removes what sources sent once its days are over; `undefined` with a store that keeps none. */
export function removalOfCame({
  container,
  config,
}: Pick<Composed, 'container' | 'config'>): (() => Promise<unknown>) | undefined {
  const sources = container.get(tokens.managedSources, { optional: true });
  const { clock } = container.get(tokens.runtime);
  return (
    sources && (() => sources.removeCame(keptSince(clock(), config.SOURCE_KEEP_DAYS)).catch(() => {})) // an outage is reported elsewhere
  );
}

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
