import type { Collection, Db, Document, Filter, FindOptions } from 'mongodb';
import type { UpgradedStep, UpgradeOrder } from '#operators/application/ports/outbound/store-upgrade.ts';
import type { MongoConnection } from '../../../../../adapters/outbound/mongodb/connection/connection.ts';
import { operatorRead } from '../store/options.ts';

/** One part of `leads upgrade`. It may be repeated, and run beside servers: each of its writes is guarded. */
export interface UpgradeStep {
  /** The step's name, one word for operators. */
  readonly name: string;
  run(context: UpgradeContext): Promise<StepOutcome>;
}

export interface UpgradeContext extends Pick<UpgradeOrder, 'dryRun'> {
  readonly connection: MongoConnection;
  /** Called with the number looked at, of about how many. */
  readonly progress: (looked: number, of: number) => void;
}

type StepOutcome = Omit<UpgradedStep, 'step'>;

/** Documents read at once, so few that no command takes long. */
const PAGE = 1_000;

/** The documents of a collection to go through, in the order of ids. */
interface Walk<T> {
  readonly of: (db: Db) => Collection<T & Document>;
  readonly filter?: Filter<T & Document>;
  readonly projection?: Document;
}

/** Calls `visit` with page after page of documents. `visit` resolves to the number it changed. */
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

/** Items worked on at the same time, so that waits for disk and network overlap. */
const MAX_AT_ONCE = 50;

/** Resolves to the result of `work` for each item. */
export async function each<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let start = 0; start < items.length; start += MAX_AT_ONCE)
    results.push(...(await Promise.all(items.slice(start, start + MAX_AT_ONCE).map(work))));
  return results;
}
