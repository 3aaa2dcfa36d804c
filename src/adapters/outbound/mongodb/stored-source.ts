import type { Collection, Db } from 'mongodb';
import type { NamedField, Source } from '../../../domain/sources/source.ts';

/** A source as stored in the database. */
export interface StoredSource extends Omit<Source, 'id' | 'fields'> {
  readonly _id: string;
  /** The form's names of fields, as pairs: such a name may have a meaning in MongoDB. */
  readonly fields: readonly (readonly [string, NamedField])[];
  /** Counts the writes to this source. */
  readonly version: number;
}

export const sourcesOf = (db: Db): Collection<StoredSource> => db.collection<StoredSource>('sources');

export const storedSource = ({ id, fields, ...source }: Source): StoredSource => ({
  _id: id,
  ...source,
  fields: Object.entries(fields),
  version: 0,
});

export const sourceFrom = ({ _id, fields, version: _, ...source }: StoredSource): Source => ({
  ...source,
  id: _id,
  dealType: source.dealType ?? undefined,
  name: source.name ?? undefined,
  thanks: source.thanks ?? undefined,
  tested: source.tested ?? undefined,
  trap: source.trap ?? undefined,
  signed: source.signed ?? undefined,
  secrets: source.secrets.map((secret) => ({ ...secret, expires: secret.expires ?? undefined })),
  fields: Object.fromEntries(fields),
});
