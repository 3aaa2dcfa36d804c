import type { HeldLead } from '../../../domain/sources/held-lead.ts';
import type { Source } from '../../../domain/sources/source.ts';
import { apartWhys } from '../../../domain/sources/source-lead.ts';
import type { Database } from './connection/database.ts';
import type { RecordTable } from './record-table.ts';

/** Tables of sources and held leads, as JSON text, and an index of held leads by their customers' identities. */
export const sourceTables = `
  CREATE TABLE IF NOT EXISTS sources (
    id TEXT PRIMARY KEY, vendor_id TEXT NOT NULL, created INTEGER NOT NULL, source TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS held_identities (
    identity TEXT NOT NULL, held_id TEXT NOT NULL, PRIMARY KEY (identity, held_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS held_identities_held ON held_identities (held_id);
  CREATE TABLE IF NOT EXISTS held (
    id TEXT PRIMARY KEY, source_id TEXT NOT NULL, at INTEGER NOT NULL, held TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS held_at ON held (at);
  CREATE INDEX IF NOT EXISTS held_source ON held (source_id);
`;

/** Why a row is held apart, in SQL; empty if it is not. */
export const APART = `(CASE WHEN held ->> '$.why' IN (${apartWhys.map((why) => `'${why}'`).join(', ')}) THEN held ->> '$.why' ELSE '' END)`;

/** An index by which held leads are listed and counted without their texts. */
export const heldIndex = `CREATE INDEX held_apart ON held (source_id, ${APART}, at, id);`;

export const sources: RecordTable<Source> = {
  name: 'sources',
  text: 'source',
  columns: { id: 'id', vendor_id: 'vendorId', created: 'created' },
  from: sourceFrom,
};

export const heldLeads: RecordTable<HeldLead> = {
  name: 'held',
  text: 'held',
  columns: { id: 'id', source_id: 'sourceId', at: 'at' },
  from: heldFrom,
  beside(db, { id, identities }) {
    db.run('DELETE FROM held_identities WHERE held_id = ?', [id]);
    for (const identity of identities) db.run(addIdentity, [identity, id]);
  },
};

const addIdentity = 'INSERT INTO held_identities (identity, held_id) VALUES (?, ?) ON CONFLICT DO NOTHING';

/** Parses a source. Names each time it has, as a search for times would meet fields with any name. */
function sourceFrom(text: string): Source {
  const read: InText<Source> = JSON.parse(text);
  return {
    ...read,
    dealType: read.dealType,
    name: read.name,
    thanks: read.thanks,
    created: new Date(read.created),
    tested: timeFrom(read.tested),
    secrets: read.secrets.map((secret) => ({
      ...secret,
      created: new Date(secret.created),
      expires: timeFrom(secret.expires),
    })),
  };
}

function heldFrom(text: string): HeldLead {
  const read: InText<HeldLead> = JSON.parse(text);
  return { ...read, at: new Date(read.at) };
}

const timeFrom = (text: string | undefined): Date | undefined =>
  text === undefined ? undefined : new Date(text);

/** A type as it stands in JSON: times are texts. */
type InText<T> = {
  readonly [K in keyof T]: T[K] extends Date
    ? string
    : T[K] extends Date | undefined
      ? string | undefined
      : T[K] extends readonly (infer E extends { readonly created: Date })[]
        ? readonly InText<E>[]
        : T[K];
};

/** Removes a held lead. Returns whether it was there. */
export function removeHeld(db: Database, id: string): boolean {
  db.run('DELETE FROM held_identities WHERE held_id = ?', [id]);
  return db.run('DELETE FROM held WHERE id = ?', [id]) > 0;
}
