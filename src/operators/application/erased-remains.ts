import type { Clock } from '../../application/ports/outbound/runtime.ts';
import { DAY_MS } from '../domain/day.ts';
import type { OwedRemains, Remains } from './ports/outbound/remains.ts';

/**
 * A problem in sentences, if bytes of erased customers have been in the store's files for over a day. Throws
 * StoreUnavailable.
 */
export async function remainsProblem({ remains, clock }: Removing): Promise<string | undefined> {
  const owed = await remains?.owed();
  if (!owed || clock().getTime() - owed.since.getTime() < DAY_MS) return undefined;
  return `Since ${owed.since.toISOString()}, bytes of customers who were erased are still in the file of leads. ${owed.why}`;
}

interface Removing {
  readonly remains?: Remains | undefined;
  readonly clock: Clock;
}

/**
 * After an erasure, removes its bytes from the store's files, unless other users of the store would wait for more
 * than a second: then it is left for the quiet hour. Resolves to what is still to remove. Never throws: the customer
 * is erased, and the rest is tried again later.
 */
export async function removeRemains({ remains, clock }: Removing): Promise<OwedRemains | undefined> {
  try {
    return await remains?.remove({ thoroughly: false });
  } catch {
    return { since: clock(), why: 'The store did not answer: it is tried again.' };
  }
}
