import type { Command } from 'commander';
import type {
  LeadListQuery,
  LeadPage,
  WholeLead,
} from '../../../application/operators/ports/inbound/leads.ts';
import type { DealType } from '../../../domain/intake/deal-type.ts';
import { isBlank } from '../../../domain/intake/text.ts';
import { Refused } from '../../../domain/refused.ts';
import { endOfToday } from '../operators/follow-up-time.ts';
import { wholeLeadColumns } from '../operators/lead-columns.ts';
import { leadPageView, leadView } from '../operators/leads.ts';
import type { Names } from '../operators/timeline.ts';
import {
  cursor,
  dealType,
  limit,
  name,
  positiveDuration,
  searchText,
  since,
  status,
  until,
} from '../operators/values.ts';
import { leadCsv } from '../spreadsheet/lead-csv.ts';
import { type CliContext, print, printJson, remark, WrongUsage } from './cli-context.ts';
import { continueFrom, examples, groupOf, requireOneFormat, withChangeOptions } from './command.ts';
import { deliveriesText, leadTable, leadText } from './lead-views.ts';
import { atTerminal } from './operation-commands.ts';
import { given, keyId, oneAddress } from './values.ts';

interface ListOptions extends Omit<LeadListQuery, 'email' | 'phone' | 'owner' | 'due' | 'limit'> {
  readonly limit?: number;
  readonly owner?: string;
  readonly nobody?: boolean;
  readonly due?: boolean;
  readonly find?: string;
  readonly email?: string;
  readonly phone?: string;
  readonly type?: DealType;
  readonly csv?: boolean;
  readonly json?: boolean;
  readonly by: string;
}

type WholePage = Omit<LeadPage, 'leads'> & { readonly leads: readonly WholeLead[] };

/** Without a limit. */
const LEADS_SHOWN = 50;

/** Several, one after the other; as JSON one line each. */
export const showLead = atTerminal({
  recorded: true,
  async act({ command, json, operator }, context) {
    const { namePeople, nameLostReasons, showLead, leadDeliveries } = await operator();
    const people = await namePeople();
    const reasons = await nameLostReasons();
    const leadIds = command.args;
    for (const [index, leadId] of leadIds.entries()) {
      const kept = await showLead({ leadId }).catch((error) => {
        if (!(error instanceof Refused) || leadIds.length === 1) throw error;
        throw new Refused(error.reason, `Lead ${index + 1} of ${leadIds.length}: ${error.message}`);
      });
      const deliveries = await leadDeliveries({ leadId });
      if (json) {
        await printJson(context, leadView(kept, deliveries, people));
        continue;
      }
      const text = leadText(kept, { people, reasons }, context);
      await print(context, `${index > 0 ? '\n' : ''}${text}${deliveriesText(deliveries, context)}`);
    }
  },
});

export function addLeadCommands(program: Command, context: CliContext): void {
  const lead = groupOf(program, 'lead');

  withChangeOptions(lead.command('list'), context)
    .description('list leads, the oldest first; for recent ones add --since 1d')
    .option(
      '--find <text>',
      'only leads with this phone or its last digits, email, part of a name, make or model, or id (ours or the vendor’s)',
      given(searchText),
    )
    .option('--status <status>', 'only leads with this status', given(status))
    .option('--open', 'only leads that are neither won nor lost')
    .option('--unanswered', 'only leads whose customers wait for a first answer, the longest first')
    .option(
      '--waiting <duration>',
      'only leads with the same status for longer: 3d or 12h',
      given(positiveDuration),
    )
    .option('--due', 'only leads whose follow-up is for today or was before, the earliest first')
    .option('--owner <name>', 'only leads that this person takes care of (name or id)', given(name))
    .option('--nobody', 'only leads that nobody takes care of')
    .option('--vendor <vendor>', 'only leads from this vendor (id or exact name)')
    .option('--key <id>', 'only leads sent with this key; key list prints the id', keyId)
    .option('--contact <id>', 'only leads of this customer; contact show prints the id')
    .option('--external-id <id>', 'only leads to which the vendor gave this id of its own')
    .option('--email <address>', 'only leads that came with this email')
    .option('--phone <number>', 'only leads that came with this phone')
    .option(
      '--since <time>',
      'only leads received since this day or time: 2026-05-01, 2026-05-01T08:00:00Z, or 2h',
      given(since(context)),
    )
    .option(
      '--until <time>',
      'only leads received until this day, which is included, or before this time',
      given(until(context)),
    )
    .option('--type <type>', 'only leads of this deal type', given(dealType))
    .option('--newest', 'the newest first')
    .option('--changed', 'only leads that somebody has changed, whichever was changed last first')
    .option('--csv', 'print CSV, for a spreadsheet: all leads, unless there is a --limit')
    .option('--limit <count>', `maximum number of leads (default: ${LEADS_SHOWN})`, given(limit))
    .option('--cursor <cursor>', 'continue where an earlier list ended', given(cursor))
    .addHelpText(
      'after',
      examples(
        'lead list --find "(555) 010-9999"',
        'lead list --find "toyota camry" --newest',
        'lead list --open --waiting 3d --nobody',
        'lead list --unanswered --limit 20',
        'lead list --due --owner "Grace Hopper"',
        'lead list --status quoted --vendor "Blue Motors"',
        'lead list --external-id A-1 --vendor "Blue Motors"',
        'lead list --since 2h --limit 100 --json',
        'lead list --changed --limit 10',
        'lead list --newest --type lift --csv > lifts.csv',
      ),
    )
    .action(
      async ({ json, csv, by, email, phone, type, owner, nobody, find, due, ...query }: ListOptions) => {
        requireOneFormat({ json, csv });
        if ([query.newest, due, query.unanswered, query.changed].filter(Boolean).length > 1)
          throw new WrongUsage(
            'Give only one of --newest, --due, --unanswered and --changed: each is an order.',
          );
        if (owner !== undefined && nobody) throw new WrongUsage('Give --owner or --nobody, not both.');
        if (find !== undefined && isBlank(find)) throw new WrongUsage('Give a text to find.');
        const address = email === undefined && phone === undefined ? {} : oneAddress({ email, phone });
        const operator = await context.operator();
        const wanted = {
          ...query,
          dealType: type,
          owner: nobody ? null : owner,
          text: find,
          due: due ? endOfToday(context.clock(), context.timeZone) : undefined,
          ...address,
        };
        const goOn = ({ next, more }: Pick<LeadPage, 'next' | 'more'>) => {
          if (more && next) remark(context, continueFrom(next));
        };
        const people = await operator.namePeople();
        if (csv) {
          const names = { people, reasons: await operator.nameLostReasons(), zone: context.timeZone };
          return exportCsv(await operator.exportWholeLeads({ ...wanted, by }), names, goOn);
        }
        const page = await operator.listLeads({ ...wanted, limit: wanted.limit ?? LEADS_SHOWN });
        if (json) return printJson(context, leadPageView(page, people));
        if (page.leads.length === 0) return print(context, 'No leads.');
        await print(context, leadTable(page.leads, people, context, { due, waits: query.unanswered }));
        goOn(page);
      },
    );

  async function exportCsv(
    pages: AsyncIterable<WholePage>,
    names: Names,
    end: (last: WholePage) => void,
  ): Promise<void> {
    let last: WholePage | undefined;
    for await (const part of leadCsv(watched(), wholeLeadColumns, names))
      await print(context, part.trimEnd());
    if (last) end(last);

    async function* watched() {
      for await (const page of pages) {
        last = page;
        yield page;
      }
    }
  }
}
