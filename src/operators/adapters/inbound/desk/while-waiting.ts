import type { InGroups } from '#operators/application/ports/inbound/lead-change-use-cases.ts';
import { StoreUnavailable } from '../../../../application/ports/outbound/store.ts';

/** Milliseconds after which a page answers with what is done so far. */
const PATIENCE = 5_000;

/** The changes of an order that were made while somebody waited. */
export interface DoneMeanwhile<T> {
  readonly results: readonly T[];
  /** Why the others are not done, or only perhaps; `undefined` if all are done. */
  readonly why: 'it takes long' | 'the store does not answer' | undefined;
}

/** Runs groups of changes until all are done or somebody has waited long enough. After that, nothing goes on. */
export async function whileWaiting<T>(groups: InGroups<T>): Promise<DoneMeanwhile<T>> {
  const ends = performance.now() + PATIENCE;
  const results: T[] = [];
  try {
    for await (const group of groups) {
      results.push(...group);
      if (results.length < groups.count && performance.now() > ends) return { results, why: 'it takes long' };
    }
    return { results, why: undefined };
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    return { results, why: 'the store does not answer' };
  }
}
