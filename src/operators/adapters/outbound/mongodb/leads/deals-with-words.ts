import type { Db, Filter } from 'mongodb';
import { wordIndex } from '../store/indexes.ts';
import { operatorRead } from '../store/options.ts';
import { isMissingHint } from '../store/standing-indexes.ts';
import { startingWith } from './sought-keys.ts';
import { dealsOf, type StoredWork } from './stored-work.ts';

/** A filter for deals with all words of a search. */
export interface WordFilter {
  readonly filter: Filter<StoredWork>;
  /** Whether `wordIndex` has these deals in the order of their receipt, so that a list need not read all of them. */
  readonly inOrder: boolean;
}

/** A word of a search: the beginnings of its keys, and all keys that begin so, if they are known. */
interface SoughtWord {
  readonly either: readonly string[];
  readonly keys?: readonly string[];
}

/** The most words of a search that are looked up: there may be any number, and long ones are rare. */
const MOST_WORDS = 4;
/** The most keys with one beginning: each takes a round trip. */
const MOST_KEYS = 20;
/**
 * The most deals that are counted for a word: among more, the first page is soon found. And a number so small that no
 * other word is worth counting.
 */
const [ENOUGH, FEW] = [5_000, 500];

/**
 * Resolves to a filter by the rarest word. MongoDB reads each of its deals until the list is full. The others are
 * written as a double negation, for which MongoDB tries no index: weighing those takes longer than the search.
 */
export async function withWords(db: Db, words: readonly string[][], year?: string): Promise<WordFilter> {
  const longestFirst = words.toSorted(([a = ''], [b = '']) => b.length - a.length);
  const { either, keys } = await rarest(db, longestFirst.slice(0, MOST_WORDS));
  const first = { said: { $in: keys ?? either.map(startingWith) } };
  const also = longestFirst
    .filter((each) => each !== either)
    .map((others) => ({
      $nor: [{ said: { $not: new RegExp(others.map((beginning) => `^${beginning}`).join('|')) } }],
    }));
  return {
    filter: { $and: [first, ...also, ...(year ? [{ 'vehicle.year': { $eq: year } }] : [])] },
    inOrder: keys !== undefined,
  };
}

async function lookUp(db: Db, either: readonly string[]): Promise<SoughtWord> {
  const keys = await Promise.all(either.map((beginning) => keysWith(db, beginning)));
  return keys.includes(undefined) ? { either } : { either, keys: keys.flatMap((each) => each ?? []) };
}

/**
 * Resolves to all keys with this beginning, each read from the index, past all deals of the one before; to `undefined`
 * if they are too many, or until `leads upgrade` has built the index.
 */
async function keysWith(db: Db, beginning: string): Promise<readonly string[] | undefined> {
  const keys: string[] = [];
  for (let from = beginning; keys.length <= MOST_KEYS; ) {
    const range = { said: { $elemMatch: { $gte: from, $lt: `${beginning}${LAST}` } } };
    const options = { ...operatorRead, hint: wordIndex.name, returnKey: true };
    const found = await dealsOf(db)
      .findOne<{ readonly said: string }>(range as Filter<StoredWork>, options)
      .catch(unlessMissing);
    if (found === undefined) return undefined;
    if (found === null) return keys;
    keys.push(found.said);
    from = `${found.said}\0`; // the next string of all
  }
  return undefined;
}

/** The end of a range of beginnings: sorts after every other character. */
const LAST = '\u{10ffff}';

function unlessMissing(error: unknown): undefined {
  if (!isMissingHint(error)) throw error;
}

/** Resolves to the word with the fewest deals. Those whose keys are not known come last, and among equals the longest first. */
async function rarest(db: Db, [longest = [], ...others]: readonly string[][]): Promise<SoughtWord> {
  const word = await lookUp(db, longest);
  if (others.length === 0) return word;
  const first = await counted(db, word);
  if (first.deals < FEW) return word;
  const rest = others.map(async (either) => counted(db, await lookUp(db, either)));
  const [fewest = first] = [first, ...(await Promise.all(rest))].toSorted((a, b) => a.deals - b.deals);
  return fewest.word;
}

async function counted(db: Db, word: SoughtWord) {
  if (!word.keys) return { word, deals: ENOUGH + 1 };
  const options = { ...operatorRead, hint: wordIndex.name, limit: ENOUGH };
  return { word, deals: await dealsOf(db).countDocuments({ said: { $in: word.keys } }, options) };
}
