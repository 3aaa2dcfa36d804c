import { operatorName } from '../../domain/operator-name.ts';
import { type Author, namedApart, type Person, personName } from '../../domain/person.ts';
import { Refused } from '../../domain/refused.ts';
import { keptAnswer } from '../kept-answer.ts';
import type { By } from '../ports/inbound/people.ts';
import type { People } from '../ports/outbound/people.ts';
import type { Clock, Digest } from '../ports/outbound/runtime.ts';

export interface PeoplePorts {
  readonly people: People;
  readonly digest: Digest;
}

/** Whom an account, or a name without one, is; the same on every server, and nobody else. */
export const personId = (
  digest: Digest,
  of: { readonly issuer: string; readonly account: string } | { readonly name: string },
): string =>
  `per_${digest(JSON.stringify('issuer' in of ? [of.issuer, of.account] : [of.name])).slice(0, 32)}`;

const isId = (text: string): boolean => /^per_[0-9a-f]{32}$/.test(text);

/** Who is known, at one moment. */
export interface KnownPeople {
  readonly all: readonly Person[];
  /** Everybody who is called this, or has this id. */
  readonly named: (nameOrId: string) => readonly Person[];
  /**
   * Whom this name or id means: the one person who is called so, else whoever goes by that name alone. Throws Refused if it
   * is no name, several accounts have it, or nobody has the id.
   */
  readonly meant: (nameOrId: string) => Pick<Person, 'id' | 'name'>;
  /** What to call the person with this id. */
  readonly nameOf: (id: string) => string;
}

export async function knownPeople({ people, digest }: PeoplePorts): Promise<KnownPeople> {
  const all = await people.all();
  const named = (nameOrId: string) => all.filter(({ id, name }) => (isId(nameOrId) ? id : name) === nameOrId);
  return {
    all,
    named,
    meant(nameOrId) {
      const name = operatorName(nameOrId);
      const [one, ...others] = named(name);
      if (!one && isId(name)) throw unknownPerson();
      const byNameAlone = { id: personId(digest, { name }), name };
      if (others.length === 0) return one ?? byNameAlone;
      if ([one, ...others].some((each) => each?.id === byNameAlone.id)) return byNameAlone;
      throw new Refused(
        'several-people',
        `${others.length + 1} people have this name: give the id of one, which the desk shows under People.`,
      );
    },
    nameOf: (id) => personName(id, namedApart(all)),
  };
}

export const unknownPerson = (): Refused => new Refused('unknown-person', 'Nobody is known by this.');

/** Who acts, for the records. Throws as `meant`. */
export async function authorOf(ports: PeoplePorts, by: By): Promise<Author> {
  if (typeof by === 'object' && by !== null) return by;
  const { id, name } = (await knownPeople(ports)).meant(by);
  return { by: name, byId: id };
}

/** The id that a name or an id means, for a search. Throws as `meant`; an id may be anybody's. */
export const idOf = async (ports: PeoplePorts, nameOrId: string): Promise<string> =>
  isId(nameOrId) ? nameOrId : (await knownPeople(ports)).meant(nameOrId).id;

/** Whoever is meant by a name is known from then on. */
export const makeKnown = ({ people }: Pick<PeoplePorts, 'people'>, who: Pick<Person, 'id' | 'name'>) =>
  people.add({ ...who, email: undefined, role: undefined, seen: undefined });

/** Names as they were at most this many milliseconds ago. */
const FRESH = 15_000;

/** What to call the person with an id, for whoever asks often. */
export function makeNameOf(people: Pick<People, 'all'>, clock: Clock): (id: string) => Promise<string> {
  const named = keptAnswer(async () => namedApart(await people.all()), FRESH, clock);
  return async (id) => personName(id, await named());
}
