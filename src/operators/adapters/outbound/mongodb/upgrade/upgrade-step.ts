import type { Collection, Db, Document, Filter, FindOptions } from 'mongodb';
import type { MongoConnection } from '../../../../../adapters/outbound/mongodb/connection/connection.ts';
import type { UpgradedStep, UpgradeOrder } from '../../../../application/ports/outbound/store-upgrade.ts';
import { operatorRead } from '../store/options.ts';

/** One part of `leads upgrade`. It can be repeated, and run beside servers: each of its writes is guarded. */
export interface UpgradeStep {
  /** One word, as operators read it. */
  readonly name: string;
  run(context: UpgradeContext): Promise<StepOutcome>;
}

export interface UpgradeContext extends Pick<UpgradeOrder, 'dryRun'> {
  readonly connection: MongoConnection;
  /** Told how many have been looked at, of about how many. */
  readonly progress: (looked: number, of: number) => void;
}

type StepOutcome = Omit<UpgradedStep, 'step'>;

/** Documents read at once, so that no command takes long. */
const PAGE = 1_000;

/** What to go through of a collection, in the order of ids. */
interface Walk<T> {
  readonly of: (db: Db) => Collection<T & Document>;
  readonly filter?: Filter<T & Document>;
  readonly projection?: Document;
}

/** Calls `visit` with one page of documents after the other; it returns how many it has changed. */
export async function walk<T extends { readonly _id: string }>(
  { connection, progress }: UpgradeContext,
  { of, filter = {}, projection }: Walk<T>,
  visit: (page: readonly T[]) => Promise<number>,
): Promise<StepOutcome> {
  const total = await connection.use((db) => of(db).estimatedDocumentCount());
  const options: FindOptions = { ...operatorRead, ...(projection && { projection }) };
  let [looked, changed, after] = [0, 0, ''];
  for (;;) {
    const next = { $and: [{ _id: { $gt: after } }, filter] } as Filter<T & Document>;
    const page = await connection.use((db) =>
      of(db).find<T>(next, options).sort({ _id: 1 }).limit(PAGE).toArray(),
    );
    const last = page.at(-1);
    if (!last) return { looked, changed };
    changed += await visit(page);
    looked += page.length;
    after = last._id;
    progress(looked, total);
  }
}

/** How many are done at once, so that waits for the disk and the network overlap. */
const MAX_AT_ONCE = 50;

/** What `work` returns for each item, some at once. */
export async function each<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let start = 0; start < items.length; start += MAX_AT_ONCE)
    results.push(...(await Promise.all(items.slice(start, start + MAX_AT_ONCE).map(work))));
  return results;
}
