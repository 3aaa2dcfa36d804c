import type { DeskRole } from './desk-role.ts';

/** Somebody who works with leads, as they were at their last sign-in, or when they were added. */
export interface Person {
  /** The person's own id, whatever their name: `per_` and 32 hexadecimal digits. */
  readonly id: string;
  /** The person's name. Others may have the same. */
  readonly name: string;
  readonly email: string | undefined;
  /** `undefined` if they were never let in. */
  readonly role: DeskRole | undefined;
  /** When they last signed in; `undefined` if they never did. */
  readonly seen: Date | undefined;
  /** When their leads were handed over; removed when they sign in again. */
  readonly left?: Date | undefined;
  /**
   * Set while a person was added with an email and has no account. The first account whose email the provider
   * has verified, and which is this one, becomes theirs.
   */
  readonly isExpected?: true | undefined;
  /** The id of the person this record was linked to. Both mean one person, who has that id and name. */
  readonly is?: string | undefined;
  /** The digest of the order that added them, if the order had a name. */
  readonly order?: string | undefined;
}

/** The author of an action, for the records. Never a customer's data. */
export interface Author {
  /** The name at that time; a program as `NAME (token)`. */
  readonly by: string;
  /** The id of the person, or of the program's token; absent if neither is known. */
  readonly byId?: string | undefined;
}

/** Whether two authors are the same. */
export const isSameAuthor = (one: Author, other: Author): boolean =>
  one.byId === other.byId && (one.byId !== undefined || one.by === other.by);

/** A person with the name that others read. */
export interface NamedPerson {
  readonly id: string;
  /** The person's name; with the email, or else the id, if somebody else has the same name. */
  readonly name: string;
  readonly hasLeft: boolean;
  /** Whether they can own leads: they have not left, and their role is not only to look. */
  readonly mayWork: boolean;
  /** Every id that means this person: their own, and those of records linked to theirs. */
  readonly ids: readonly string[];
}

const namedById = new WeakMap<readonly NamedPerson[], ReadonlyMap<string, NamedPerson>>();

/**
 * The person whom an id means; `undefined` if nobody is known by it. Fast, as lists of leads ask for every row.
 */
export function personWith(id: string, people: readonly NamedPerson[]): NamedPerson | undefined {
  const known =
    namedById.get(people) ?? new Map(people.flatMap((person) => person.ids.map((each) => [each, person])));
  namedById.set(people, known);
  return known.get(id);
}

/** The name of the person with this id; the id itself if nobody is known by it. */
export const personName = (id: string, people: readonly NamedPerson[]): string =>
  personWith(id, people)?.name ?? id;

/** The author under today's name and id. */
export function authorNow({ by, byId }: Author, people: readonly NamedPerson[]): Author {
  const person = byId === undefined ? undefined : personWith(byId, people);
  return person ? { by: person.name, byId: person.id } : { by, byId };
}

/** The author's name today. */
export const authorName = (author: Author, people: readonly NamedPerson[]): string =>
  authorNow(author, people).by;
