import { timeZoneOf } from '../config.ts';
import type { Composed, Part } from '../process.ts';
import { tokens } from '../tokens.ts';

/** Milliseconds between looks. While Litestream runs, SQLite's log begins again once a minute. */
const INTERVAL = 10_000;

/** Removes bytes of erased customers from the store as soon as possible. What takes long waits for the quiet hour. */
export async function removeWhatIsOwed({ container, config }: Composed): Promise<Part | undefined> {
  const remains = container.get(tokens.remains, { optional: true });
  if (!remains) return undefined;
  const { clock } = container.get(tokens.runtime);
  const zone = timeZoneOf(config);
  let underWay: Promise<unknown> | undefined;

  const look = async (): Promise<void> => {
    const hour = Number(zone.clockAt(clock()).slice(11, 13));
    if (await remains.owed()) await remains.remove({ thoroughly: hour === config.QUIET_HOUR });
  };
  const begin = (): void => {
    underWay ??= look()
      .catch(() => {}) // an outage is reported elsewhere
      .finally(() => {
        underWay = undefined;
      });
  };
  begin();
  const timer = setInterval(begin, INTERVAL).unref();
  return {
    async close() {
      clearInterval(timer);
      await underWay;
    },
  };
}
