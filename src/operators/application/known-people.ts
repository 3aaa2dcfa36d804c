import type { Clock, Digest } from '../../application/ports/outbound/runtime.ts';
import { Refused } from '../domain/refused.ts';
import { KnownPeople } from '../domain/work/known-people.ts';
import { operatorName } from '../domain/work/operator-name.ts';
import type { Author, Person } from '../domain/work/person.ts';
import { isPersonId, nameKey, newPersonName } from '../domain/work/person-name.ts';
import type { PersonNamed } from './events/ports/person-named.ts';
import { keptAnswer } from './kept-answer.ts';
import type { Needs } from './operator-ports.ts';
import type { By } from './ports/order.ts';

/** Resolves to the people known now. Whatever names a person is read by its `meant`, in every interface. */
export const knownPeople = async ({ people }: Needs<'people'>): Promise<KnownPeople> =>
  new KnownPeople(await people.all());

const personId = (digest: Digest, of: readonly (string | number)[]): string =>
  `per_${digest(JSON.stringify(of)).slice(0, 32)}`;

/** The id of the person who has this account at the provider: the same on every server, and nobody else's. */
export const idOfAccount = (
  digest: Digest,
  { issuer, account }: { readonly issuer: string; readonly account: string },
): string => personId(digest, [issuer, account]);

/** Makes a test of whether an id belongs to a person with an account, not to a name from a link or `person add`. */
export const isOfAccount =
  (known: KnownPeople, digest: Digest) =>
  (id: string): boolean => {
    const { name, seen } = known.recordOf(id) ?? {};
    if (name === undefined || seen === undefined || id === idOfAuthor(digest, name)) return false;
    return !known.all.some((_, n) => id === personId(digest, [nameKey(name), n + 1]));
  };

/** The id that earlier releases gave an author of this name. */
export const idOfAuthor = (digest: Digest, name: string): string => personId(digest, [name]);

/** The most people who have not left: lists and forms name all of them. */
const MOST_PEOPLE = 1_000;

/**
 * Makes a person of a new name, to be kept by the caller. Calls at the same moment make the same id on every
 * server. Throws Refused if the name is not allowed or there are too many people.
 */
export function newPerson(known: KnownPeople, digest: Digest, rawName: string): Person {
  const name = newPersonName(rawName);
  if (known.all.filter(({ left }) => left === undefined).length >= MOST_PEOPLE)
    throw new Refused(
      'too-many-people',
      `There are ${MOST_PEOPLE} people, and no more can be added: hand over the leads of who has left, and link those that are one.`,
    );
  for (let n = 1; ; n += 1) {
    const id = personId(digest, [nameKey(name), n]);
    if (!known.withId(id)) return { id, name, email: undefined, role: undefined, seen: undefined };
  }
}

/** The person whom a name or id means; if nobody has the name, a new person. Throws Refused. */
export function meantOrNew(known: KnownPeople, digest: Digest, nameOrId: string): Person {
  const given = nameOrId.trim();
  const isNew = !isPersonId(given) && !known.withId(given) && known.called(given).length === 0;
  return isNew ? newPerson(known, digest, given) : known.meant(given);
}

/**
 * The author of a change, for the records. A mere name stands for itself and no person. Throws Refused if it is
 * no name.
 */
export const authorOf = (by: By): Author =>
  typeof by === 'object' && by !== null ? by : { by: operatorName(by) };

/** Milliseconds for which names are used again. */
const FRESH = 15_000;

/**
 * Finds people's names for callers who ask often. Reads again for an unknown id: somebody may just have been
 * added.
 */
export function makePersonNamed(ports: Needs<'people'>, clock: Clock): PersonNamed {
  const known = keptAnswer(() => knownPeople(ports), FRESH, clock);
  return async (id) => {
    const people = (await known()).withId(id) ? await known() : await known({ anew: true });
    return { id: people.idOf(id), name: people.nameOf(id) };
  };
}
