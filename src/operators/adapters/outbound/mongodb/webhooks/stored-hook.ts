import type { ShelvedHookKey } from '#operators/application/ports/outbound/shelves.ts';
import type { Hook } from '#operators/domain/events/hook.ts';
import { indexed } from '../store/indexes.ts';
import { type RecordCollection, recordCollection } from '../store/records.ts';

/**
 * A hook as the database has it, with only the generations of its secrets. These names stay when the domain's
 * change.
 */
interface StoredHook extends Omit<Hook, 'id'> {
  readonly _id: string;
  /** The number of changes, so that none is lost. */
  readonly version: number;
}

export const hooks: RecordCollection<Hook, StoredHook> = {
  of: (db) => db.collection<StoredHook>('hooks'),
  key: 'id',
  from: ({ _id, version: _, ...hook }) => ({ id: _id, ...hook }),
  stored: ({ id, ...hook }) => ({ _id: id, ...hook, version: 0 }),
  indexed: indexed.deliveries,
};

/** The fingerprint of the key of the hooks' secrets, in one document. */
export const hookKeys: RecordCollection<ShelvedHookKey> = recordCollection('hookKeys', 'id');
