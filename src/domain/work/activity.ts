import { lengthOf, reasonText } from '../intake/text.ts';
import { Refused } from '../refused.ts';
import type { Author } from './person.ts';

/** What somebody wrote down about a lead, or did to reach its customer. */
export const activityKinds = ['note', 'called', 'reached', 'no-answer', 'wrote'] as const;

/** One of `activityKinds`: `called` says nothing of whether somebody answered. */
export type ActivityKind = (typeof activityKinds)[number];

/** One entry beside the history of a deal. It is never changed, and no vendor is told of it. */
export interface Activity extends Author {
  readonly kind: ActivityKind;
  /** 1 to 2,000 characters, with line breaks `\n`; a note always has it, until the customer is erased. */
  readonly text: string | undefined;
  readonly at: Date;
}

/** What somebody gives for one. */
export interface NewActivity extends Pick<Activity, 'kind'> {
  readonly text?: string | undefined;
}

/** The most characters of its text. */
export const MAX_ACTIVITY_TEXT = 2_000;

/** Whether the salesperson turned to the customer: every kind but a note. */
export const isAttempt = ({ kind }: Pick<Activity, 'kind'>): boolean => kind !== 'note';

/** Whether the customer was answered. */
export const isAnswer = ({ kind }: Pick<Activity, 'kind'>): boolean => kind === 'reached' || kind === 'wrote';

/** The activity, its text without surrounding white space. Throws Refused for a long text, and for a note without one. */
export function parseActivity({
  kind,
  text: raw,
  ...author
}: NewActivity & Omit<Activity, 'kind' | 'text'>): Activity {
  const text = reasonText(raw?.replace(/\r\n?/g, '\n'));
  const length = lengthOf(text ?? '');
  if (length > MAX_ACTIVITY_TEXT || (kind === 'note' && length === 0))
    throw new Refused(
      'invalid-note',
      `A note has 1 to ${MAX_ACTIVITY_TEXT} characters: this one has ${length}.`,
    );
  return { kind, text, ...author };
}
