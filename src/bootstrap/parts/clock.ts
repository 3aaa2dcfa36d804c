import { clockSkew, skewWarning } from '../../application/clock-skew.ts';
import type { Composed, Part } from '../part.ts';
import { tokens } from '../tokens.ts';

/** Milliseconds between two comparisons. */
const INTERVAL = 3_600_000;

/** Compares this clock with the store's, at the start and every hour, if the store tells its time. */
export async function watchClock({ container }: Composed): Promise<Part | undefined> {
  const storeTime = container.get(tokens.storeTime, { optional: true });
  if (!storeTime) return undefined;
  const { clock } = container.get(tokens.runtime);
  const { warn } = container.get(tokens.journal);
  const measured = container.get(tokens.skewMeasured, { optional: true });

  async function look(tellTime: NonNullable<typeof storeTime>): Promise<void> {
    const skew = await clockSkew(tellTime, clock).catch(() => undefined); // an outage is reported elsewhere
    if (skew === undefined) return;
    measured?.(skew);
    const warning = skewWarning(skew);
    if (warning) warn(warning);
  }

  void look(storeTime);
  const timer = setInterval(() => void look(storeTime), INTERVAL).unref();
  return { close: async () => clearInterval(timer) };
}
