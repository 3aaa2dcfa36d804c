import type { Command } from 'commander';
import type { MergePlan } from '../../../application/operators/ports/inbound/contacts.ts';
import { fieldNames, mergeView } from '../operators/contacts.ts';
import { type CliContext, NotDone, print, printJson } from './cli-context.ts';
import { type ChangeOptions, examples, withChangeOptions } from './command.ts';
import { confirmed, type LastingOptions, requireConfirmable } from './confirmation.ts';
import { whoIs } from './contact-views.ts';

interface MergeOptions extends ChangeOptions, LastingOptions {}

export function addContactChanges(contact: Command, context: CliContext): void {
  withChangeOptions(contact.command('merge <keep> <gone>'), context)
    .description(
      'make one contact of two: the first keeps its own data and gets the other’s leads and blanks',
    )
    .option('--dry-run', 'only show what would be merged')
    .option('--yes', 'do not ask for confirmation')
    .addHelpText('after', examples('contact merge 6b01… 6b02… --dry-run', 'contact merge 6b01… 6b02… --yes'))
    .action(async (kept: string, other: string, { json, by, dryRun = false, yes }: MergeOptions) => {
      requireConfirmable({ dryRun, yes }, context);
      const operator = await context.operator();
      const plan = await operator.planMerge({ keptId: kept, goneId: other, by });
      const { keptId, goneId } = plan;
      const tell = (sentence: string) =>
        json ? printJson(context, mergeView(plan, !dryRun)) : print(context, sentence);
      if (dryRun) return tell(`This would merge ${what(plan)}.`);
      if (!yes && !(await confirmed(context, `Merge ${what(plan)}? It cannot be undone.`)))
        throw new NotDone('Nothing was merged.');
      await context.uninterrupted(async () => {
        await operator.mergeContacts({ keptId, goneId, by });
        await tell(
          plan.gone
            ? `Merged contact ${goneId} into contact ${keptId}.`
            : `Contact ${goneId} was a part of contact ${keptId} already.`,
        );
      });
    });
}

function what({ goneId, kept, gone, filled }: MergePlan): string {
  const into = `contact ${kept.contactId} (${whoIs(kept.contact)})`;
  if (!gone) return `what is left of contact ${goneId} into ${into}, of which it is a part already`;
  const leads = gone.deals === 1 ? 'its lead' : `its ${gone.deals} leads`;
  const blanks = filled.length > 0 ? `, filling ${fieldNames(filled)}` : '';
  return `contact ${goneId} (${whoIs(gone.contact)}) and ${leads} into ${into}${blanks}`;
}
