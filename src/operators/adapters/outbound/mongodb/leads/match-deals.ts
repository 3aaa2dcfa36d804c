import type { Db, Filter } from 'mongodb';
import type { DealMatch } from '#operators/domain/work/deal-conditions.ts';
import { operatorRead } from '../store/options.ts';
import { beginningsOf, beginningsOfAny, externalIdKeys, soughtKey, startingWith } from './sought-keys.ts';
import { dealsOf, type StoredWork } from './stored-work.ts';

/** Filters of which a deal has to meet one. They are few, as MongoDB weighs indexes for each. */
export async function matchesOf(db: Db, matching: readonly DealMatch[]): Promise<Filter<StoredWork>[]> {
  const ids = matching.flatMap((match) => ('id' in match ? match.id : []));
  const contactIds = matching.flatMap((match) => ('contactId' in match ? match.contactId : []));
  const externalIds = matching.flatMap((match) => ('externalId' in match ? match.externalId : []));
  const others = matching.flatMap((match) => filterOf(db, match) ?? []);
  return [
    ...(ids.length > 0 ? [{ _id: { $in: ids } }] : []),
    ...(contactIds.length > 0 ? [{ contactId: { $in: contactIds } }] : []),
    ...(externalIds.length > 0 ? [withExternalId(externalIds)] : []),
    ...(await Promise.all(others)),
  ];
}

/** A filter for the vendors' own ids, compared exactly. */
export const withExternalId = (externalIds: readonly string[]): Filter<StoredWork> => ({
  said: { $in: externalIdKeys(externalIds) },
  externalId: { $in: externalIds },
});

function filterOf(db: Db, match: DealMatch): Promise<Filter<StoredWork>> | Filter<StoredWork> | undefined {
  if ('said' in match) return { said: { $eq: soughtKey(match.said) } };
  if ('externalIdInAnyCase' in match) return { said: { $in: externalIdKeys([match.externalIdInAnyCase]) } };
  if ('anyWords' in match) return allOf(db, beginningsOfAny(match.anyWords), match.year);
  if ('words' in match || 'phoneEnd' in match) return allOf(db, beginningsOf(match));
  return undefined;
}

/** The most words that are counted: there may be any number, and long ones are rare. */
const MOST_COUNTED = 4;
/** The most deals that are counted for a word; and a number so small that no other word is worth counting. */
const [ENOUGH, FEW] = [20_000, 500];

/**
 * A filter for all words. MongoDB finds deals by one word and reads each of them, so the word with the fewest
 * deals comes first. The others are written as a double negation, for which MongoDB tries no index: weighing
 * those takes longer than the search.
 */
async function allOf(db: Db, words: readonly string[][], year?: string): Promise<Filter<StoredWork>> {
  const [first = [], ...others] = await rarestFirst(db, words);
  const also = others.map((either) => ({
    $nor: [{ said: { $not: new RegExp(either.map((beginning) => `^${beginning}`).join('|')) } }],
  }));
  return {
    $and: [
      { said: { $in: first.map(startingWith) } },
      ...also,
      ...(year ? [{ 'vehicle.year': { $eq: year } }] : []),
    ],
  };
}

async function rarestFirst(db: Db, words: readonly string[][]): Promise<readonly string[][]> {
  const [longest, ...others] = words.toSorted(([a = ''], [b = '']) => b.length - a.length);
  if (!longest || others.length === 0) return words;
  const counted = async (either: string[]) => {
    const filter = { said: { $in: either.map(startingWith) } };
    return { either, deals: await dealsOf(db).countDocuments(filter, { ...operatorRead, limit: ENOUGH }) };
  };
  const first = await counted(longest);
  if (first.deals < FEW) return [longest, ...others];
  const rest = await Promise.all(others.slice(0, MOST_COUNTED - 1).map(counted));
  const sorted = [first, ...rest].toSorted((a, b) => a.deals - b.deals);
  return [...sorted.map(({ either }) => either), ...others.slice(MOST_COUNTED - 1)];
}
