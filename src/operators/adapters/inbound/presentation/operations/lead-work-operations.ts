import { MAX_ACTIVITIES } from '#operators/domain/work/activity.ts';
import { optional, text, textOrNull, timeOrNull } from '../fields.ts';
import { sentences, takenText, writtenDown } from '../lead-words.ts';
import { operation } from '../operation.ts';
import { Assignment, FollowUp, Noted, Strike } from '../shapes/lead-shapes.ts';
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

/** Operations for work on a lead, in any status. */
export const leadWorkOperations = [
  operation({
    id: 'assignLead',
    method: 'POST',
    path: '/leads/{leadId}/assign',
    summary: 'Say who takes care of a lead',
    description:
      'A name is compared as people see it: in any case, with any white space. It has to mean one person who has not left; else the answer is 422, and has who may be meant.',
    body: {
      owner: textOrNull('The id or name of a person. Null for nobody.'),
      ...optional({
        from: textOrNull('Whose id or name you saw; null for nobody. If that has changed, nothing is.'),
      }),
    },
    example: { owner: 'Grace Hopper' },
    naming: { owner: 'unknown-person', from: 'unknown-person' },
    answer: Assignment,
    async run({ operator, part, body: { owner, from } }) {
      const leadId = part('leadId');
      const seen = from === undefined ? undefined : { owner: from };
      const changed = await operator.assignLead({ leadId, to: owner ?? undefined, seen });
      return Assignment.of(changed, { people: await operator.namePeople() });
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
    summary: 'Write down something about a lead',
    description: `What you know, or did to reach the customer. A lead has at most ${MAX_ACTIVITIES}: then the answer is 409 \`lead-full\`.`,
    body: (calendar) => ({ kind, ...workFields(calendar) }),
    example: { kind: 'note', text: 'Has a trade-in.' },
    answer: Noted,
    async run({ operator, part, body: { nextFrom, owner, ...body } }) {
      const also = { seenFollowUp: seenAt(nextFrom), leave: leaves(owner) };
      const noted = await operator.noteLead({ leadId: part('leadId'), ...body, ...also });
      return Noted.of(noted, { people: await operator.namePeople() });
    },
    command: {
      words: 'lead note <leadId> [text]',
      options: workOptions,
      implied: textIsNote,
      examples: [
        'lead note 0199… "Has a trade-in."',
        'lead note 0199… --no-answer --next "tomorrow 10:00"',
        'lead note 0199… "Sent the offer." --wrote',
      ],
    },
    said: (answer, { time, whose }) =>
      sentences(writtenDown(answer.activity), takenSaid(answer.taken, whose), followUpSaid(answer, time)),
  }),
  operation({
    id: 'strikeActivity',
    method: 'DELETE',
    path: '/leads/{leadId}/activities/{activity}',
    summary: 'Take back what was written down about a lead',
    description:
      'Its author alone may. It is struck, not removed: it is still told, and counts no more, as the first answer or in the report. Struck again, it stays as it is.',
    answer: Strike,
    async run({ operator, part }) {
      const [leadId, id] = [part('leadId'), part('activity')];
      const struck = await operator.strikeActivity({ leadId, activity: id });
      return Strike.of({ ...struck, id }, { people: await operator.namePeople() });
    },
    command: { words: 'lead strike <leadId> <activity>', examples: ['lead strike 0199… 3'] },
    said: ({ changed }) => (changed ? 'Struck: it counts no more.' : 'It was struck already.'),
  }),
  operation({
    id: 'followUp',
    method: 'POST',
    path: '/leads/{leadId}/follow-up',
    summary: 'Say when to turn to the customer of a lead again',
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
    example: { at: '3d', text: 'Ask about the test drive.' },
    answer: FollowUp,
    async run({ operator, part, body: { at, from, ...more } }) {
      const leadId = part('leadId');
      const seen = seenAt(from);
      const changed = await operator.followUp({ leadId, at: at ?? undefined, seen, ...more });
      return FollowUp.of(changed, { people: await operator.namePeople() });
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
