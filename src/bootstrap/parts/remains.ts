import { timeZoneOf } from '../config.ts';
import type { Composed, Part } from '../process.ts';
import { tokens } from '../tokens.ts';

/** Milliseconds from one look to the next: while Litestream runs, the log is begun again once a minute. */
const INTERVAL = 10_000;

/** Removes what a store owes of erased customers, as soon as it can be: in the quiet hour also what takes long. */
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
      .catch(() => {}) // an outage is told otherwise
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
