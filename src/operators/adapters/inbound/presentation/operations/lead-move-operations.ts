import type * as v from 'valibot';
import { MAX_MOVES } from '#operators/domain/work/move-deal.ts';
import { leadStatuses } from '../../../../../domain/lead-status.ts';
import { listOf, meaning, optional, text, timeFrom, type ValuesOf } from '../fields.ts';
import { InvalidValue } from '../invalid-value.ts';
import { sentences, writtenDown } from '../lead-words.ts';
import { operation } from '../operation.ts';
import { Move, Moved, Moves } from '../shapes/lead-shapes.ts';
import { type Calendar, status } from '../values.ts';
import {
  endFollowUp,
  followUpSaid,
  kind,
  leaves,
  seenAt,
  takenSaid,
  textIsNote,
  workFields,
  workOptions,
} from './work-fields.ts';

/** The most leads in one request: each takes a few round trips to the store. */
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

/** Operations that move leads, one or many. */
export const leadMoveOperations = [
  operation({
    id: 'moveLead',
    method: 'POST',
    path: '/leads/{leadId}/move',
    summary: 'Move a lead to another status',
    description: `If it has that status already, nothing is moved. With \`kind\`, an activity is added with it. With \`from\` or \`statusSince\` it is moved only if nobody has moved it meanwhile; else the answer is 409 \`changed-meanwhile\`. A lead is moved at most ${MAX_MOVES} times: then it is 409 \`lead-full\`.`,
    body: (calendar) => ({ ...move(calendar), ...optional({ kind }), ...workFields(calendar) }),
    example: { status: 'Lost', lostReason: 'price', kind: 'reached', text: 'Bought a used one.' },
    naming: { lostReason: 'unknown-lost-reason' },
    answer: Move,
    async run({
      operator,
      part,
      body: { kind, text: written, next, nextFrom, endFollowUp, owner, ...order },
    }) {
      const leadId = part('leadId');
      if (kind === undefined && written !== undefined) throw new InvalidValue('text goes with kind.');
      const done = kind && { kind, text: written };
      const also = {
        activity: done,
        next,
        endFollowUp,
        seenFollowUp: seenAt(nextFrom),
        leave: leaves(owner),
      };
      const moved = await operator.moveLead({ leadId, ...moveOrder(order), ...also });
      return Move.of(moved, { people: await operator.namePeople() });
    },
    command: {
      words: 'lead move [leadId] [status]',
      options: { ...workOptions, text: { '--note <text>': true } },
      implied: textIsNote,
      examples: [
        'lead move 0199… quoted',
        'lead move 0199… "In Progress" --reason "the customer came back"',
        'lead move 0199… lost --lost-reason price --reached --note "bought a used one"',
        'lead move --csv meeting.csv --vendor "Blue Motors"',
      ],
    },
    said({ leadId, from, status, changed, activity, taken, ...after }, { the, time, whose }) {
      const moved = changed ? `moved from ${from} to` : 'is already';
      return sentences(
        `${the('lead', leadId)} ${moved} ${status}.`,
        writtenDown(activity),
        takenSaid(taken, whose),
        followUpSaid({ activity, ...after }, time),
      );
    },
  }),
  operation({
    id: 'moveLeads',
    method: 'POST',
    path: '/leads/move',
    summary: 'Move many leads to other statuses',
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
    example: { moves: [{ id: '01a1fd1b-477f-74a1-a3dd-b70e720f9f86', status: 'Quoted' }] },
    naming: { vendor: 'unknown-vendor' },
    answer: Moves,
    async run({ operator, body: { moves, vendor, endFollowUp } }) {
      const orders = moves.map(({ id, ...each }) => ({ id, ...moveOrder(each) }));
      const moved: v.InferOutput<typeof Moved>[] = [];
      for await (const group of await operator.moveLeads({
        moves: orders,
        vendor,
        endFollowUp,
        imported: true,
      }))
        moved.push(...group.map((each) => Moved.of(each)));
      return { moved };
    },
  }),
];
