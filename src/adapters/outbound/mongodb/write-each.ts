import {
  type AnyBulkWriteOperation,
  type Collection,
  type Document,
  MongoBulkWriteError,
  MongoServerError,
  type OptionalUnlessRequiredId,
} from 'mongodb';
import { asOutcome, isDurabilityInDoubt } from './store-errors.ts';

/** `accepted` is durable; an update whose filter found nothing is accepted too. */
export type Outcome = 'accepted' | 'duplicate';

/**
 * One command for all documents; each gets its own outcome.
 * Throws where nothing is known of any of them, or all were refused.
 */
export async function addEach<T extends Document>(
  collection: Collection<T>,
  documents: readonly OptionalUnlessRequiredId<T>[],
): Promise<(Outcome | Error)[]> {
  const [only, ...others] = documents;
  if (only && others.length === 0) return [await addOne(collection, only)];
  return outcomes(
    documents.length,
    collection.insertMany(documents, { ordered: false, ignoreUndefined: true }),
  );
}

/** One command for all operations; otherwise as `addEach`. */
export function writeEach<T extends Document>(
  collection: Collection<T>,
  operations: readonly AnyBulkWriteOperation<T>[],
): Promise<(Outcome | Error)[]> {
  return outcomes(
    operations.length,
    collection.bulkWrite(operations, { ordered: false, ignoreUndefined: true }),
  );
}

/** The driver does much less for it than for a batch of one. */
async function addOne<T extends Document>(
  collection: Collection<T>,
  document: OptionalUnlessRequiredId<T>,
): Promise<Outcome> {
  try {
    await collection.insertOne(document, { ignoreUndefined: true });
    return 'accepted';
  } catch (error) {
    if (error instanceof MongoServerError && asOutcome(error) === 'duplicate') return 'duplicate';
    throw error;
  }
}

async function outcomes(count: number, bulk: Promise<unknown>): Promise<(Outcome | Error)[]> {
  const refused = new Map<number, Outcome | Error>();
  try {
    await bulk;
  } catch (error) {
    const failures = error instanceof MongoBulkWriteError ? [error.writeErrors].flat() : [];
    // A lost connection comes without a single write error, and tells nothing about any document.
    if (failures.length === 0 || isDurabilityInDoubt(error)) throw error;
    for (const failure of failures) refused.set(failure.index, asOutcome(failure));
  }
  return Array.from({ length: count }, (_, index) => refused.get(index) ?? 'accepted');
}
