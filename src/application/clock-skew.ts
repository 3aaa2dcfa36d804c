import type { Clock } from './ports/outbound/runtime.ts';
import type { StoreTime } from './ports/outbound/store.ts';

/** Milliseconds by which a clock may differ before somebody has to know. */
const MOST_SKEW = 5_000;

/**
 * Resolves to the milliseconds by which this machine's clock is ahead of the store's, negative if it is behind.
 * That is the least difference possible: the store may have read its clock at any moment of the call. Throws
 * StoreUnavailable.
 */
export async function clockSkew(storeTime: StoreTime, clock: Clock): Promise<number> {
  const asked = clock().getTime();
  const told = (await storeTime()).getTime();
  const answered = clock().getTime();
  if (told < asked) return asked - told;
  return told > answered ? answered - told : 0;
}

/** The warning for an operator about this skew; `undefined` if it is small. */
export function skewWarning(skew: number): string | undefined {
  const seconds = Math.round(Math.abs(skew) / 1_000);
  if (Math.abs(skew) <= MOST_SKEW) return undefined;
  const where = skew > 0 ? 'ahead of' : 'behind';
  return `This machine's clock is ${seconds} s ${where} the database's: the times of leads are wrong, and events and leases come too early or too late. Have both set by NTP.`;
}
