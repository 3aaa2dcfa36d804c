import { activityKinds, MAX_ACTIVITY_TEXT } from '#operators/domain/work/activity.ts';
import { flag, meaning, optional, text, timeOrNull, wordIn } from '../fields.ts';
import { takenText } from '../lead-words.ts';
import type { Words } from '../operation.ts';
import type { Move } from '../shapes/lead-shapes.ts';
import { activityKind, type Calendar } from '../values.ts';

/** Fields for what somebody did with a lead and the next follow-up, alone or together with a move. */

export const kind = meaning(
  'What was done with the lead: `reached` and `wrote` are an answer to the customer.',
  activityKind,
  { enum: activityKinds },
);

export const endFollowUp = flag(
  'The follow-up ends or moves also if somebody else promised it and you are not the owner: else that is refused.',
);

/** A field that keeps a lead without owner from going to the person who answers or moves it. */
const owner = wordIn(
  'A lead that is nobody’s stays so. Else who answers or moves it has it, if they are a person who can own leads; a token is none.',
  ['nobody'],
);

/** Whether the lead stays without an owner. */
export const leaves = (owner: 'nobody' | undefined) => owner !== undefined;

/** Fields for a text and the next follow-up. */
export const workFields = (calendar: Calendar) =>
  optional({
    text: text(
      `What to write down, at most ${MAX_ACTIVITY_TEXT} characters: a note needs it, unless it sets \`next\`.`,
    ),
    next: timeOrNull(
      'When to turn to the customer again, as for the follow-up; null for never. Without it, a kind that is an answer ends your follow-up, and no other kind does.',
      calendar,
    ),
    nextFrom: timeOrNull(
      'When you saw that the follow-up is; null for never. If that has changed, nothing is.',
      calendar,
    ),
    endFollowUp,
    owner,
  });

/** Options of the command line for these fields. A text alone is a note. */
export const workOptions = {
  kind: {
    '--called': ['called', 'you called'],
    '--reached': ['reached', 'you reached the customer: that is the answer'],
    '--no-answer': ['no-answer', 'you called, and nobody answered'],
    '--wrote': ['wrote', 'you wrote to the customer: that is the answer'],
  },
  next: { '--next <time>': true, '--next-none': [null, 'never again'] },
  owner: { '--leave': ['nobody', 'a lead that is nobody’s stays so'] },
} as const;
export const textIsNote = { text: { kind: 'note' } } as const;

/** The follow-up that the caller saw, if they say so. */
export const seenAt = (followUpAt: Date | null | undefined) =>
  followUpAt === undefined ? undefined : { followUpAt };

/** The remark to the person who became owner by answering or moving a lead. */
export const takenSaid = (taken: Move['taken'], whose: Words['whose']): string =>
  taken ? `It is ${whose(taken)} now.` : '';

/** The remark about the follow-up as it is stored after an action. */
export function followUpSaid(
  { activity, followUp, endedFollowUp }: Pick<Move, 'activity' | 'followUp' | 'endedFollowUp'>,
  time: Words['time'],
): string {
  const taken = takenText(activity, time);
  if (taken) return taken;
  if (endedFollowUp) return `The follow-up of ${time(endedFollowUp)} is done.`;
  if (!followUp) return '';
  const whose = followUp.by === undefined || activity?.followUp ? '' : `, by ${followUp.by}`;
  return `${activity?.followUp ? 'Next' : 'Still to follow up'}: ${time(followUp.at)}${whose}.`;
}
