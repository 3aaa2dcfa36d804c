import type { Command } from 'commander';
import type {
  Counts,
  LeadCounts,
  LostCount,
  Report,
} from '../../../application/operators/ports/inbound/report.ts';
import type { AuditPlace } from '../../../application/operators/ports/outbound/audit-log.ts';
import type { Vendor } from '../../../domain/intake/vendor.ts';
import type { TimeZone } from '../../../domain/time-zone.ts';
import type { NamedPerson } from '../../../domain/work/person.ts';
import { auditColumns, auditListView } from '../operators/audit.ts';
import { endOfDay, startOfDay } from '../operators/days.ts';
import type { Columns } from '../operators/list.ts';
import {
  leftOut,
  lostAndUnsaid,
  lostReasonsOf,
  reportGroups,
  reportView,
  sortedRows,
  unknownText,
} from '../operators/report.ts';
import { answerCounts, leadCounts } from '../operators/report-columns.ts';
import { month, spanOf as spanOfDays } from '../operators/report-span.ts';
import { auditCursor, limit, name, since, until } from '../operators/values.ts';
import { listCsv } from '../spreadsheet/list-csv.ts';
import { reportCsv } from '../spreadsheet/report-csv.ts';
import { type CliContext, print, printJson, remark, WrongUsage } from './cli-context.ts';
import { continueFrom, examples, type ReadOptions, requireOneFormat, withReadOptions } from './command.ts';
import { type Style, table } from './text.ts';
import { given as read } from './values.ts';

interface Span {
  readonly since: Date;
  readonly until: Date;
}

interface ReportOptions extends ReadOptions, Partial<Span> {
  readonly month?: Span;
  readonly csv?: boolean;
}

interface AuditOptions extends ReadOptions, Partial<Span> {
  readonly by?: string;
  readonly day?: Span;
  readonly on?: string;
  readonly limit?: number;
  /** An empty text: from the beginning. */
  readonly cursor?: AuditPlace | '';
  readonly csv?: boolean;
}

const ENTRIES_SHOWN = 50;

export function addReportCommands(program: Command, context: CliContext): void {
  withReadOptions(program.command('report'))
    .description('what became of the leads received in this month or another span, by vendor and deal type')
    .option(
      '--month <month>',
      'received in this month: 2026-05',
      read((text) => month(text, context.timeZone)),
    )
    .option('--since <time>', 'received since this day or time: 2026-05-01, or 7d', read(since(context)))
    .option(
      '--until <time>',
      'received until this day, which is included, or before this time; by default now',
      read(until(context)),
    )
    .option('--csv', 'print CSV, for a spreadsheet')
    .addHelpText('after', examples('report', 'report --month 2026-05 --csv > may.csv', 'report --since 7d'))
    .action(async ({ json, csv, ...given }: ReportOptions) => {
      requireOneFormat({ json, csv });
      const span = spanOf(given, context);
      const operator = await context.operator();
      const report = await operator.reportLeads(span);
      const [vendors, people] = await Promise.all([operator.nameVendors(), operator.namePeople()]);
      if (csv) return print(context, reportCsv(report, vendors, people, context.timeZone));
      if (json) return printJson(context, reportView(span, report, vendors, people));
      const rows = [...sortedRows(report, vendors), { vendorName: 'Total', dealType: '', ...report.total }];
      await print(context, spanText(span, context.timeZone));
      await print(context, table(rowColumns, rows, context));
      const { notCounted } = report.total;
      if (notCounted > 0) await print(context, `\n${leftOut(notCounted)}`);
      const lost = lostAndUnsaid(report, await operator.nameLostReasons());
      if (lost.length > 0) await print(context, `\n${lostTable(lost, vendors, context)}`);
      if (report.total.received > 0)
        await print(context, `\n${answerTable(report, vendors, people, context)}`);
    });

  withReadOptions(program.command('audit'))
    .description('list what operators did, the newest first')
    .option('--by <name>', 'only what this person did (name or id), or the token with this id', read(name))
    .option('--on <id>', 'only what was done to this vendor, key, lead, contact, person or webhook')
    .option(
      '--day <day>',
      'only what was begun on this day: 2026-05-01',
      read((day) => ({
        since: startOfDay(day, context.timeZone),
        until: endOfDay(day, context.timeZone),
      })),
    )
    .option('--since <time>', 'only what was begun since this day or time, or 2h', read(since(context)))
    .option('--until <time>', 'only what was begun until this day, or before this time', read(until(context)))
    .option(
      '--limit <count>',
      `maximum number of entries (default: ${ENTRIES_SHOWN}; all, with --since or --day)`,
      read(limit),
    )
    .option('--cursor <cursor>', 'continue where an earlier list ended', read(auditCursor))
    .option('--csv', 'print CSV, for a spreadsheet')
    .addHelpText(
      'after',
      examples(
        'audit --by "Grace Hopper" --day 2026-05-01',
        'audit --on 0199…',
        'audit --until 2026-05-01 --limit 500 --csv',
      ),
    )
    .action(async ({ json, csv, by: person, day, limit: given, cursor, ...query }: AuditOptions) => {
      requireOneFormat({ json, csv });
      const { readAudit, namePeople } = await context.operator();
      const most = given ?? (day || query.since ? undefined : ENTRIES_SHOWN);
      const after = cursor || undefined;
      const found = await readAudit({ ...day, ...query, person, after, limit: most && most + 1 });
      const people = await namePeople();
      const page = auditListView(found, most, people);
      if (json) return printJson(context, page);
      const entries = found.slice(0, most);
      const wording = { people, zone: context.timeZone };
      if (csv) {
        const { heads, line } = listCsv(auditColumns, context.timeZone);
        await print(context, [heads, ...entries.map((entry) => line(entry, wording))].join('\n'));
      } else if (entries.length === 0) return print(context, 'Nothing yet.');
      else await print(context, table(auditColumns, entries, { ...context, ...wording }));
      if (page.next) remark(context, continueFrom(page.next));
    });
}

function spanOf(
  { month: given, since, until }: Omit<ReportOptions, 'json' | 'csv'>,
  { clock, timeZone }: CliContext,
): Span {
  if (given && (since || until)) throw new WrongUsage('Give --month, or --since and --until.');
  if (until && !since) throw new WrongUsage('Give --since, too.');
  if (since) return { since, until: until ?? clock() };
  return given ?? spanOfDays({}, clock(), timeZone);
}

const spanText = ({ since, until }: Span, zone: TimeZone): string =>
  `Leads received from ${zone.clockAt(since)} until ${zone.clockAt(until)} (${zone.name})`;

const rowColumns = {
  vendorName: { head: 'Vendor', value: ({ vendorName }) => vendorName },
  dealType: { head: 'Type', value: ({ dealType }) => dealType },
  ...leadCounts,
} as const satisfies Columns<LeadCounts & { readonly vendorName: string; readonly dealType: string }>;

function lostTable(lost: Report['lost'], vendors: readonly Vendor[], style: Style): string {
  const ofVendors = Map.groupBy(sortedRows({ rows: lost }, vendors), ({ vendorId }) => vendorId);
  const rows = [...ofVendors.values()].flatMap((group) =>
    lostReasonsOf(group).map((reason) => ({ ...reason, vendorName: group[0]?.vendorName })),
  );
  return table(lostColumns, rows, style);
}

const lostColumns = {
  vendorName: { head: 'Vendor', value: ({ vendorName }) => vendorName },
  words: { head: 'Lost because', value: ({ words }) => words },
  leads: { head: 'Leads', value: ({ leads }) => leads },
} as const satisfies Columns<
  Pick<LostCount, 'words' | 'leads'> & { readonly vendorName: string | undefined }
>;

/** How soon customers were answered: in total, by vendor, by type and by owner. */
function answerTable(
  report: Report,
  accounts: readonly Vendor[],
  people: readonly NamedPerson[],
  style: Style,
): string {
  const { total, goal } = report;
  const { vendors, types, owners } = reportGroups(report, accounts, people);
  const rows = [
    { ...total, name: 'Total' },
    ...vendors.map((each) => ({ ...each, name: `Vendor ${each.name}` })),
    ...types.map((each) => ({ ...each, name: `Type ${each.dealType}` })),
    ...owners.map((each) => ({ ...each, name: `Owner ${each.name}` })),
  ];
  const columns: Columns<Counts & { readonly name: string }> = {
    name: { head: 'First answer', value: ({ name }) => name },
    ...answerCounts(goal.within),
  };
  const text = table(columns, rows, style);
  return total.unknown > 0 ? `${text}\n\n${unknownText(total.unknown)}` : text;
}
