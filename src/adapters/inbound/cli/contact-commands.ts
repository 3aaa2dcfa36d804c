import type { Command } from 'commander';
import { countLeadsUnderOtherNames } from '../../../application/operators/contacts/other-names.ts';
import type { ContactSought } from '../../../application/operators/ports/inbound/contacts.ts';
import { contactFileView } from '../operators/contact-file.ts';
import { contactColumns, contactRecordView, contactRow } from '../operators/contacts.ts';
import { countOf } from '../operators/lead-words.ts';
import { limit, searchText } from '../operators/values.ts';
import { type CliContext, NotDone, print, printJson, remark } from './cli-context.ts';
import { type ChangeOptions, examples, groupOf, withChangeOptions } from './command.ts';
import { confirmed, type LastingOptions, requireConfirmable } from './confirmation.ts';
import { addContactChanges } from './contact-changes.ts';
import { contactText, whoIs } from './contact-views.ts';
import { leadTable } from './lead-views.ts';
import { table, terminalSafeJson, timeText } from './text.ts';
import { contactSearch, contactSought, given as read } from './values.ts';

/** Leads shown with their contact; `lead list` has all of them. */
const MAX_LEADS_SHOWN = 50;

interface ContactOptions {
  readonly email?: string;
  readonly phone?: string;
  readonly contact?: string;
}

interface FindOptions {
  readonly email?: string;
  readonly phone?: string;
  readonly name?: string;
  readonly limit: number;
}

interface EraseOptions extends ChangeOptions, ContactOptions, LastingOptions {}

export function addContactCommands(program: Command, context: CliContext): void {
  const contact = groupOf(program, 'contact');

  withChangeOptions(contact.command('find'), context)
    .description('list every contact that holds or shows an email, a phone or a part of a name')
    .option('--email <address>', 'contacts with this email')
    .option('--phone <number>', 'contacts with this phone: everybody who shares it')
    .option('--name <name>', 'contacts with these words in their name; reads every contact', read(searchText))
    .option('--limit <count>', 'maximum number of contacts', read(limit), 100)
    .addHelpText(
      'after',
      examples('contact find --phone 5550109999', 'contact find --name "ada love" --json'),
    )
    .action(async ({ json, by, limit: most, ...given }: ChangeOptions & FindOptions) => {
      const sought = contactSearch(given);
      const { findContacts } = await context.operator();
      const { contacts, more } = await findContacts({ ...sought, limit: most, by });
      if (json) return printJson(context, { contacts: contacts.map(contactRow), more });
      await print(context, contacts.length > 0 ? table(contactColumns, contacts, context) : 'No contacts.');
      if (more) remark(context, `There are more: add --limit ${2 * most}`);
    });

  withContactOptions(withChangeOptions(contact.command('show [id]'), context))
    .description('show what is kept about a customer, and their leads, the oldest first')
    .addHelpText('after', examples('contact show 6b01…', 'contact show --email ada@example.com --json'))
    .action(async (id: string | undefined, { json, by, ...given }: ChangeOptions & ContactOptions) => {
      const sought = contactSought({ ...given, id });
      const operator = await context.operator();
      const found = await operator.findContact({ ...sought, by });
      const { contactId } = found;
      remarkOnPhone(given, context);
      const { leads, more } = await operator.listLeads({ contact: contactId, limit: MAX_LEADS_SHOWN });
      const people = await operator.namePeople();
      if (json) return printJson(context, contactRecordView(found, { leads, more }, people));
      await print(context, contactText(found, context));
      if (leads.length > 0) await print(context, `\n${leadTable(leads, people, context)}`);
      if (more) remark(context, `There are more: lead list --contact ${contactId}`);
    });

  withContactOptions(withChangeOptions(contact.command('export'), context))
    .description('print everything that is kept about a customer, as JSON, for them to read')
    .addHelpText('after', examples('contact export --email ada@example.com > ada.json'))
    .action(async ({ json, by, ...given }: ChangeOptions & ContactOptions) => {
      const { exportContact } = await context.operator();
      const file = contactFileView(await exportContact({ ...contactSought(given), by }), context.clock());
      await print(context, terminalSafeJson(file, json ? undefined : 2));
      const { leads, leadsUnderOtherNames: others } = file;
      if (others > 0)
        remark(
          context,
          `Of its ${countOf(leads.length)}, ${others} came under another first name: look through the file before you hand it on.`,
        );
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
      const operator = await context.operator();
      const found = await operator.findContact({ ...sought, by });
      const { contactId, contact, deals, erased } = found;
      const others = await countLeadsUnderOtherNames(found, operator);
      remarkOnPhone(given, context);
      const before = erased ? ` (erased before, on ${timeText(erased, context)})` : '';
      const shared =
        others > 0 ? ` (${others} under another first name: lead erase ID erases a single lead)` : '';
      const leads = `the personal data in ${deals === 1 ? 'its lead' : `its ${deals} leads`}${shared}`;
      const what = `contact ${contactId}${before} and ${leads}`;
      const whom = contact ? `contact ${contactId} (${whoIs(contact)}) and ${leads}` : what;
      const tell = (sentence: string) =>
        json
          ? printJson(context, { contactId, leads: deals, leadsUnderOtherNames: others, erased: !dryRun })
          : print(context, sentence);
      if (dryRun) return tell(`This would erase ${what}.`);
      if (!yes && !(await confirmed(context, `Permanently erase ${whom}?`)))
        throw new NotDone('Nothing was erased.');
      await context.uninterrupted(async () => {
        if (!erased) remark(context, howToRepeat(contactId, given.contact === undefined));
        await operator.eraseContact({ contactId, by });
        await tell(`Erased ${what}.`);
        if (!('contactId' in sought)) await remarkOnOthers({ ...sought, by }, context);
      });
    });

  addContactChanges(contact, context);
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

/** The same email or phone may stand in contacts and leads of other people. */
async function remarkOnOthers(
  sought: Exclude<ContactSought, { readonly contactId: string }> & { readonly by: string },
  context: CliContext,
): Promise<void> {
  const { contacts } = await (await context.operator()).findContacts({ ...sought, limit: 1 });
  const option = 'email' in sought ? '--email' : '--phone';
  if (contacts.length > 0)
    remark(
      context,
      `It still stands in other contacts or their leads: run contact find and lead list with the same ${option}.`,
    );
}

function remarkOnPhone({ phone }: ContactOptions, context: CliContext): void {
  if (phone !== undefined)
    remark(
      context,
      'A customer who gave this phone after another one, and an email, is found only by that email, or by contact find.',
    );
}
