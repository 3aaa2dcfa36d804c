import type { Command } from 'commander';
import type { LeadListQuery } from '../../../application/ports/inbound/operator.ts';
import { customerOf, isForgotten } from '../../../domain/deal.ts';
import type { DealType } from '../../../domain/deal-type.ts';
import type { LeadStatus } from '../../../domain/lead-status.ts';
import { Refused } from '../../../domain/refused.ts';
import { leadCsv } from '../spreadsheet/lead-csv.ts';
import { type CliContext, NotDone, print, printJson, remark, WrongUsage } from './cli-context.ts';
import {
  type ChangeOptions,
  examples,
  type ReadOptions,
  withChangeOptions,
  withReadOptions,
} from './command.ts';
import { confirmed, type LastingOptions, requireConfirmable } from './confirmation.ts';
import { nameOf } from './contact-views.ts';
import { leadSummary, leadTable, leadText, leadView } from './lead-views.ts';
import { cursor, dealType, keyId, limit, oneAddress, status, time } from './values.ts';

interface ListOptions extends Omit<LeadListQuery, 'email' | 'phone'> {
  readonly email?: string;
  readonly phone?: string;
  readonly type?: DealType;
  readonly csv?: boolean;
}

/** A list of the newest ones continues with those of the same millisecond as its last: some come twice, none is missed. */
const howToContinue = (oldest: Date | undefined, next: string): string =>
  oldest
    ? `There are more: run the same command with --until ${new Date(oldest.getTime() + 1).toISOString()}`
    : `There are more: run the same command with --cursor '${next}'`;

export function addLeadCommands(program: Command, context: CliContext): void {
  const lead = program.command('lead').description('leads and their status');

  withReadOptions(lead.command('show <id...>'))
    .description('show leads with their customer and history; with --json, one line each')
    .addHelpText('after', examples('lead show 0199…', 'lead show 0199… 019a… --json'))
    .action(async (leadIds: readonly string[], { json }: ReadOptions) => {
      const operator = await context.operator();
      for (const [index, leadId] of leadIds.entries()) {
        const kept = await operator.showLead({ leadId }).catch((error) => {
          if (!(error instanceof Refused) || leadIds.length === 1) throw error;
          throw new Refused(error.reason, `Lead ${index + 1} of ${leadIds.length}: ${error.message}`);
        });
        if (index > 0 && !json) await print(context, '');
        await (json ? printJson(context, leadView(kept)) : print(context, leadText(kept, context)));
      }
    });

  withReadOptions(lead.command('list'))
    .description('list leads, the oldest first; for recent ones add --since 1d')
    .option('--status <status>', 'only leads with this status', status)
    .option('--vendor <vendor>', 'only leads from this vendor (id or exact name)')
    .option('--key <id>', 'only leads sent with this key; key list prints the id', keyId)
    .option('--contact <id>', 'only leads of this customer; contact show prints the id')
    .option('--external-id <id>', 'only leads to which the vendor gave this id of its own')
    .option('--email <address>', 'only leads that came with this email')
    .option('--phone <number>', 'only leads that came with this phone')
    .option(
      '--since <time>',
      'only leads received since this time: 2026-05-01, 2026-05-01T08:00:00Z, or 2h',
      time(context.clock),
    )
    .option('--until <time>', 'only leads received before this time', time(context.clock))
    .option('--type <type>', 'only leads of this deal type', dealType)
    .option('--newest', 'the newest first')
    .option('--csv', 'print CSV, for a spreadsheet')
    .option('--limit <count>', 'maximum number of leads', limit, 50)
    .option('--cursor <cursor>', 'continue where an earlier list ended', cursor)
    .addHelpText(
      'after',
      examples(
        'lead list --status quoted --vendor "Blue Motors"',
        'lead list --external-id A-1 --vendor "Blue Motors"',
        'lead list --since 2h --limit 100 --json',
        'lead list --newest --type lift --csv > lifts.csv',
      ),
    )
    .action(async ({ json, csv, email, phone, type, ...query }: ReadOptions & ListOptions) => {
      if (json && csv) throw new WrongUsage('Give --json or --csv, not both.');
      const address = email === undefined && phone === undefined ? {} : oneAddress({ email, phone });
      const { leads, next, more } = await (await context.operator()).listLeads({
        ...query,
        dealType: type,
        ...address,
      });
      if (json) return printJson(context, { leads: leads.map(leadSummary), next, more });
      if (csv) await print(context, leadCsv(leads));
      else if (leads.length === 0) return print(context, 'No leads.');
      else await print(context, leadTable(leads, context));
      if (more) remark(context, howToContinue(query.newest ? leads.at(-1)?.receivedAt : undefined, next));
    });

  withChangeOptions(lead.command('move'), context)
    .description('change the status; leaving Won or Lost requires a reason')
    .argument('<id>', 'the leadId that the vendor received')
    .argument('<status>', 'the new status', status)
    .option('--reason <text>', 'why, for the history of the lead')
    .addHelpText(
      'after',
      examples('lead move 0199… quoted', 'lead move 0199… "In Progress" --reason "the customer came back"'),
    )
    .action((leadId: string, to: LeadStatus, { json, by, reason }: ChangeOptions & { reason?: string }) =>
      context.uninterrupted(async () => {
        const { before, after } = await (await context.operator()).moveLead({ leadId, to, reason, by });
        const changed = before.status !== after.status;
        if (json) return printJson(context, { leadId, status: after.status, from: before.status, changed });
        const said = changed ? `moved from ${before.status} to` : 'is already';
        return print(context, `Lead ${leadId} ${said} ${after.status}.`);
      }),
    );

  withChangeOptions(lead.command('erase'), context)
    .description(
      'permanently erase what one lead says about its customer, where other people share the contact',
    )
    .argument('<id>', 'the leadId that the vendor received')
    .option('--dry-run', 'only show what would be erased')
    .option('--yes', 'do not ask for confirmation')
    .addHelpText('after', examples('lead erase 0199… --dry-run', 'lead erase 0199… --yes'))
    .action(async (leadId: string, { json, by, dryRun = false, yes }: ChangeOptions & LastingOptions) => {
      requireConfirmable({ dryRun, yes }, context);
      const { deal, contact } = await (await context.operator()).showLead({ leadId });
      const { contactId } = deal;
      const already = isForgotten(deal);
      const what = `the customer’s data in lead ${leadId}`;
      const rest = contact ? ` What contact ${contactId} and its other leads say stays.` : '';
      const tell = (sentence: string) =>
        json
          ? printJson(context, { leadId, contactId, erased: !dryRun || already, ...(already && { already }) })
          : print(context, sentence);
      if (dryRun) return tell(`${already ? 'Erased before:' : 'This would erase'} ${what}.${rest}`);
      const customer = customerOf(deal, contact);
      const of = customer ? `, ${nameOf(customer)}` : '';
      if (!yes && !already && !(await confirmed(context, `Permanently erase ${what}${of}?${rest}`)))
        throw new NotDone('Nothing was erased.');
      await context.uninterrupted(async () => {
        await (await context.operator()).eraseLead({ leadId, by }); // repeated, too: the first time may have been interrupted
        await tell(`${already ? 'Erased before:' : 'Erased'} ${what}.${rest}`);
      });
    });
}
