import type { Clock } from '../../application/ports/outbound/runtime.ts';
import { DAY_MS } from '../domain/day.ts';
import type { OwedRemains, Remains } from './ports/outbound/remains.ts';

/** What is wrong with a store that has owed it for more than a day, in sentences. Throws StoreUnavailable. */
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
 * After an erasure: has removed what the store's files still have of it, if that keeps nobody waiting. Resolves to what is
 * still owed. Never throws: the customer is erased, and what failed is tried again by others.
 */
export async function removeRemains({ remains, clock }: Removing): Promise<OwedRemains | undefined> {
  try {
    return await remains?.remove({ thoroughly: false });
  } catch {
    return { since: clock(), why: 'The store did not answer: it is tried again.' };
  }
}
