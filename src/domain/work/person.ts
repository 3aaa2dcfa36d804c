import type { DeskRole } from './desk-role.ts';

/** Somebody who works with leads, as they were when they last signed in, or were added. */
export interface Person {
  /** Theirs alone, whatever they are called: `per_` and 32 hexadecimal digits. */
  readonly id: string;
  /** What they are called. Others may be called the same. */
  readonly name: string;
  readonly email: string | undefined;
  /** `undefined` if they were never let in. */
  readonly role: DeskRole | undefined;
  /** When they last signed in; `undefined` if they never did. */
  readonly seen: Date | undefined;
  /** When their leads were handed over; `undefined` once they have signed in again. */
  readonly left?: Date | undefined;
  /**
   * Somebody gave this email when they added them, and no account is theirs yet: the first one whose email the provider has
   * verified is.
   */
  readonly isExpected?: true | undefined;
  /** The id of whom this one was linked with: the two are one person, who is meant by this id and name, too. */
  readonly is?: string | undefined;
  /** The digest of what named the order that added them, if something did. */
  readonly order?: string | undefined;
}

/** Who did something, for the records. Never personal data of the customer. */
export interface Author {
  /** What they were called then; a program as `NAME (token)`. */
  readonly by: string;
  /** The id of the person, or of the program's token. Absent if neither did it. */
  readonly byId?: string | undefined;
}

/** Whether both did it. */
export const isSameAuthor = (one: Author, other: Author): boolean =>
  one.byId === other.byId && (one.byId !== undefined || one.by === other.by);

/** Whether one person did both, by any of the ids that mean them. */
export const isSamePerson = (one: Author, other: Author, people: readonly NamedPerson[]): boolean =>
  isSameAuthor(authorNow(one, people), authorNow(other, people)) ||
  (one.byId !== undefined && one.byId === other.byId);

/** What to call somebody. */
export interface NamedPerson {
  readonly id: string;
  /** What they are called; with the email, or else the id, if somebody else is called the same. */
  readonly name: string;
  readonly hasLeft: boolean;
  /** Whether leads can be theirs: they are here, and do not only look. */
  readonly mayWork: boolean;
  /** Every id that means them: theirs, and those of whom they were linked with. */
  readonly ids: readonly string[];
}

const namedById = new WeakMap<readonly NamedPerson[], ReadonlyMap<string, NamedPerson>>();

/** Whom this id means; `undefined` if nobody is known by it. A list of leads asks for each of them. */
export function personWith(id: string, people: readonly NamedPerson[]): NamedPerson | undefined {
  const known =
    namedById.get(people) ?? new Map(people.flatMap((person) => person.ids.map((each) => [each, person])));
  namedById.set(people, known);
  return known.get(id);
}

/** What the person with this id is called; the id itself if nobody is known by it. */
export const personName = (id: string, people: readonly NamedPerson[]): string =>
  personWith(id, people)?.name ?? id;

/** Whoever did it, as they are known today. */
export function authorNow({ by, byId }: Author, people: readonly NamedPerson[]): Author {
  const person = byId === undefined ? undefined : personWith(byId, people);
  return person ? { by: person.name, byId: person.id } : { by, byId };
}

/** What whoever did it is called today. */
export const authorName = (author: Author, people: readonly NamedPerson[]): string =>
  authorNow(author, people).by;
