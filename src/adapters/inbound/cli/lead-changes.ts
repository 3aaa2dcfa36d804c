import type { Command } from 'commander';
import { hasCustomer } from '../../../domain/intake/contact.ts';
import { nameOf } from '../../../domain/intake/name.ts';
import { type CliContext, NotDone, print, printJson } from './cli-context.ts';
import { type ChangeOptions, examples, withChangeOptions } from './command.ts';
import { confirmed, type LastingOptions, requireConfirmable } from './confirmation.ts';

export function addLeadChanges(lead: Command, context: CliContext): void {
  withChangeOptions(lead.command('erase'), context)
    .description(
      'permanently erase what one lead says about its customer, where other people share the contact',
    )
    .argument('<id>', 'the leadId that the vendor received')
    .option('--dry-run', 'only show what would be erased')
    .option('--yes', 'do not ask for confirmation')
    .addHelpText('after', examples('lead erase 0199… --dry-run', 'lead erase 0199… --yes'))
    .action(async (id: string, { json, by, dryRun = false, yes }: ChangeOptions & LastingOptions) => {
      requireConfirmable({ dryRun, yes }, context);
      const { deal, contact } = await (await context.operator()).showLead({ leadId: id, by });
      const { id: leadId, contactId } = deal;
      const already = !hasCustomer(deal);
      const what = `the customer’s data in lead ${leadId}`;
      const rest = contact ? ` What contact ${contactId} and its other leads say stays.` : '';
      const tell = (sentence: string) =>
        json
          ? printJson(context, { leadId, contactId, erased: !dryRun || already, ...(already && { already }) })
          : print(context, sentence);
      if (dryRun) return tell(`${already ? 'Erased before:' : 'This would erase'} ${what}.${rest}`);
      const { customer } = deal;
      const of = customer ? `, ${nameOf(customer)}` : '';
      if (!yes && !already && !(await confirmed(context, `Permanently erase ${what}${of}?${rest}`)))
        throw new NotDone('Nothing was erased.');
      await context.uninterrupted(async () => {
        await (await context.operator()).eraseLead({ leadId, by }); // repeated, too: the first time may have been interrupted
        await tell(`${already ? 'Erased before:' : 'Erased'} ${what}.${rest}`);
      });
    });
}
