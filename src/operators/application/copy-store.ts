import { comparableText } from '../domain/work/as-json.ts';
import type { Deliveries } from './events/ports/deliveries.ts';
import { NotCopied } from './not-copied.ts';
import { pagesOf } from './pages-of.ts';
import { type Kind, kinds, type Shelf, type Shelves } from './ports/outbound/shelves.ts';
import type { StoreUpgrade, UpgradeProgress } from './ports/outbound/store-upgrade.ts';

/** One of the two stores of a copy. */
export interface CopySide {
  /** The store's name in messages. */
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

/** The result for the records of one kind. */
export interface CopiedKind {
  readonly kind: Kind;
  /** The number in the source. */
  readonly records: number;
  readonly written: number;
  /** How many records differ at the end, or are in one store only: somebody wrote meanwhile. */
  readonly different: number;
}

/** Kinds whose records are deleted while a store is used. Of others, something always stays. */
const passing: readonly Kind[] = [
  ...([
    'subscriptions',
    'hookKey',
    'hooks',
    'deliveries',
    'refusals',
    'sources',
    'held',
    'asItCame',
  ] as const),
];

/**
 * Copies everything from one store into another, then compares both. May be repeated, also after an
 * interruption: it writes only what differs. Throws NotCopied if the target has something that the source
 * lacks, or the source has unfinished work.
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

  /** The sum of what `work` resolves to for each page. */
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

/**
 * Throws NotCopied if the store must be upgraded: another store cannot finish a half-done merge or erasure, or
 * what an earlier release stored.
 */
async function requireWhole(
  { name, storeUpgrade }: CopySide,
  progress: CopyOrder['progress'],
): Promise<void> {
  const steps = await storeUpgrade.upgrade({ dryRun: true, progress });
  if (steps.some(({ changed }) => changed > 0))
    throw new NotCopied(`Run leads upgrade on ${name} first: it is not up to date.`);
}

/**
 * Throws NotCopied if the target has a record that the source lacks. Kinds that are deleted in use prove nothing,
 * and are skipped.
 */
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

/** Makes deliveries of all announcements: only deliveries are copied. */
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
