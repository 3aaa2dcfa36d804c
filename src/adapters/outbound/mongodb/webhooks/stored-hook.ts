import type { Collection, Db } from 'mongodb';
import type { Hook } from '../../../../domain/events/hook.ts';

const HOOKS = 'hooks';

/** A hook as stored: of its secret only the generations. These names are kept when the domain's change. */
export interface StoredHook extends Omit<Hook, 'id'> {
  readonly _id: string;
  /** Counts changes, so that none is lost. */
  readonly version: number;
}

export const hooksOf = (db: Db): Collection<StoredHook> => db.collection<StoredHook>(HOOKS);

/** The key of the hooks' secrets, by its fingerprint: one document. */
export interface StoredHookKey {
  readonly _id: 'in use';
  readonly fingerprint: string;
}

export const hookKeysOf = (db: Db): Collection<StoredHookKey> => db.collection<StoredHookKey>('hookKeys');

export const storedHook = ({ id, ...hook }: Hook, version: number): StoredHook => ({
  _id: id,
  ...hook,
  version,
});

export const hookFrom = ({
  _id,
  url,
  vendorId,
  events,
  created,
  secrets,
  paused,
  failingSince,
  alarm,
}: StoredHook): Hook => ({
  id: _id,
  url,
  vendorId,
  events,
  created,
  secrets: secrets.map(({ generation, expires }) => ({ generation, expires })),
  paused: paused && { at: paused.at, why: paused.why },
  failingSince,
  ...(alarm && { alarm: { what: alarm.what, at: alarm.at, told: alarm.told } }),
});
