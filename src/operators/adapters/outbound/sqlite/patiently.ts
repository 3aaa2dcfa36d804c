import { setTimeout as sleep } from 'node:timers/promises';
import { isBusy } from '../../../../adapters/outbound/sqlite/connection/store-errors.ts';

/** Milliseconds for which an attempt waits until others release the file, and between two tries. */
const [PATIENCE, REST] = [1_000, 10];

/** Repeats an attempt until it succeeds, or others have held the file for too long. */
export async function patiently(attempt: () => Promise<boolean>): Promise<boolean> {
  for (const end = performance.now() + PATIENCE; ; await sleep(REST)) {
    try {
      if (await attempt()) return true;
    } catch (error) {
      if (!isBusy(error)) throw error;
    }
    if (performance.now() > end) return false;
  }
}
