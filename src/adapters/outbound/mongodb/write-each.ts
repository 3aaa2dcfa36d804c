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

const options = { ordered: false, ignoreUndefined: true } as const;

/** One command for all documents; otherwise as `addOne` and `writeEach`. */
export async function addEach<T extends Document>(
  collection: Collection<T>,
  documents: readonly OptionalUnlessRequiredId<T>[],
): Promise<(Outcome | Error)[]> {
  const [first] = documents;
  if (first && documents.length === 1) return [await addOne(collection, first)];
  return outcomes(documents.length, collection.insertMany(documents, options));
}

/** Throws where it was refused for anything else than being there already, or nothing is known of it. */
export async function addOne<T extends Document>(
  collection: Collection<T>,
  document: OptionalUnlessRequiredId<T>,
): Promise<Outcome> {
  try {
    await collection.insertOne(document, options); // for which the driver does much less than for a batch of one
    return 'accepted';
  } catch (error) {
    if (error instanceof MongoServerError && asOutcome(error) === 'duplicate') return 'duplicate';
    throw error;
  }
}

/**
 * One command for all operations; each gets its own outcome.
 * Throws where nothing is known of any of them, or the command as a whole was refused.
 */
export function writeEach<T extends Document>(
  collection: Collection<T>,
  operations: readonly AnyBulkWriteOperation<T>[],
): Promise<(Outcome | Error)[]> {
  return outcomes(operations.length, collection.bulkWrite(operations, options));
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
