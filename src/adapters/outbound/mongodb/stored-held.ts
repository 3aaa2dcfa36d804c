import type { Collection, Db } from 'mongodb';
import { HELD_LASTS_MS, type HeldLead } from '../../../domain/sources/held-lead.ts';
import { type Apart, apartWhys } from '../../../domain/sources/source-lead.ts';
import type { IndexedCollection } from './connection/indexes.ts';

const HELD = 'held';

/** A held lead as stored in the database. An index removes it when its time has come. */
export interface StoredHeld extends Omit<HeldLead, 'id'> {
  readonly _id: string;
}

export const heldOf = (db: Db): Collection<StoredHeld> => db.collection<StoredHeld>(HELD);

export const heldIndexes = {
  collection: HELD,
  indexes: [
    { name: 'ended', key: { at: 1 }, expireAfterSeconds: HELD_LASTS_MS / 1_000 },
    { name: 'source', key: { sourceId: 1, at: 1 } },
    // With these, the texts, which may be long, are not read to see whether there is room, and to count.
    { name: 'why', key: { sourceId: 1, why: 1, at: 1, _id: 1 } },
    { name: 'counted', key: { at: 1, sourceId: 1, why: 1 } },
    { name: 'identity', key: { identities: 1 } },
  ],
} as const satisfies IndexedCollection;

export const storedHeld = ({ id, ...held }: HeldLead): StoredHeld => ({ _id: id, ...held });

export const heldFrom = ({ _id, ...held }: StoredHeld): HeldLead => ({ id: _id, ...held });

/** A filter for what is held apart (`apartOf`), or for what is not. */
export const ofKind = (apart: Apart | false) => ({ why: apart ? { $eq: apart } : { $nin: [...apartWhys] } });
