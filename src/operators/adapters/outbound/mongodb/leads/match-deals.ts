import type { Db, Filter } from 'mongodb';
import type { DealMatch } from '#operators/domain/work/deal-conditions.ts';
import { type WordFilter, withWords } from './deals-with-words.ts';
import { beginningsOf, beginningsOfAny, externalIdKeys, soughtKey, startingWith } from './sought-keys.ts';
import type { StoredWork } from './stored-work.ts';

/** Filters of which a deal has to meet one. They are few, as MongoDB weighs indexes for each. */
interface Matches {
  readonly byWords: readonly WordFilter[];
  readonly others: readonly Filter<StoredWork>[];
}

export async function matchesOf(db: Db, matching: readonly DealMatch[]): Promise<Matches> {
  const ids = matching.flatMap((match) => ('id' in match ? match.id : []));
  const contactIds = matching.flatMap((match) => ('contactId' in match ? match.contactId : []));
  const externalIds = matching.flatMap((match) => ('externalId' in match ? match.externalId : []));
  const byWords = matching.flatMap((match) => {
    if ('words' in match) return withWords(db, beginningsOf(match));
    return 'anyWords' in match ? withWords(db, beginningsOfAny(match.anyWords), match.year) : [];
  });
  return {
    byWords: await Promise.all(byWords),
    others: [
      ...(ids.length > 0 ? [{ _id: { $in: ids } }] : []),
      ...(contactIds.length > 0 ? [{ contactId: { $in: contactIds } }] : []),
      ...(externalIds.length > 0 ? [withExternalId(externalIds)] : []),
      ...matching.flatMap((match) => filterOf(match) ?? []),
    ],
  };
}

/** Filters for deals that meet one of these. */
export const anyOf = (filters: readonly Filter<StoredWork>[]): readonly Filter<StoredWork>[] => [
  { $or: [...filters] },
  everReceived,
];

/**
 * A condition that all deals meet. Without it, MongoDB plans each part of a bare `$or` by itself, and never
 * reads in the list's order.
 */
const everReceived: Filter<StoredWork> = { receivedAt: { $gte: new Date(0) } };

/** A filter for the vendors' own ids, compared exactly. */
export const withExternalId = (externalIds: readonly string[]): Filter<StoredWork> => ({
  said: { $in: externalIdKeys(externalIds) },
  externalId: { $in: externalIds },
});

function filterOf(match: DealMatch): Filter<StoredWork> | undefined {
  if ('said' in match) return { said: { $eq: soughtKey(match.said) } };
  if ('externalIdInAnyCase' in match) return { said: { $in: externalIdKeys([match.externalIdInAnyCase]) } };
  if ('phoneEnd' in match) return { said: { $in: beginningsOf(match).flat().map(startingWith) } };
  return undefined;
}
