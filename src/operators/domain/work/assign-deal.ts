import type { KnownPeople } from './known-people.ts';
import { changedMeanwhile } from './move-deal.ts';
import { ChangedMeanwhile, type DealChange, orderedAt, type WorkedDeal } from './worked-deal.ts';

/** The owner whom the author of an assignment saw: a person's id; `null`: nobody. */
export interface SeenOwner {
  readonly owner: string | null;
}

/**
 * The change that makes this person (`null`: nobody) the deal's owner; `undefined` if they already are. Throws
 * ChangedMeanwhile if the owner is no longer the one whom the author saw. `to` and `seen` are ids as `idOf`
 * gives them.
 */
export function assignDeal(
  deal: WorkedDeal,
  to: string | null,
  seen: SeenOwner | undefined,
  known: Pick<KnownPeople, 'idOf' | 'nameOf'>,
): DealChange | undefined {
  const owner = deal.owner === undefined ? null : known.idOf(deal.owner);
  if (to === owner) return undefined;
  if (seen && seen.owner !== owner)
    throw new ChangedMeanwhile(
      owner === null ? 'Meanwhile it became nobody’s.' : `Meanwhile ${known.nameOf(owner)} became its owner.`,
    );
  return { owner: to };
}

/** An assignment that was made: the ids of the owners before and after. */
export interface MadeAssignment {
  readonly from: string | null;
  readonly to: string | null;
  readonly at: Date;
}

/**
 * The change that gives a lead back to its earlier owner; to nobody, if that person has left or only looks. Throws
 * ChangedMeanwhile as `assignDeal`, and if somebody has worked on the deal since.
 */
export function assignBack(
  deal: WorkedDeal,
  { from, to, at }: MadeAssignment,
  known: Pick<KnownPeople, 'idOf' | 'nameOf' | 'mayOwn'>,
): DealChange | undefined {
  const [was, became] = [from, to].map((id) => id && known.idOf(id));
  const again = was && known.mayOwn(was) ? was : null;
  const change = assignDeal(deal, again, { owner: became ?? null }, known);
  const moved = deal.history.at(-1);
  if (change && moved && orderedAt(moved) > at) throw changedMeanwhile(deal);
  const last = deal.activities.at(-1);
  if (change && last && last.at > at) throw new ChangedMeanwhile(`Meanwhile ${last.by} worked on it.`);
  return change;
}
