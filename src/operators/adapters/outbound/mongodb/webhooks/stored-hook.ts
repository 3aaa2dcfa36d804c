import type { Collection, Db } from 'mongodb';
import type { Hook } from '#operators/domain/events/hook.ts';

const HOOKS = 'hooks';

/**
 * A hook as the database has it, with only the generations of its secrets. These names stay when the domain's
 * change.
 */
interface StoredHook extends Omit<Hook, 'id'> {
  readonly _id: string;
  /** The number of changes, so that none is lost. */
  readonly version: number;
}

export const hooksOf = (db: Db): Collection<StoredHook> => db.collection<StoredHook>(HOOKS);

/** The fingerprint of the key of the hooks' secrets, in one document. */
interface StoredHookKey {
  readonly _id: 'in use';
  readonly fingerprint: string;
}

export const hookKeysOf = (db: Db): Collection<StoredHookKey> => db.collection<StoredHookKey>('hookKeys');

export const storedHook = ({ id, ...hook }: Hook, version: number): StoredHook => ({
  _id: id,
  ...hook,
  version,
});

export const hookFrom = ({ _id, version: _, ...hook }: StoredHook): Hook => ({ id: _id, ...hook });
