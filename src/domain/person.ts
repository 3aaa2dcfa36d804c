import type { DeskRole } from './desk-role.ts';

/** Somebody who works with leads, as they were when they last signed in. */
export interface Person {
  /** Theirs alone, whatever they are called: `per_` and 32 hexadecimal digits. */
  readonly id: string;
  /** What they are called. Others may be called the same. */
  readonly name: string;
  readonly email: string | undefined;
  /** `undefined` if they were never let in, but named as a lead's owner. */
  readonly role: DeskRole | undefined;
  /** When they last signed in; `undefined` if they never did. */
  readonly seen: Date | undefined;
  /** When their leads were handed over; `undefined` once they have signed in again. */
  readonly left?: Date | undefined;
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

/** What to call somebody. */
export interface NamedPerson {
  readonly id: string;
  /** What they are called; with the email, or else the id, if somebody else is called the same. */
  readonly name: string;
  readonly hasLeft: boolean;
}

/** What to call each of them, so that no two are called the same; sorted by name. */
export function namedApart(people: readonly Person[]): readonly NamedPerson[] {
  const holders = new Map<string, number>();
  for (const name of people.flatMap((person) => [...new Set(namesOf(person))]))
    holders.set(name, (holders.get(name) ?? 0) + 1);
  const order = new Intl.Collator();
  return people
    .map((person) => ({
      id: person.id,
      name: namesOf(person).find((name) => holders.get(name) === 1) ?? person.id,
      hasLeft: person.left !== undefined,
    }))
    .sort((a, b) => order.compare(a.name, b.name) || (a.id < b.id ? -1 : 1));
}

const namesOf = ({ id, name, email }: Person): readonly string[] => [
  name,
  `${name} (${email ?? 'no email'})`,
  `${name} (${id})`,
];

/** What the person with this id is called; the id itself if nobody is known by it. */
export const personName = (id: string, people: readonly NamedPerson[]): string =>
  people.find((person) => person.id === id)?.name ?? id;

/** What whoever did it is called today. */
export const authorName = ({ by, byId }: Author, people: readonly NamedPerson[]): string =>
  byId === undefined ? by : (people.find(({ id }) => id === byId)?.name ?? by);
