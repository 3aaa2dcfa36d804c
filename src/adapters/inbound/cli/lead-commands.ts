import type { Command } from 'commander';
import type { LeadListQuery } from '../../../application/ports/inbound/operator.ts';
import type { LeadStatus } from '../../../domain/lead-status.ts';
import { type Acting, type Asking, changing, examples, reading } from './command.ts';
import { leadRow, leadRowHeads, leadSummary, leadText, leadView } from './lead-views.ts';
import { table } from './text.ts';
import { limit, status, time } from './values.ts';
import { print, printJson, remark, type World } from './world.ts';

export function addLeadCommands(program: Command, world: World): void {
  const lead = program.command('lead').description('leads and their status');

  reading(lead.command('show <id>'))
    .description('show a lead with its customer and history')
    .addHelpText('after', examples('lead show 0199…', 'lead show 0199… --json'))
    .action(async (leadId: string, { json }: Asking) => {
      const kept = await world.operator().showLead({ leadId });
      return json ? printJson(world, leadView(kept)) : print(world, leadText(kept, world));
    });

  reading(lead.command('list'))
    .description('list leads in order of receipt')
    .option('--status <status>', 'only leads with this status', status)
    .option('--vendor <vendor>', 'only leads from this vendor (id or exact name)')
    .option(
      '--since <time>',
      'only leads received since this time: 2026-05-01, 2026-05-01T08:00:00Z, or 2h',
      time(world.clock),
    )
    .option('--limit <count>', 'maximum number of leads', limit, 50)
    .option('--cursor <cursor>', 'continue where an earlier list ended')
    .addHelpText(
      'after',
      examples('lead list --status quoted --vendor "Blue Motors"', 'lead list --since 2h --limit 100 --json'),
    )
    .action(async ({ json, ...query }: Asking & LeadListQuery) => {
      const { leads, next, more } = await world.operator().listLeads(query);
      if (json) return printJson(world, { leads: leads.map(leadSummary), next, more });
      if (leads.length === 0) return print(world, 'No leads.');
      await print(world, table(leadRowHeads, leads.map(leadRow), world));
      if (more) remark(world, `There are more: add --cursor ${next}`);
    });

  changing(lead.command('move'), world)
    .description('change the status; leaving Won or Lost requires a reason')
    .argument('<id>', 'the leadId that the vendor received')
    .argument('<status>', 'the new status', status)
    .option('--reason <text>', 'why, for the history of the lead')
    .addHelpText(
      'after',
      examples('lead move 0199… quoted', 'lead move 0199… "In Progress" --reason "the customer came back"'),
    )
    .action((leadId: string, to: LeadStatus, { json, by, reason }: Acting & { reason?: string }) =>
      world.undisturbed(async () => {
        const { before, after } = await world.operator().moveLead({ leadId, to, reason, by });
        const changed = before.status !== after.status;
        if (json) return printJson(world, { leadId, status: after.status, from: before.status, changed });
        const said = changed ? `moved from ${before.status} to` : 'is already';
        return print(world, `Lead ${leadId} ${said} ${after.status}.`);
      }),
    );
}
