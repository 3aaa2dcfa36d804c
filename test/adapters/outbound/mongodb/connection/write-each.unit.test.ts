import { type BulkWriteResult, type Collection, MongoBulkWriteError, type WriteError } from 'mongodb';
import { expect, it } from 'vitest';
import { writeEach } from '../../../../../src/adapters/outbound/mongodb/connection/write-each.ts';

/** Today's driver does not throw it, but its types allow it: write errors and a write concern error in one. */
it('acknowledges nothing while the majority is in doubt, whatever else is reported', async () => {
  const inDoubt = { getWriteConcernError: () => ({ code: 64 }) } as unknown as BulkWriteResult;
  const writeErrors = [{ index: 0, code: 11000 } as WriteError];
  const error = new MongoBulkWriteError({ message: 'E11000', code: 11000, writeErrors }, inDoubt);
  const collection = { bulkWrite: () => Promise.reject(error) } as unknown as Collection<{ _id: number }>;
  const operations = [1, 2].map((_id) => ({ insertOne: { document: { _id } } }));
  await expect(writeEach(collection, operations)).rejects.toBe(error);
});
