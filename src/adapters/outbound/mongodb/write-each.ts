import { type AnyBulkWriteOperation, type Collection, type Document, MongoBulkWriteError } from 'mongodb';
import { asOutcome, isDurabilityInDoubt } from './store-errors.ts';

/** `accepted` is durable; an update whose filter found nothing is accepted too. */
export type Outcome = 'accepted' | 'duplicate';

/**
 * One command for all operations; each gets its own outcome.
 * Throws where nothing is known of any of them, or all were refused.
 */
export async function writeEach<T extends Document>(
  collection: Collection<T>,
  operations: readonly AnyBulkWriteOperation<T>[],
): Promise<(Outcome | Error)[]> {
  try {
    await collection.bulkWrite(operations, { ordered: false, ignoreUndefined: true });
    return operations.map(() => 'accepted');
  } catch (error) {
    const failures = error instanceof MongoBulkWriteError ? [error.writeErrors].flat() : [];
    // A lost connection comes without a single write error, and tells nothing about any document.
    if (failures.length === 0 || isDurabilityInDoubt(error)) throw error;
    const outcomes = new Map(failures.map((failure) => [failure.index, asOutcome(failure)]));
    return operations.map((_, index) => outcomes.get(index) ?? 'accepted');
  }
}
