/** An object that was parsed from JSON. */
export type Json = Readonly<Record<string, unknown>>;

/** One answer of a customer's, or a fact about it. */
export interface Answer {
  /** Where it stands, in the sender's words: a path such as `customer.phone`, or a question. */
  readonly place: string;
  readonly value: string;
  /** The name by which it is read, where the sender tells more than the place: `email` for an answer of that type. */
  readonly as?: string | undefined;
}

/** What was sent, as answers in the order in which they stand there. */
export interface Sent {
  readonly answers: readonly Answer[];
  /** The sender's own id, the same when it is sent again. */
  readonly senderId?: string | undefined;
  /** The fields that the sender wants in the answer, beside our own. `id`: of the lead, or of what is held. */
  readonly answer?: ((id: string) => object) | undefined;
}

/** How one sender writes JSON. */
export interface Shape {
  readonly name: string;
  readonly fits: (sent: Json) => boolean;
  readonly read: (sent: Json) => Sent;
}

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The member of this name, if it is an object; else an empty one. */
export function within(sent: Json, name: string): Json {
  const value = sent[name];
  return isObject(value) ? value : {};
}

/** A scalar value as text, without surrounding white space; empty for anything else. */
export const textOf = (value: unknown): string =>
  typeof value === 'string'
    ? value.trim()
    : typeof value === 'number' || typeof value === 'boolean'
      ? `${value}`
      : '';

/** Answers for the members of these names, each with the words under which it stands in the notes. */
export const facts = (sent: Json, words: Readonly<Record<string, string>>): readonly Answer[] =>
  Object.entries(words).flatMap(([name, as]) => {
    const value = textOf(sent[name]);
    return value === '' ? [] : [{ place: name, value, as }];
  });

/** Names under which senders write what an answer is about, and the answer, in lists of both. */
const LABELS = ['label', 'title', 'question', 'name', 'field', 'key'] as const;
const VALUES = ['value', 'answer', 'values'] as const;

/** What an object says that is an answer with its name, such as `{ name: 'email', value: 'ada@example.com' }`. */
export function labelledIn(value: Json): { readonly label: string; readonly value: unknown } | undefined {
  const [label] = LABELS.map((name) => textOf(value[name])).filter(Boolean);
  const named = VALUES.find((name) => value[name] !== undefined);
  return label && named ? { label, value: value[named] } : undefined;
}

/** The answers in a value, at any depth. `place`: of the value itself. */
export function answersIn(value: unknown, place = ''): readonly Answer[] {
  if (Array.isArray(value))
    return value.flatMap((each, at) => answersIn(each, isScalar(each) ? place : `${place}[${at}]`));
  if (!isObject(value))
    return isScalar(value) && textOf(value) !== '' ? [{ place, value: textOf(value) }] : [];
  const labelled = labelledIn(value);
  if (labelled) return answersIn(labelled.value, joined(place.replace(/\[\d+\]$/, ''), labelled.label));
  return Object.entries(value).flatMap(([name, each]) => answersIn(each, joined(place, name)));
}

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null;

const joined = (place: string, name: string): string => (place === '' ? name : `${place}.${name}`);
