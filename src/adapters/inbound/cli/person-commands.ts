import type { Command } from 'commander';
import type { AssignedLead } from '../../../application/operators/ports/inbound/lead-changes.ts';
import { personName } from '../../../domain/work/person.ts';
import { countOf } from '../operators/lead-words.ts';
import { namesakesText, ownerView, personColumns, personView } from '../operators/people.ts';
import { name } from '../operators/values.ts';
import { type CliContext, NotDone, print, printJson, remark, WrongUsage } from './cli-context.ts';
import {
  type ChangeOptions,
  examples,
  groupOf,
  type ReadOptions,
  withChangeOptions,
  withReadOptions,
} from './command.ts';
import { progressOn } from './progress.ts';
import { table } from './text.ts';
import { given } from './values.ts';

interface HandOverOptions extends ChangeOptions {
  readonly to?: string;
  readonly nobody?: boolean;
  readonly endSessions?: boolean;
}

export function addPersonCommands(program: Command, context: CliContext): void {
  const person = groupOf(program, 'person');

  withReadOptions(person.command('list'))
    .description('list everybody who has signed in or was added, whoever signed in last first')
    .addHelpText('after', examples('person list', 'person list --json'))
    .action(async ({ json }: ReadOptions) => {
      const people = await (await context.operator()).listPeople();
      if (json) return printJson(context, { people: people.map(personView) });
      if (people.length === 0) return print(context, 'Nobody yet.');
      return print(context, table(personColumns, people, context));
    });

  withChangeOptions(person.command('link'), context)
    .description('make two that are one be one: who was known by name alone, and the account that signs in')
    .argument('<person>', 'whose name and id mean the other from then on (name or id)', given(name))
    .argument('<account>', 'who they are (name or id)', given(name))
    .addHelpText('after', examples('person link "Grace Hopper" per_0a1b…'))
    .action((who: string, account: string, { json, by }: ChangeOptions) =>
      context.uninterrupted(async () => {
        const { linkPeople, namePeople } = await context.operator();
        const { person: one, linked } = await linkPeople({ person: who, account, by });
        const view = { person: ownerView(one.id, await namePeople()), linked: linked.id };
        if (json) return printJson(context, view);
        return print(context, `${linked.name} (${linked.id}) is ${view.person?.name} (${one.id}) now.`);
      }),
    );

  withChangeOptions(person.command('hand-over'), context)
    .description('give all open leads of somebody who leaves to another; the same command again goes on')
    .argument('<name>', 'who leaves (name or id)', given(name))
    .option('--to <name>', 'who gets the leads (name or id)', given(name))
    .option('--nobody', 'nobody gets them')
    .option('--end-sessions', 'also sign whoever leaves out at the desk')
    .addHelpText(
      'after',
      examples(
        'person hand-over "Grace Hopper" --to "Jonas Weber" --end-sessions',
        'person hand-over per_0a1b… --nobody',
      ),
    )
    .action((who: string, { json, by, to, nobody = false, endSessions }: HandOverOptions) => {
      if ((to !== undefined) === nobody) throw new WrongUsage('Give either --to or --nobody.');
      return context.uninterrupted(async () => {
        const { handOver, namePeople } = await context.operator();
        const { person, owner, ended, namesakes, leads } = await handOver({
          ...{ person: who, to, endSessions, by },
        });
        const { handedOver, refused } = await counted(leads, context);
        const people = await namePeople();
        const name = personName(person.id, people);
        const view = { person: { id: person.id, name }, owner: ownerView(owner, people) };
        if (json) await printJson(context, { ...view, handedOver, refused, ended, namesakes });
        else {
          const whose = view.owner ? `of ${view.owner.name}` : 'nobody’s';
          const sessions = `${ended === 1 ? '1 session or link' : `${ended} sessions and links`} ended.`;
          const said = `${countOf(handedOver)} of ${name} ${handedOver === 1 ? 'is' : 'are'} now ${whose}.`;
          await print(context, endSessions ? `${said} ${sessions}` : said);
        }
        if (namesakes.length > 0) remark(context, `Still signed in: ${namesakesText(namesakes)}.`);
        if (refused > 0) throw new NotDone(`${countOf(refused)} had another owner meanwhile.`);
      });
    });
}

async function counted(groups: AsyncIterable<readonly AssignedLead[]>, context: CliContext) {
  const { progress, ended } = progressOn(context, 'leads');
  const count = { handedOver: 0, refused: 0 };
  try {
    for await (const group of groups) {
      const refused = group.filter((each) => 'refused' in each).length;
      count.refused += refused;
      count.handedOver += group.length - refused;
      progress(count.handedOver);
    }
  } finally {
    ended();
  }
  return count;
}
