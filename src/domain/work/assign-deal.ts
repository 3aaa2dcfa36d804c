import { ChangedMeanwhile, type Deal, type DealChange } from './deal.ts';
import type { KnownPeople } from './known-people.ts';

/** What the author of an assignment saw: the id of a person; `null`: nobody. */
export interface SeenOwner {
  readonly owner: string | null;
}

/**
 * The change that makes the deal this person's, or nobody's (`null`); `undefined` if it already is. Throws ChangedMeanwhile if its owner is no longer whom the author saw. Of `known`, ids are those of `idOf`.
 */
export function assignDeal(
  deal: Deal,
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
