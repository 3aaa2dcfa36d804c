import { lengthOf, reasonText } from '../../../domain/text.ts';
import { Refused } from '../refused.ts';
import type { Author } from './person.ts';

/** The kinds of activity: what somebody wrote down about a lead, or did to reach its customer. */
export const activityKinds = ['note', 'called', 'reached', 'no-answer', 'wrote'] as const;

/** One of `activityKinds`. `called` leaves open whether anybody answered. */
export type ActivityKind = (typeof activityKinds)[number];

/** A promise to turn to the customer again. Without an author it is the lead's owner's. */
export interface FollowUp {
  readonly at: Date;
  readonly by?: string | undefined;
  readonly byId?: string | undefined;
  /** The words for the customer: a question or news. */
  readonly text?: string | undefined;
}

/** The kinds of an entry: those of an activity, and a change of the follow-up alone. */
export const entryKinds = [...activityKinds, 'follow-up'] as const;

/** Who crossed an entry out, and when. */
export interface Struck extends Author {
  readonly at: Date;
}

/** One entry in a lead's log. It never changes, but can be crossed out. No vendor is told of it. */
export interface Activity extends Author {
  readonly kind: (typeof entryKinds)[number];
  /** 1 to 2,000 characters, with line breaks as `\n`. A note always has a text, until the customer is erased. */
  readonly text: string | undefined;
  readonly at: Date;
  /** How this entry changed the follow-up; absent if it did not. Without `to`, the follow-up ended. */
  readonly followUp?:
    | { readonly from?: FollowUp | undefined; readonly to?: FollowUp | undefined }
    | undefined;
  /** Set if the author took the entry back: it is still shown, but no longer counts. */
  readonly struck?: Struck | undefined;
}

/** The id of a lead's entry by its place, which is lasting: entries are only ever added. */
export const activityId = (place: number): string => `${place + 1}`;

/** An activity as its author gives it. */
export interface NewActivity {
  readonly kind: ActivityKind;
  readonly text?: string | undefined;
}

/**
 * The most activities of one lead. More of them, with the longest texts, would not fit into one record of a
 * store.
 */
export const MAX_ACTIVITIES = 1_000;

/** The most characters of an activity's text. */
export const MAX_ACTIVITY_TEXT = 2_000;

/** Whether an activity answered the customer. */
export const isAnswer = ({ kind, struck }: Pick<Activity, 'kind' | 'struck'>): boolean =>
  !struck && (kind === 'reached' || kind === 'wrote');

/**
 * Reads an activity's text without surrounding white space; `undefined` if blank. Throws Refused for more than
 * `MAX_ACTIVITY_TEXT` characters.
 */
export function activityText(raw: string | undefined): string | undefined {
  const text = reasonText(raw?.replace(/\r\n?/g, '\n'));
  if (lengthOf(text ?? '') > MAX_ACTIVITY_TEXT) throw invalidText(text);
  return text;
}

/** Makes an activity, its text read by `activityText`. Throws Refused for a note without text. */
export function parseActivity({
  kind,
  text: raw,
  ...author
}: NewActivity & Author & { readonly at: Date }): Activity {
  const text = activityText(raw);
  if (kind === 'note' && text === undefined) throw invalidText(text);
  return { kind, text, ...author };
}

const invalidText = (text = ''): Refused =>
  new Refused(
    'invalid-note',
    `A note has 1 to ${MAX_ACTIVITY_TEXT} characters: this one has ${lengthOf(text)}.`,
  );
