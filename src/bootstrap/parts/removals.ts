import { keptSince } from '../../domain/sources/as-it-came.ts';
import { timeZoneOf } from '../config.ts';
import type { Composed, Part } from '../process.ts';
import { tokens } from '../tokens.ts';

export const HOUR = 3_600_000;

/** Milliseconds between looks for remains. While Litestream runs, SQLite's log begins again once a minute. */
const REST = 10_000;

/** Makes the work that removes what sources sent once its days are over; `undefined` with a store that keeps none. */
export function removalOfCame({ container, config }: Pick<Composed, 'container' | 'config'>) {
  const sources = container.get(tokens.managedSources, { optional: true });
  const { clock } = container.get(tokens.runtime);
  return sources && (() => sources.removeCame(keptSince(clock(), config.SOURCE_KEEP_DAYS)));
}

/** Removes what sources sent once its days are over: at the start, and then every hour. */
export async function removeCame(composed: Composed): Promise<Part | undefined> {
  const remove = removalOfCame(composed);
  return remove && repeated(remove, HOUR);
}

/** Removes bytes of erased customers from the store as soon as possible. What takes long waits for the quiet hour. */
export async function removeWhatIsOwed({ container, config }: Composed): Promise<Part | undefined> {
  const remains = container.get(tokens.remains, { optional: true });
  if (!remains) return undefined;
  const { clock } = container.get(tokens.runtime);
  const zone = timeZoneOf(config);
  return repeated(async () => {
    const hour = Number(zone.clockAt(clock()).slice(11, 13));
    if (await remains.owed()) await remains.remove({ thoroughly: hour === config.QUIET_HOUR });
  }, REST);
}

/** Works at once and after each interval, unless it is still at work. An outage is reported elsewhere. */
function repeated(work: () => Promise<unknown>, interval: number): Part {
  let underWay: Promise<unknown> | undefined;
  const begin = (): void => {
    underWay ??= work()
      .catch(() => {})
      .finally(() => {
        underWay = undefined;
      });
  };
  begin();
  const timer = setInterval(begin, interval).unref();
  return {
    async close() {
      clearInterval(timer);
      await underWay;
    },
  };
}
