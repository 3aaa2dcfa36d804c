import { comparableText } from '../../domain/work/as-json.ts';
import type { Deliveries } from '../events/ports/deliveries.ts';
import { NotCopied } from './not-copied.ts';
import { type Kind, kinds, type Shelf, type Shelves } from './ports/outbound/shelves.ts';
import type { StoreUpgrade, UpgradeProgress } from './ports/outbound/store-upgrade.ts';

/** One of the two stores. */
export interface CopySide {
  /** What messages call it. */
  readonly name: string;
  readonly shelves: Shelves;
  readonly deliveries: Deliveries;
  readonly storeUpgrade: StoreUpgrade;
}

export interface CopyOrder {
  readonly from: CopySide;
  readonly to: CopySide;
  readonly progress: (progress: UpgradeProgress) => void;
}

/** What became of the records of one kind. */
export interface CopiedKind {
  readonly kind: Kind;
  /** In the store that was copied. */
  readonly records: number;
  readonly written: number;
  /** How many are not the same in both at the end, or only in one: somebody wrote meanwhile. */
  readonly different: number;
}

/** Records that are read and written at once. */
const PAGE = 500;

/** What goes from a store while it is used; all else stays there for good, if only as what is left of it. */
const passing: readonly Kind[] = ['hookKey', 'hooks', 'deliveries', 'refusals'];

/**
 * Copies all that one store keeps into another, and then compares both. Can be repeated, also after it was cut off: it
 * writes what is different. Throws NotCopied if the other has something that this one does not have, or if something of
 * this one is half done.
 */
export async function copyStore({ from, to, progress }: CopyOrder): Promise<readonly CopiedKind[]> {
  await requireWhole(from, progress);
  await requireNothingElse(from, to);
  const written = new Map<Kind, number>();
  await collectAll(from);
  for (const kind of kinds) written.set(kind, await copyKind(kind));
  await collectAll(from);
  const copied: CopiedKind[] = [];
  for (const kind of kinds) copied.push({ ...(await compareKind(kind)), written: written.get(kind) ?? 0 });
  return copied;

  async function copyKind(kind: Kind): Promise<number> {
    const [source, target] = shelvesOf(kind, from, to);
    for await (const page of pagesOf(target)) {
      const gone = await lackingIn(source, page);
      if (gone.length > 0) await target.remove(gone);
    }
    return sumOf(source, kind, async (page) => {
      const changed = await differentIn(target, page);
      if (changed.length > 0) await target.put(changed);
      return changed.length;
    });
  }

  async function compareKind(kind: Kind): Promise<Omit<CopiedKind, 'written'>> {
    const [source, target] = shelvesOf(kind, from, to);
    const step = `${kind}, compared`;
    const different = await sumOf(source, step, async (page) => (await differentIn(target, page)).length);
    const [records, others] = await Promise.all([source.count(), target.count()]);
    return { kind, records, different: Math.max(different, Math.abs(records - others)) };
  }

  /** Of what `work` resolves to. */
  async function sumOf(
    shelf: Shelf<Shelved>,
    step: string,
    work: (page: readonly Shelved[]) => Promise<number>,
  ): Promise<number> {
    const of = await shelf.count();
    let [looked, sum] = [0, 0];
    for await (const page of pagesOf(shelf)) {
      sum += await work(page);
      looked += page.length;
      progress({ step, looked, of });
    }
    return sum;
  }
}

/** A merge or an erasure that is half done, or what a release before stored, is not for another store to finish. */
async function requireWhole(
  { name, storeUpgrade }: CopySide,
  progress: CopyOrder['progress'],
): Promise<void> {
  const steps = await storeUpgrade.upgrade({ dryRun: true, progress });
  if (steps.some(({ changed }) => changed > 0))
    throw new NotCopied(`Run leads upgrade on ${name} first: it is not up to date.`);
}

/** What vendors and people did there has left a lead, an account or an entry. */
async function requireNothingElse(from: CopySide, to: CopySide): Promise<void> {
  for (const kind of kinds) {
    if (passing.includes(kind)) continue;
    const [source, target] = shelvesOf(kind, from, to);
    for await (const page of pagesOf(target)) {
      const [other] = await lackingIn(source, page);
      if (other !== undefined)
        throw new NotCopied(
          `Nothing was copied: ${to.name} has something else in it (of ${kind}: ${other}). Copy into an empty store, or into one that holds nothing but a copy of this one.`,
        );
    }
  }
}

/** What was announced becomes deliveries: as such it is copied. */
async function collectAll({ deliveries }: CopySide): Promise<void> {
  while (await deliveries.collect());
}

interface Shelved {
  readonly id: string;
}

const shelvesOf = (kind: Kind, from: CopySide, to: CopySide): readonly [Shelf<Shelved>, Shelf<Shelved>] => [
  from.shelves[kind],
  to.shelves[kind],
];

async function* pagesOf(shelf: Shelf<Shelved>): AsyncGenerator<readonly Shelved[]> {
  for (let after = ''; ; ) {
    const page = await shelf.after(after, PAGE);
    const last = page.at(-1);
    if (!last) return;
    yield page;
    after = last.id;
  }
}

async function differentIn(shelf: Shelf<Shelved>, page: readonly Shelved[]): Promise<readonly Shelved[]> {
  const found = await shelf.withIds(page.map(({ id }) => id));
  const texts = new Map(found.map((record) => [record.id, comparableText(record)]));
  return page.filter((record) => texts.get(record.id) !== comparableText(record));
}

async function lackingIn(shelf: Shelf<Shelved>, page: readonly Shelved[]): Promise<readonly string[]> {
  const ids = page.map(({ id }) => id);
  const known = new Set((await shelf.withIds(ids)).map(({ id }) => id));
  return ids.filter((id) => !known.has(id));
}
