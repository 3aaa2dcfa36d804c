import {
  type AnyBulkWriteOperation,
  type BulkWriteOptions,
  type Collection,
  type Document,
  MongoBulkWriteError,
  MongoServerError,
  type OptionalUnlessRequiredId,
} from 'mongodb';
import { asOutcome, isDurabilityInDoubt } from './store-errors.ts';
import { operatorTimeouts, timeouts } from './timeouts.ts';

/** `accepted` means durable. An update whose filter matched nothing is also accepted. */
export type Outcome = 'accepted' | 'duplicate';

// Without a limit, a write that the server holds up could be carried out long after its caller has gone.
const options = { ordered: false, ignoreUndefined: true, maxTimeMS: timeouts.command } as const;
/** For the operator's writes. */
export const operatorWrite = { ignoreUndefined: true, maxTimeMS: operatorTimeouts.command } as const;

/** Adds all documents with one command: a single one as `addOne`, several with the outcomes and errors of `writeEach`. */
export async function addEach<T extends Document>(
  collection: Collection<T>,
  documents: readonly OptionalUnlessRequiredId<T>[],
): Promise<(Outcome | Error)[]> {
  const [first] = documents;
  if (first && documents.length === 1) return [await addOne(collection, first)];
  return outcomes(documents.length, collection.insertMany(documents, options));
}

/** Throws if the document is refused for any reason but a duplicate key, or if its fate is unknown. */
export async function addOne<T extends Document>(
  collection: Collection<T>,
  document: OptionalUnlessRequiredId<T>,
): Promise<Outcome> {
  try {
    await collection.insertOne(document, options); // the driver does much less work than for a batch of one
    return 'accepted';
  } catch (error) {
    if (error instanceof MongoServerError && asOutcome(error) === 'duplicate') return 'duplicate';
    throw error;
  }
}

/**
 * One command for all operations; each gets its own outcome.
 * Throws if nothing is known about any of them, or if the command as a whole was refused.
 */
export function writeEach<T extends Document>(
  collection: Collection<T>,
  operations: readonly AnyBulkWriteOperation<T>[],
  besides: BulkWriteOptions = {},
): Promise<(Outcome | Error)[]> {
  return outcomes(operations.length, collection.bulkWrite(operations, { ...options, ...besides }));
}

async function outcomes(count: number, bulk: Promise<unknown>): Promise<(Outcome | Error)[]> {
  const refused = new Map<number, Outcome | Error>();
  try {
    await bulk;
  } catch (error) {
    const failures = error instanceof MongoBulkWriteError ? [error.writeErrors].flat() : [];
    // A lost connection comes without any write error, and says nothing about any document.
    if (failures.length === 0 || isDurabilityInDoubt(error)) throw error;
    for (const failure of failures) refused.set(failure.index, asOutcome(failure));
  }
  return Array.from({ length: count }, (_, index) => refused.get(index) ?? 'accepted');
}
