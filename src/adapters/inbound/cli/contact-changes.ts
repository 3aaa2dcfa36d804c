import type { Command } from 'commander';
import type { MergePlan } from '../../../application/operators/ports/inbound/contacts.ts';
import { type ContactDraft, shownKeys } from '../../../domain/work/mended-contact.ts';
import { editView, fieldNames, mergeView, SHARED_PHONE } from '../operators/contacts.ts';
import { contactDraft } from '../operators/values.ts';
import { type CliContext, NotDone, print, printJson, remark } from './cli-context.ts';
import { type ChangeOptions, examples, withChangeOptions } from './command.ts';
import { confirmed, type LastingOptions, requireConfirmable } from './confirmation.ts';
import { whoIs } from './contact-views.ts';

/** What its author saw of the contact. */
interface SeenOptions {
  readonly fromFirstName?: string;
  readonly fromLastName?: string;
  readonly fromEmail?: string;
  readonly fromPhone?: string;
  readonly fromZip?: string;
}

interface MergeOptions extends ChangeOptions, LastingOptions {}

export function addContactChanges(contact: Command, context: CliContext): void {
  withChangeOptions(contact.command('edit <id>'), context)
    .description('mend what is kept about a customer; an empty value empties a field')
    .option('--first-name <name>', 'the new first name')
    .option('--last-name <name>', 'the new last name')
    .option('--email <address>', 'the new email, by which leads then find the contact')
    .option('--phone <number>', 'the new phone, likewise, unless another contact has it')
    .option('--zip <zip>', 'the new ZIP')
    .option('--from-first-name <name>', 'only if it still is this; an empty value: none')
    .option('--from-last-name <name>', 'likewise')
    .option('--from-email <address>', 'likewise')
    .option('--from-phone <number>', 'likewise')
    .option('--from-zip <zip>', 'likewise')
    .addHelpText(
      'after',
      examples(
        'contact edit 6b01… --phone 5550109999 --from-phone 5550101111',
        'contact edit 6b01… --last-name "Lovelace" --zip ""',
      ),
    )
    .action((contactId: string, options: ChangeOptions & ContactDraft & SeenOptions) => {
      const { json, by, fromFirstName, fromLastName, fromEmail, fromPhone, fromZip, ...given } = options;
      const draft = contactDraft(given);
      const seen = {
        ...{ firstName: fromFirstName, lastName: fromLastName },
        ...{ email: fromEmail, phone: fromPhone, zip: fromZip },
      };
      return context.uninterrupted(async () => {
        const { editContact } = await context.operator();
        const { after, fields } = await editContact({ contactId, draft, seen, by });
        if (draft.phone && shownKeys(after).length > 0) remark(context, SHARED_PHONE);
        if (json) return printJson(context, editView(after, fields));
        const what = fields.length > 0 ? `changed ${fieldNames(fields)}` : 'was like this already';
        return print(context, `Contact ${after.id} ${what}.`);
      });
    });

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
