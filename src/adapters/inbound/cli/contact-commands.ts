import { createInterface } from 'node:readline';
import type { Command } from 'commander';
import { Refused } from '../../../domain/refused.ts';
import { type CliContext, print, printJson, remark, WrongUsage } from './cli-context.ts';
import { type Acting, changing, examples } from './command.ts';
import { contactSought } from './values.ts';

interface Erasing extends Acting {
  readonly email?: string;
  readonly phone?: string;
  readonly contact?: string;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

export function addContactCommands(program: Command, context: CliContext): void {
  const contact = program.command('contact').description('customers');

  changing(contact.command('erase'), context)
    .description('permanently erase a customer’s personal data; their leads still return their status')
    .option('--email <address>', 'the customer with this email')
    .option('--phone <number>', 'the customer with this phone')
    .option('--contact <id>', 'the contact with this id, which lead show prints; use it to repeat an erasure')
    .option('--dry-run', 'only show what would be erased')
    .option('--yes', 'do not ask for confirmation')
    .addHelpText(
      'after',
      examples('contact erase --email ada@example.com --dry-run', 'contact erase --phone 5550109999 --yes'),
    )
    .action(async ({ json, by, dryRun = false, yes, ...given }: Erasing) => {
      const sought = contactSought(given);
      if (!dryRun && !yes && !context.stdin.isTTY)
        throw new WrongUsage('Standard input is not a terminal: pass --yes to confirm.');
      const { contactId, deals } = await context.operator().findContact(sought);
      const what = `contact ${contactId} and the personal data in ${deals === 1 ? 'its lead' : `its ${deals} leads`}`;
      if (!dryRun && !yes && !(await confirmed(context, `Permanently erase ${what}? [y/N] `))) {
        throw new Refused('Nothing was erased.');
      }
      await context.uninterrupted(async () => {
        if (!dryRun) await erase(context, contactId, by);
        if (json) return printJson(context, { contactId, leads: deals, erased: !dryRun });
        if (dryRun) return print(context, `This would erase ${what}.`);
        await print(context, `Erased ${what}.`);
      });
    });
}

/** Says first how to repeat it: by email or phone, the contact may no longer be found after an interruption. */
async function erase(context: CliContext, contactId: string, by: string): Promise<void> {
  const repeat = `contact erase --contact ${contactId}`;
  remark(
    context,
    `Run this again in a minute, in case a lead was just arriving, or if it is interrupted: ${repeat}`,
  );
  await context.operator().eraseContact({ contactId, by });
}

/** In cooked mode, so that Ctrl-C stays a signal. End of input means no. */
async function confirmed({ stdin, stderr }: CliContext, question: string): Promise<boolean> {
  stderr.write(question);
  const lines = createInterface({ input: stdin, terminal: false });
  try {
    for await (const line of lines) return /^\s*y(?:es)?\s*$/i.test(line);
    return false;
  } finally {
    lines.close();
  }
}
