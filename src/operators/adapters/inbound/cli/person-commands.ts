import type { AssignedLead } from '#operators/application/ports/inbound/lead-change-use-cases.ts';
import { flag, meaning, optional, textOrNull } from '../presentation/fields.ts';
import { countOf } from '../presentation/lead-words.ts';
import { namesakesText, personColumns, sessionsText } from '../presentation/person-views.ts';
import { person as personShape } from '../presentation/shapes/lead-parts.ts';
import { ifAny } from '../presentation/shapes/parts.ts';
import { personAtDesk } from '../presentation/shapes/person-shapes.ts';
import { name } from '../presentation/values.ts';
import { commanded, tableOf } from './at-terminal.ts';
import type { CliContext } from './cli-context.ts';
import { counted } from './progress.ts';

export const personCommands = (context: CliContext) => [
  commanded({
    method: 'GET',
    summary: 'List everybody who has signed in or was added, whoever signed in last first',
    run: async ({ operator }) => ({
      people: (await operator.listPeople()).map((each) => personAtDesk.of(each)),
    }),
    command: { words: 'person list', examples: ['person list', 'person list --json'] },
    list: tableOf(personColumns, 'people', 'Nobody yet.'),
  }),
  commanded({
    method: 'POST',
    summary: 'Give all open leads of somebody who leaves to another; the same command again goes on',
    body: {
      person: meaning('Who leaves (name or id).', name),
      to: textOrNull('Who gets the leads (name or id).'),
      ...optional({ endSessions: flag('Also sign whoever leaves out at the desk.') }),
    },
    async run({ operator, body: { to, ...order } }) {
      const { person, owner, ended, namesakes, leads } = await operator.handOver({
        ...order,
        to: to ?? undefined,
      });
      const counts = await handedOver(leads, context);
      const people = await operator.namePeople();
      const named = (id: string) => personShape.of(id, { people });
      return { person: named(person.id), owner: ifAny(owner, named), ...counts, ended, namesakes };
    },
    command: {
      words: 'person hand-over <person>',
      options: { to: { '--to <name>': true, '--nobody': [null, 'nobody gets them'] } },
      examples: [
        'person hand-over "Grace Hopper" --to "Jonas Weber" --end-sessions',
        'person hand-over per_0a1b… --nobody',
      ],
    },
    said({ person, owner, handedOver, ended }) {
      const whose = owner ? `of ${owner.name}` : 'nobody’s';
      return `${countOf(handedOver)} of ${person.name} ${handedOver === 1 ? 'is' : 'are'} now ${whose}. ${sessionsText(ended)} ended.`;
    },
    remark: async ({ namesakes }) =>
      namesakes.length > 0 ? `Still signed in: ${namesakesText(namesakes)}.` : undefined,
    undone: ({ refused }) => (refused > 0 ? `${countOf(refused)} had another owner meanwhile.` : undefined),
  }),
];

/** Hands the leads over, group by group, and counts them. */
const handedOver = (groups: AsyncIterable<readonly AssignedLead[]>, context: CliContext) =>
  counted(context, 'leads', async (progress) => {
    const count = { handedOver: 0, refused: 0 };
    for await (const group of groups) {
      const refused = group.filter((each) => 'refused' in each).length;
      count.refused += refused;
      count.handedOver += group.length - refused;
      progress(count.handedOver);
    }
    return count;
  });
