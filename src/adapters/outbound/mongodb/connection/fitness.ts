import { type Db, MongoServerError } from 'mongodb';
import { StoreUnfit } from '../../../../application/ports/outbound/store.ts';

/** Throws StoreUnfit if the server is known to lack what the service needs, where no index is asked for that shows it. */
export async function requireFit(db: Db): Promise<void> {
  const lack = await knownLack(db);
  if (lack) throw new StoreUnfit(lack);
}

/** The error as StoreUnfit, if it says that the server lacks something. Any other is returned unchanged. */
export async function asUnfit(db: Db, error: unknown): Promise<unknown> {
  if (!(error instanceof MongoServerError && error.code === NOT_IMPLEMENTED)) return error;
  const lack = await knownLack(db).catch(() => undefined);
  return new StoreUnfit(
    lack ?? 'it is not MongoDB, and has no partial indexes (createIndexes: NotImplemented, 238)',
  );
}

const NOT_IMPLEMENTED = 238;

/** FerretDB 1 says which it is, and nothing until it is asked for an index. */
async function knownLack(db: Db): Promise<string | undefined> {
  const { ferretdbVersion } = await db.command({ buildInfo: 1 });
  return ferretdbVersion && `it is FerretDB ${ferretdbVersion}, which has no partial indexes`;
}
