import type { Command } from 'commander';
import { type CliContext, NotDone, print, printJson, remark } from './cli-context.ts';
import {
  type ChangeOptions,
  examples,
  type ReadOptions,
  withChangeOptions,
  withReadOptions,
} from './command.ts';
import { confirmed, type ErasingOptions, requireConfirmable } from './confirmation.ts';
import { contactText, contactView } from './contact-views.ts';
import { leadSummary, leadTable } from './lead-views.ts';
import { timeText } from './text.ts';
import { contactSought } from './values.ts';

/** Leads shown with their contact; `lead list` has all of them. */
const LEADS_SHOWN = 50;

interface ContactOptions {
  readonly email?: string;
  readonly phone?: string;
  readonly contact?: string;
}

interface EraseOptions extends ChangeOptions, ContactOptions, ErasingOptions {}

export function addContactCommands(program: Command, context: CliContext): void {
  const contact = program.command('contact').description('customers');

  withContactOptions(withReadOptions(contact.command('show')))
    .description('show what is kept about a customer, and their leads, the oldest first')
    .addHelpText(
      'after',
      examples('contact show --phone 5550109999', 'contact show --email ada@example.com --json'),
    )
    .action(async ({ json, ...given }: ReadOptions & ContactOptions) => {
      const sought = contactSought(given);
      const operator = await context.operator();
      const found = await operator.findContact(sought);
      const { contactId, contact, erased } = found;
      remarkOnPhone(given, context);
      const { leads, more } = await operator.listLeads({ contact: contactId, limit: LEADS_SHOWN });
      if (json) {
        const view = { contactId, contact: contactView(contact), contactErased: erased };
        return printJson(context, { ...view, leads: leads.map(leadSummary), more });
      }
      await print(context, contactText(found, context));
      if (leads.length > 0) await print(context, `\n${leadTable(leads, context)}`);
      if (more) remark(context, `There are more: lead list --contact ${contactId}`);
    });

  withContactOptions(withChangeOptions(contact.command('erase'), context))
    .description('permanently erase a customer’s personal data; their leads still return their status')
    .option('--dry-run', 'only show what would be erased')
    .option('--yes', 'do not ask for confirmation')
    .addHelpText(
      'after',
      examples('contact erase --email ada@example.com --dry-run', 'contact erase --phone 5550109999 --yes'),
    )
    .action(async ({ json, by, dryRun = false, yes, ...given }: EraseOptions) => {
      const sought = contactSought(given);
      requireConfirmable({ dryRun, yes }, context);
      const { contactId, deals, erased } = await (await context.operator()).findContact(sought);
      remarkOnPhone(given, context);
      const before = erased ? ` (erased before, on ${timeText(erased)})` : '';
      const what = `contact ${contactId}${before} and the personal data in ${deals === 1 ? 'its lead' : `its ${deals} leads`}`;
      const tell = (sentence: string) =>
        json ? printJson(context, { contactId, leads: deals, erased: !dryRun }) : print(context, sentence);
      if (dryRun) return tell(`This would erase ${what}.`);
      if (!yes && !(await confirmed(context, `Permanently erase ${what}?`)))
        throw new NotDone('Nothing was erased.');
      await context.uninterrupted(async () => {
        if (!erased) remark(context, howToRepeat(contactId, given.contact === undefined));
        await (await context.operator()).eraseContact({ contactId, by });
        await tell(`Erased ${what}.`);
      });
    });
}

const withContactOptions = (command: Command): Command =>
  command
    .option('--email <address>', 'the customer with this email')
    .option('--phone <number>', 'the customer with this phone')
    .option('--contact <id>', 'the contact with this id, which lead show prints; finds an erased one too');

/**
 * Printed before the erasure: after an interruption, the email or phone may no longer find the contact. The erasure is to
 * be repeated because of leads that arrive meanwhile. One is kept on the erased contact, which only the id finds, or on a
 * new contact, which only the email or phone finds.
 */
function howToRepeat(contactId: string, isSoughtByAddress: boolean): string {
  const again = isSoughtByAddress ? '; then the same command as now, which should find no contact' : '';
  return `In a minute, in case a lead was just arriving (at once if it is interrupted now), run leads contact erase --contact ${contactId} --yes${again}.`;
}

function remarkOnPhone({ phone }: ContactOptions, context: CliContext): void {
  if (phone !== undefined)
    remark(
      context,
      'A customer who gave this phone after another one, and an email, is found only by that email.',
    );
}
