import { nameWords } from '../../../domain/name.ts';
import { Refused } from '../refused.ts';
import { type Author, type NamedPerson, type Person, personName } from './person.ts';
import { isPersonId, isReserved, nameKey } from './person-name.ts';

/** A text that was typed for a person means nobody, or several people. */
export class PersonNotMeant extends Refused {
  override readonly name = 'PersonNotMeant';
  /** The text that was typed. */
  readonly given: string;
  /** A few people who may have been meant. */
  readonly candidates: readonly NamedPerson[];

  constructor(
    reason: 'unknown-person' | 'several-people' | 'person-left' | 'person-only-looks',
    message: string,
    { given, candidates = [] }: { readonly given: string; readonly candidates?: readonly NamedPerson[] },
  ) {
    super(reason, message);
    this.given = given;
    this.candidates = candidates;
  }
}

/** The most people that an error names. */
const MOST_CANDIDATES = 10;

/** The people known at one moment. Two records that were linked are one person. */
export class KnownPeople {
  /** Every person once. */
  readonly all: readonly Person[];
  readonly #kept: ReadonlyMap<string, Person>;
  /** Each person by the id of every record of theirs. */
  readonly #people: ReadonlyMap<string, Person>;
  readonly #records: ReadonlyMap<Person, readonly Person[]>;
  #named: readonly NamedPerson[] | undefined;

  /** `kept`: the records as a store keeps them. */
  constructor(kept: readonly Person[]) {
    this.#kept = new Map(kept.map((person) => [person.id, person]));
    const records = Map.groupBy(kept, (person) => this.#whoIs(person));
    this.#records = new Map([...records].map(([person, all]) => [asOne(person, all), all]));
    this.#people = new Map([...this.#records].flatMap(([person, all]) => all.map(({ id }) => [id, person])));
    this.all = [...this.#records.keys()];
  }

  /**
   * The record that stands for a person. If two were linked to each other at one moment, the smaller id stands.
   */
  #whoIs(person: Person): Person {
    const passed = [person];
    for (let one = person; ; ) {
      const next = one.is === undefined ? undefined : this.#kept.get(one.is);
      if (!next) return one;
      const before = passed.indexOf(next);
      if (before >= 0)
        return passed.slice(before).reduce((first, each) => (each.id < first.id ? each : first));
      passed.push(next);
      one = next;
    }
  }

  /** The person whom this id means. */
  withId(id: string): Person | undefined {
    return this.#people.get(id);
  }

  /** The stored record with this id, not merged with others of the same person. */
  recordOf(id: string): Person | undefined {
    return this.#kept.get(id);
  }

  /** The id of the person whom this id means; the id itself if nobody is known by it. */
  idOf(id: string): string {
    return this.withId(id)?.id ?? id;
  }

  /** Whether this person can own leads: has not left, and is no viewer. True for an unknown id. */
  mayOwn(id: string): boolean {
    const person = this.withId(id);
    return !person || (person.left === undefined && person.role !== 'viewer');
  }

  /**
   * The id of the acting person, found by id or by a name that only one has; `undefined` if they can own no leads.
   */
  ownerActing({ by, byId }: Author): string | undefined {
    const [one, another] = byId === undefined ? this.called(by) : [this.withId(byId)];
    return one && !another && this.mayOwn(one.id) ? one.id : undefined;
  }

  /** Every id that means the same person as this one. */
  idsOf(id: string): readonly string[] {
    const person = this.withId(id);
    return person ? (this.#records.get(person) ?? []).map((each) => each.id) : [id];
  }

  /**
   * Everybody whose name looks like this one: their present name, a name from before they were linked, or the
   * name in `named`.
   */
  called(name: string): readonly Person[] {
    const key = nameKey(name);
    const found = this.all.filter((person) =>
      this.#records.get(person)?.some((each) => nameKey(each.name) === key),
    );
    if (found.length > 0) return found;
    const one = this.named.find((person) => nameKey(person.name) === key);
    return one ? this.all.filter(({ id }) => id === one.id) : [];
  }

  /**
   * The person whom a name or id means: of several with the name, the one who has not left. Throws
   * PersonNotMeant if that is nobody or several. `besides`: a person who is not meant if the name has several.
   */
  meant(nameOrId: string, besides?: Person): Person {
    const given = nameOrId.trim();
    const holder = this.withId(isPersonId(given) ? given.toLowerCase() : given);
    const named = holder ? [holder] : isReserved(given) ? [] : this.called(given);
    const found = named.length > 1 ? named.filter((each) => each !== besides) : named;
    const here = found.filter(({ left }) => left === undefined);
    const [one, another] = here.length > 0 ? here : found;
    if (one && !another) return one;
    throw one ? this.#several(nameOrId, found) : this.unknown(nameOrId);
  }

  /**
   * The error for a text that means nobody, with people whose names are similar, or else some of those who are
   * known.
   */
  unknown(given: string): PersonNotMeant {
    if (isReserved(given))
      return new PersonNotMeant(
        'unknown-person',
        'This word means nobody, or whoever asks: give the name or id of a person.',
        { given },
      );
    const words = nameWords(given);
    const alike = this.named.filter(({ name }) =>
      nameWords(name).some((word) => words.some((each) => each.startsWith(word) || word.startsWith(each))),
    );
    const candidates = (alike.length > 0 ? alike : this.named).slice(0, MOST_CANDIDATES);
    const names = candidates.map(({ name }) => name).join(', ');
    const isAll = this.all.length === candidates.length;
    const known = alike.length > 0 ? `Did you mean ${names}?` : `Known are ${names}${isAll ? '.' : ', …'}`;
    const message =
      candidates.length === 0
        ? 'Nobody is known yet: people sign in, or are added.'
        : `Nobody is known by this. ${known}`;
    return new PersonNotMeant('unknown-person', message, { given, candidates });
  }

  #several(given: string, found: readonly Person[]): PersonNotMeant {
    const candidates = this.named.filter(({ id }) => found.some((each) => each.id === id));
    const names = candidates.slice(0, MOST_CANDIDATES).map(({ name }) => name);
    return new PersonNotMeant(
      'several-people',
      `${found.length} people have this name: ${names.join(', ')}. Give one of these, or an id.`,
      { given, candidates: candidates.slice(0, MOST_CANDIDATES) },
    );
  }

  /** Everybody by a name that no two share by eye; sorted by name. */
  get named(): readonly NamedPerson[] {
    if (this.#named) return this.#named;
    const labels = this.all.map(labelsOf);
    const holders = new Map<string, number>();
    for (const { key } of labels.flat()) holders.set(key, (holders.get(key) ?? 0) + 1);
    const isTheirs = ({ key }: Label) => holders.get(key) === 1 && !isReserved(key) && !isPersonId(key);
    const order = new Intl.Collator();
    this.#named = this.all
      .map((person, at) => ({
        id: person.id,
        name: labels[at]?.find(isTheirs)?.name ?? person.id,
        hasLeft: person.left !== undefined,
        mayWork: person.left === undefined && person.role !== 'viewer',
        ids: this.idsOf(person.id),
      }))
      .sort((a, b) => order.compare(a.name, b.name) || (a.id < b.id ? -1 : 1));
    return this.#named;
  }

  /** The name of the person with this id. */
  nameOf(id: string): string {
    return personName(id, this.named);
  }
}

/** Merges a person's records: role and time are those of the record that signed in last. */
function asOne(person: Person, records: readonly Person[]): Person {
  const last = records.reduce(
    (one, each) => (Number(each.seen ?? 0) > Number(one.seen ?? 0) ? each : one),
    person,
  );
  if (last === person) return person;
  const isBack = person.left !== undefined && Number(last.seen) > person.left.getTime();
  return { ...person, role: last.role, seen: last.seen, left: isBack ? undefined : person.left };
}

/** A name that somebody may be given, and the text that such names are compared by. */
interface Label {
  readonly name: string;
  readonly key: string;
}

function labelsOf({ id, name, email = 'no email' }: Person): readonly Label[] {
  const key = nameKey(name);
  return [
    { name, key },
    { name: `${name} (${email})`, key: `${key} (${nameKey(email)})` },
    { name: `${name} (${id})`, key: `${key} (${id})` },
  ];
}
