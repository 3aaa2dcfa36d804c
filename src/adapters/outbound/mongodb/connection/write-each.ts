import {
  type AnyBulkWriteOperation,
  type BulkWriteOptions,
  type Collection,
  type Document,
  type InsertOneOptions,
  MongoBulkWriteError,
  MongoServerError,
  type OptionalUnlessRequiredId,
} from 'mongodb';
import { asOutcome, isDurabilityInDoubt } from './store-errors.ts';
import { timeouts } from './timeouts.ts';

/** `accepted`: acknowledged with the write concern in use, even if an update's filter matched nothing. */
export type WriteOutcome = 'accepted' | 'duplicate';

// Without a time limit, a write that the server delays could still be carried out long after its caller gave up.
const options = { ordered: false, ignoreUndefined: true, maxTimeMS: timeouts.command } as const;

/** Adds all documents with one command. Each has its own outcome, as in `writeEach`. */
export async function addEach<T extends Document>(
  collection: Collection<T>,
  documents: readonly OptionalUnlessRequiredId<T>[],
): Promise<(WriteOutcome | Error)[]> {
  const [first] = documents;
  if (first && documents.length === 1) return [await addOne(collection, first)];
  return outcomes(documents.length, collection.insertMany(documents, options));
}

/**
 * Adds one document. Throws all errors but a duplicate key. After a lost connection, the document may have been
 * added.
 */
export async function addOne<T extends Document>(
  collection: Collection<T>,
  document: OptionalUnlessRequiredId<T>,
  overrides: InsertOneOptions = {},
): Promise<WriteOutcome> {
  try {
    await collection.insertOne(document, { ...options, ...overrides }); // the driver does much less work than for a batch of one
    return 'accepted';
  } catch (error) {
    if (error instanceof MongoServerError && asOutcome(error) === 'duplicate') return 'duplicate';
    throw error;
  }
}

/**
 * Runs all operations with one command. Each has its own outcome. Throws if the whole command failed, or its
 * result is unknown.
 */
export function writeEach<T extends Document>(
  collection: Collection<T>,
  operations: readonly AnyBulkWriteOperation<T>[],
  overrides: BulkWriteOptions = {},
): Promise<(WriteOutcome | Error)[]> {
  return outcomes(operations.length, collection.bulkWrite(operations, { ...options, ...overrides }));
}

async function outcomes(count: number, bulk: Promise<unknown>): Promise<(WriteOutcome | Error)[]> {
  const failed = new Map<number, WriteOutcome | Error>();
  try {
    await bulk;
  } catch (error) {
    const failures = error instanceof MongoBulkWriteError ? [error.writeErrors].flat() : [];
    // After a lost connection there are no write errors, and any of the documents may have been written.
    if (failures.length === 0 || isDurabilityInDoubt(error)) throw error;
    for (const failure of failures) failed.set(failure.index, asOutcome(failure));
  }
  return Array.from({ length: count }, (_, index) => failed.get(index) ?? 'accepted');
}
