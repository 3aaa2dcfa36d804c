import type { Command } from 'commander';
import { hasCustomer } from '../../../domain/intake/contact.ts';
import type { LeadStatus } from '../../../domain/intake/lead-status.ts';
import { nameOf } from '../../../domain/intake/name.ts';
import { assignmentView, moveView } from '../operators/leads.ts';
import { name, status, statusSince } from '../operators/values.ts';
import { type CliContext, NotDone, print, printJson, WrongUsage } from './cli-context.ts';
import { type ChangeOptions, examples, withChangeOptions } from './command.ts';
import { confirmed, type LastingOptions, requireConfirmable } from './confirmation.ts';
import { moveByCsv } from './lead-moves.ts';
import { type AttemptOptions, attemptIn, withAttemptOptions } from './lead-notes.ts';
import { given } from './values.ts';

interface MoveOptions extends ChangeOptions, AttemptOptions {
  readonly reason?: string;
  readonly from?: LeadStatus;
  readonly statusSince?: Date;
  readonly csv?: string;
  readonly vendor?: string;
  readonly lostReason?: string;
  readonly note?: string;
}

interface AssignOptions extends ChangeOptions {
  readonly to?: string;
  readonly nobody?: boolean;
  readonly from?: string;
  readonly fromNobody?: boolean;
}

export function addLeadChanges(lead: Command, context: CliContext): void {
  withAttemptOptions(withChangeOptions(lead.command('move'), context))
    .description('change the status of one lead, or of many by CSV; leaving Won or Lost requires a reason')
    .argument('[id]', 'the leadId that the vendor received')
    .argument('[status]', 'the new status', given(status))
    .option('--reason <text>', 'why, for the history of the lead')
    .option('--from <status>', 'only if it still has this status', given(status))
    .option(
      '--status-since <time>',
      'only if it still has the status that it had since then: statusSince of lead list --json',
      given(statusSince),
    )
    .option('--lost-reason <code>', 'why it is Lost: one of LOST_REASONS')
    .option('--note <text>', 'what to write down with it, also with one of the following')
    .option(
      '--csv <file>',
      'lines of id,status[,reason], with or without a head line, such as an edited lead list --csv; - is standard input',
    )
    .option('--vendor <vendor>', 'the ids in the CSV are this vendor’s own (vendor: id or exact name)')
    .addHelpText(
      'after',
      examples(
        'lead move 0199… quoted',
        'lead move 0199… "In Progress" --reason "the customer came back"',
        'lead move 0199… lost --lost-reason price --reached --note "bought a used one"',
        'lead move --csv meeting.csv --vendor "Blue Motors"',
      ),
    )
    .action((leadId: string | undefined, to: LeadStatus | undefined, options: MoveOptions) => {
      const { json, by, reason, from, statusSince, csv, vendor, lostReason, note: text } = options;
      const kind = attemptIn(options) ?? (text === undefined ? undefined : 'note');
      if (csv !== undefined) {
        if (leadId !== undefined) throw new WrongUsage('Give ID and STATUS, or --csv, not both.');
        if (from !== undefined || statusSince !== undefined)
          throw new WrongUsage('In a CSV, a column statusSince says what was seen.');
        if (kind !== undefined || lostReason !== undefined)
          throw new WrongUsage('In a CSV, a column lostReason says why; notes go with single moves.');
        return moveByCsv(context, { file: csv, vendor, reason, by, json });
      }
      if (leadId === undefined || to === undefined)
        throw new WrongUsage('Give ID and STATUS, or --csv FILE.');
      if (vendor !== undefined) throw new WrongUsage('--vendor goes with --csv.');
      return context.uninterrupted(async () => {
        const { moveLead } = await context.operator();
        const view = moveView(
          await moveLead({
            ...{ leadId, to, reason, lostReason, seen: { status: from, since: statusSince }, by },
            activity: kind && { kind, text },
          }),
        );
        if (json) return printJson(context, view);
        const said = view.changed ? `moved from ${view.from} to` : 'is already';
        return print(context, `Lead ${view.leadId} ${said} ${view.status}.`);
      });
    });

  withChangeOptions(lead.command('assign'), context)
    .description('say who takes care of a lead')
    .argument('<id>', 'the leadId that the vendor received')
    .option('--to <name>', 'this person (name or id)', given(name))
    .option('--nobody', 'nobody any more')
    .option('--from <name>', 'only if it still is this person’s', given(name))
    .option('--from-nobody', 'only if it still is nobody’s')
    .addHelpText('after', examples('lead assign 0199… --to "Grace Hopper"', 'lead assign 0199… --nobody'))
    .action((leadId: string, { json, by, to, nobody = false, from, fromNobody = false }: AssignOptions) => {
      if ((to !== undefined) === nobody) throw new WrongUsage('Give either --to or --nobody.');
      if (from !== undefined && fromNobody) throw new WrongUsage('Give --from or --from-nobody, not both.');
      const seen = from !== undefined || fromNobody ? { owner: from ?? null } : undefined;
      return context.uninterrupted(async () => {
        const { assignLead, namePeople } = await context.operator();
        const changed = await assignLead({ leadId, to, seen, by });
        const view = assignmentView(changed, await namePeople());
        if (json) return printJson(context, view);
        const said = view.changed ? 'is now' : 'is already';
        const whose = view.owner ? `assigned to ${view.owner.name}` : 'nobody’s';
        return print(context, `Lead ${view.leadId} ${said} ${whose}.`);
      });
    });

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
