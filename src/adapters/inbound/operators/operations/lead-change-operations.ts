import type * as v from 'valibot';
import { leadStatuses } from '../../../../domain/intake/lead-status.ts';
import { activityKinds, MAX_ACTIVITIES, MAX_ACTIVITY_TEXT } from '../../../../domain/work/activity.ts';
import { MAX_MOVES } from '../../../../domain/work/move-deal.ts';
import {
  flag,
  listOf,
  meaning,
  optional,
  text,
  textOrNull,
  timeFrom,
  timeOrNull,
  type ValuesOf,
} from '../fields.ts';
import { InvalidValue } from '../invalid-value.ts';
import { assignmentView, followUpView, movedView, moveView, noteView } from '../lead-views.ts';
import { sentences, takenText, writtenDown } from '../lead-words.ts';
import { operation, type Words } from '../operation.ts';
import { Assignment, FollowUp, Move, Moves, Noted } from '../shapes/lead-shapes.ts';
import { activityKind, type Calendar, status } from '../values.ts';

/** Each is a few round trips to the store. */
const MOST_AT_ONCE = 500;

const move = (calendar: Calendar) => ({
  status: meaning('The new status.', status, { enum: leadStatuses }),
  ...optional({
    reason: text('Why, for the history of the lead. Needed to open one again that is Won or Lost.'),
    from: meaning('The status that you saw: if it is another by now, nothing is moved.', status, {
      enum: leadStatuses,
    }),
    lostReason: text('Why it is Lost: a code of `/lost-reasons`.'),
    statusSince: timeFrom('Since when it had the status that you saw.', calendar),
  }),
});

const kind = meaning(
  'What was done with the lead: `reached` and `wrote` are an answer to the customer.',
  activityKind,
  { enum: activityKinds },
);

/** What becomes of the follow-up with something else. */
const next = (calendar: Calendar) =>
  optional({
    next: timeOrNull(
      'When to turn to the customer again, as for the follow-up; null for never. Without it, a kind that is an answer ends your follow-up, and no other kind does.',
      calendar,
    ),
    nextFrom: timeOrNull(
      'When you saw that the follow-up is; null for never. If that has changed, nothing is.',
      calendar,
    ),
    endFollowUp,
  });

const endFollowUp = flag(
  'The follow-up ends or moves also if somebody else promised it and you are not the owner: else that is refused.',
);

const nextOptions = { '--next <time>': true, '--next-none': [null, 'never again'] } as const;

const said = optional({
  text: text(
    `What to write down, at most ${MAX_ACTIVITY_TEXT} characters: a note needs it, unless it sets \`next\`.`,
  ),
});

const attempts = {
  '--called': ['called', 'you called'],
  '--reached': ['reached', 'you reached the customer: that is the answer'],
  '--no-answer': ['no-answer', 'you called, and nobody answered'],
  '--wrote': ['wrote', 'you wrote to the customer: that is the answer'],
} as const;

/** On the command line. */
const textIsNote = { text: { kind: 'note' } } as const;

const moveOrder = ({
  status: to,
  reason,
  lostReason,
  from,
  statusSince,
}: ValuesOf<ReturnType<typeof move>>) => ({
  to,
  reason,
  lostReason,
  seen: { status: from, since: statusSince },
});

/** What somebody saw of the follow-up, if they say it. */
const seenAt = (followUpAt: Date | null | undefined) =>
  followUpAt === undefined ? undefined : { followUpAt };

/** What is stored of the follow-up after something else was done. */
function followUpSaid(
  {
    activity,
    followUp,
    endedFollowUp,
  }: Pick<v.InferOutput<typeof Move>, 'activity' | 'followUp' | 'endedFollowUp'>,
  time: Words['time'],
): string {
  const taken = takenText(activity, time);
  if (taken) return taken;
  if (endedFollowUp) return `The follow-up of ${time(endedFollowUp)} is done.`;
  if (!followUp) return '';
  const whose = followUp.by === undefined || activity?.followUp ? '' : `, by ${followUp.by}`;
  return `${activity?.followUp ? 'Next' : 'Still to follow up'}: ${time(followUp.at)}${whose}.`;
}

/** What is done with leads. */
export const leadChangeOperations = [
  operation({
    id: 'moveLead',
    method: 'POST',
    path: '/leads/{leadId}/move',
    needs: 'moveLead',
    summary: 'Move a lead to another status',
    description: `If it has that status already, nothing is moved. With \`kind\`, an activity is added with it. With \`from\` or \`statusSince\` it is moved only if nobody has moved it meanwhile; else the answer is 409 \`changed-meanwhile\`. A lead is moved at most ${MAX_MOVES} times: then it is 409 \`lead-full\`.`,
    body: (calendar) => ({ ...move(calendar), ...optional({ kind }), ...said, ...next(calendar) }),
    naming: { lostReason: 'unknown-lost-reason' },
    answer: Move,
    async run({ operator, part, body: { kind, text: written, next, nextFrom, endFollowUp, ...order } }) {
      const leadId = part('leadId');
      if (kind === undefined && written !== undefined) throw new InvalidValue('text goes with kind.');
      const done = kind && { kind, text: written };
      const also = { activity: done, next, endFollowUp, seenFollowUp: seenAt(nextFrom) };
      return moveView(await operator.moveLead({ leadId, ...moveOrder(order), ...also }));
    },
    command: {
      words: 'lead move [leadId] [status]',
      options: { kind: attempts, text: { '--note <text>': true }, next: nextOptions },
      implied: textIsNote,
      examples: [
        'lead move 0199… quoted',
        'lead move 0199… "In Progress" --reason "the customer came back"',
        'lead move 0199… lost --lost-reason price --reached --note "bought a used one"',
        'lead move --csv meeting.csv --vendor "Blue Motors"',
      ],
    },
    said({ leadId, from, status, changed, activity, ...after }, { the, time }) {
      const moved = changed ? `moved from ${from} to` : 'is already';
      return sentences(
        `${the('lead', leadId)} ${moved} ${status}.`,
        writtenDown(activity),
        followUpSaid({ activity, ...after }, time),
      );
    },
  }),
  operation({
    id: 'moveLeads',
    method: 'POST',
    path: '/leads/move',
    needs: 'moveLeads',
    summary: 'Move many leads',
    description:
      'One that is refused stops no other: the answer says why, in the same place. Nobody knows from such a list when customers were answered, so it sets no `answeredAt`.',
    body: (calendar) => ({
      moves: listOf(
        'What to move where.',
        { id: text('The id of a lead.'), ...move(calendar) },
        MOST_AT_ONCE,
      ),
      ...optional({ vendor: text('If given, the ids are those of this vendor.'), endFollowUp }),
    }),
    naming: { vendor: 'unknown-vendor' },
    answer: Moves,
    async run({ operator, body: { moves, vendor, endFollowUp } }) {
      const orders = moves.map(({ id, ...each }) => ({ id, ...moveOrder(each) }));
      const moved: ReturnType<typeof movedView>[] = [];
      for await (const group of await operator.moveLeads({
        moves: orders,
        vendor,
        endFollowUp,
        imported: true,
      }))
        moved.push(...group.map(movedView));
      return { moved };
    },
  }),
  operation({
    id: 'assignLead',
    method: 'POST',
    path: '/leads/{leadId}/assign',
    needs: 'assignLead',
    summary: 'Say who takes care of a lead',
    description:
      'A name is compared as people see it: in any case, with any white space. It has to mean one person who has not left; else the answer is 422, and has who may be meant.',
    body: {
      owner: textOrNull('The id or name of a person. Null for nobody.'),
      ...optional({
        from: textOrNull('Whose id or name you saw; null for nobody. If that has changed, nothing is.'),
      }),
    },
    naming: { owner: 'unknown-person', from: 'unknown-person' },
    answer: Assignment,
    async run({ operator, part, body: { owner, from } }) {
      const leadId = part('leadId');
      const seen = from === undefined ? undefined : { owner: from };
      const changed = await operator.assignLead({ leadId, to: owner ?? undefined, seen });
      return assignmentView(changed, await operator.namePeople());
    },
    command: {
      words: 'lead assign <leadId>',
      options: {
        owner: { '--to <name>': true, '--nobody': [null, 'nobody any more'] },
        from: { '--from <name>': true, '--from-nobody': [null, 'only if it still is nobody’s'] },
      },
      examples: ['lead assign 0199… --to "Grace Hopper"', 'lead assign 0199… --nobody'],
    },
    said: ({ leadId, owner, changed }, { the }) =>
      `${the('lead', leadId)} is ${changed ? 'now' : 'already'} ${owner ? `assigned to ${owner.name}` : 'nobody’s'}.`,
  }),
  operation({
    id: 'noteLead',
    method: 'POST',
    path: '/leads/{leadId}/activities',
    needs: 'noteLead',
    summary: 'Write down something about a lead',
    description: `What you know, or did to reach the customer. A lead has at most ${MAX_ACTIVITIES}: then the answer is 409 \`lead-full\`.`,
    body: (calendar) => ({ kind, ...said, ...next(calendar) }),
    answer: Noted,
    async run({ operator, part, body: { nextFrom, ...body } }) {
      const order = { leadId: part('leadId'), ...body, seenFollowUp: seenAt(nextFrom) };
      return noteView(await operator.noteLead(order));
    },
    command: {
      words: 'lead note <leadId> [text]',
      options: { kind: attempts, next: nextOptions },
      implied: textIsNote,
      examples: [
        'lead note 0199… "Has a trade-in."',
        'lead note 0199… --no-answer --next "tomorrow 10:00"',
        'lead note 0199… "Sent the offer." --wrote',
      ],
    },
    said: (answer, { time }) => sentences(writtenDown(answer.activity), followUpSaid(answer, time)),
  }),
  operation({
    id: 'followUp',
    method: 'POST',
    path: '/leads/{leadId}/follow-up',
    needs: 'followUp',
    summary: 'Say when to turn to the customer again',
    body: (calendar) => ({
      at: timeOrNull(
        'In ISO 8601, or as on the command line: `tomorrow 10:00`, `monday`, `3d`; null for never.',
        calendar,
      ),
      ...optional({
        text: text('What for; else as it was.'),
        endFollowUp,
        from: timeOrNull(
          'When you saw that it is; null for never. If that has changed, nothing is.',
          calendar,
        ),
      }),
    }),
    answer: FollowUp,
    async run({ operator, part, body: { at, from, ...more } }) {
      const leadId = part('leadId');
      const seen = seenAt(from);
      return followUpView(await operator.followUp({ leadId, at: at ?? undefined, seen, ...more }));
    },
    command: {
      words: 'lead follow-up <leadId> [at...]',
      options: {
        at: { '--none': [null, 'never'] },
        from: { '--from <time>': true, '--from-none': [null, 'only if there still is none'] },
      },
      examples: [
        'lead follow-up 0199… tomorrow 10:00',
        'lead follow-up 0199… monday',
        'lead follow-up 0199… --none',
      ],
    },
    said({ leadId, followUpAt, changed, activity }, { the, time }) {
      const lead = the('lead', leadId);
      const is = followUpAt
        ? `${lead} is ${changed ? '' : 'already '}to be followed up at ${time(followUpAt)}.`
        : `${lead} has no follow-up${changed ? ' any more' : ''}.`;
      return sentences(is, takenText(activity, time));
    },
  }),
];
