import { type Meaning, meaningOf } from '../reading/field-labels.ts';
import { meaningAt } from '../reading/field-path.ts';
import type { Answer } from '../reading/lead-of-answers.ts';

/** An object that was parsed from JSON. */
export type Json = Readonly<Record<string, unknown>>;

/** What was sent, as answers in the order in which they stand there. */
export interface Sent {
  readonly answers: readonly Answer[];
  /** The sender's own id, the same when it is sent again. */
  readonly senderId?: string | undefined;
  /** Further fields of our answer, for senders that look for them. `id` is the lead's, or the held lead's. */
  readonly answer?: ((id: string) => object) | undefined;
}

/** How one sender writes JSON. */
export interface Shape {
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

/** The most signs of a name or question that begin a line of the notes. */
const LONGEST_PLACE = 300;

/** One answer to a question or label, which is no path; none if it is blank. `is`: if the sender tells more. */
export function answerTo(label: string, value: unknown, is: Meaning = meaningOf(label)): readonly Answer[] {
  const text = textOf(value);
  return text === '' ? [] : [{ is, value: text, place: label.slice(0, LONGEST_PLACE) }];
}

/** Members of an object as lines of the notes, each under other words. */
export const notesOf = (sent: Json, words: Readonly<Record<string, string>>): readonly Answer[] =>
  Object.entries(words).flatMap(([name, label]) => answerTo(label, sent[name], 'note'));

/** Names under which senders write what an answer is about, and the answer, in lists of both. */
const LABELS = ['label', 'title', 'question', 'name', 'field', 'key'] as const;
const VALUES = ['value', 'answer', 'values'] as const;

/** What an object says that is an answer with its name, such as `{ name: 'email', value: 'ada@example.com' }`. */
export function labelledIn(value: Json): { readonly label: string; readonly value: unknown } | undefined {
  const [label] = LABELS.map((name) => textOf(value[name])).filter(Boolean);
  const named = VALUES.find((name) => value[name] !== undefined);
  return label && named ? { label, value: value[named] } : undefined;
}

interface Place {
  /** The names that lead there, in the sender's words. */
  readonly names: readonly string[];
  /** The names by which a value is understood: an item of the list `phones` is a `phone`. */
  readonly path: readonly string[];
}

/** The answers in a value, at any depth, by the paths on which they stand. */
export function answersIn(
  value: unknown,
  { names, path }: Place = { names: [], path: [] },
): readonly Answer[] {
  const inside = (name: string, each: unknown) =>
    answersIn(each, { names: [...names, name], path: [...path, name] });
  if (Array.isArray(value)) {
    const single = [...path.slice(0, -1), ...path.slice(-1).map((name) => name.replace(/(?<=\w{3})s$/, ''))];
    return value.flatMap((each, at) => {
      const labelled = isObject(each) && labelledIn(each);
      if (labelled) return inside(labelled.label, labelled.value);
      return answersIn(each, { names: isObject(each) ? [...names, `${at}`] : names, path: single });
    });
  }
  if (!isObject(value)) {
    const text = textOf(value);
    return text === ''
      ? []
      : [{ is: meaningAt(path), value: text, place: names.join('.').slice(0, LONGEST_PLACE) }];
  }
  const answers = Object.entries(value).flatMap(([name, each]) => inside(name, each));
  const isFax = [value.type, value.kind, value.label].some((said) => /fax|pager/i.test(textOf(said)));
  return isFax && meaningAt(path) === 'phone' ? answers.map((each) => ({ ...each, is: 'note' })) : answers;
}
