import type { Command } from 'commander';
import type { LeadCounts } from '../../../application/ports/inbound/operator.ts';
import type { RecordedEntry } from '../../../application/ports/outbound/audit-log.ts';
import { entryView } from '../operators/audit.ts';
import { reportView, sortedRows, winRateText } from '../operators/report.ts';
import { month, spanOf as spanOfDays } from '../operators/report-span.ts';
import { limit, time } from '../operators/values.ts';
import { csvLine } from '../spreadsheet/csv.ts';
import { reportCsv } from '../spreadsheet/report-csv.ts';
import { type CliContext, print, printJson, remark, WrongUsage } from './cli-context.ts';
import { continueUntil, examples, type ReadOptions, requireOneFormat, withReadOptions } from './command.ts';
import { table, timeText } from './text.ts';
import { given as read } from './values.ts';

interface Span {
  readonly since: Date;
  readonly until: Date;
}

interface ReportOptions extends ReadOptions, Partial<Span> {
  readonly month?: Span;
  readonly csv?: boolean;
}

interface AuditOptions extends ReadOptions {
  readonly on?: string;
  readonly until?: Date;
  readonly limit: number;
  readonly csv?: boolean;
}

export function addReportCommands(program: Command, context: CliContext): void {
  withReadOptions(program.command('report'))
    .description('what became of the leads received in this month or another span, by vendor and deal type')
    .option('--month <month>', 'received in this month, in UTC: 2026-05', read(month))
    .option('--since <time>', 'received since this time: 2026-05-01, or 7d', read(time(context.clock)))
    .option('--until <time>', 'received before this time, by default now', read(time(context.clock)))
    .option('--csv', 'print CSV, for a spreadsheet')
    .addHelpText('after', examples('report', 'report --month 2026-05 --csv > may.csv', 'report --since 7d'))
    .action(async ({ json, csv, ...given }: ReportOptions) => {
      requireOneFormat({ json, csv });
      const span = spanOf(given, context.clock());
      const operator = await context.operator();
      const report = await operator.reportLeads(span);
      const vendors = await operator.nameVendors();
      if (csv) return print(context, reportCsv(report, vendors));
      if (json) return printJson(context, reportView(span, report, vendors));
      const cells = [
        ...sortedRows(report, vendors).map((row) => [row.vendorName, row.dealType, ...figures(row)]),
        ['Total', '', ...figures(report.total)],
      ];
      await print(context, `Leads received from ${timeText(span.since)} until ${timeText(span.until)}`);
      return print(
        context,
        table(['VENDOR', 'TYPE', 'RECEIVED', 'OPEN', 'WON', 'LOST', 'WIN RATE'], cells, context),
      );
    });

  withReadOptions(program.command('audit'))
    .description('list what operators did, the newest first')
    .option('--on <id>', 'only what was done to this vendor, key, lead, contact or webhook')
    .option('--until <time>', 'only what was begun before this time', read(time(context.clock)))
    .option('--limit <count>', 'maximum number of entries', read(limit), 50)
    .option('--csv', 'print CSV, for a spreadsheet')
    .addHelpText('after', examples('audit --on 0199…', 'audit --until 2026-05-01 --limit 500 --csv'))
    .action(async ({ json, csv, limit: most, ...query }: AuditOptions) => {
      requireOneFormat({ json, csv });
      const found = await (await context.operator()).readAudit({ ...query, limit: most + 1 });
      const entries = found.slice(0, most);
      const more = found.length > most;
      if (json) return printJson(context, { entries: entries.map(entryView), more });
      if (csv) await print(context, auditCsv(entries));
      else if (entries.length === 0) return print(context, 'Nothing yet.');
      else
        await print(context, table(['WHEN', 'WHO', 'WHAT', 'ON', 'OUTCOME'], entries.map(entryRow), context));
      const last = entries.at(-1);
      if (more && last) remark(context, continueUntil(last.at));
    });
}

function spanOf({ month: given, since, until }: Omit<ReportOptions, 'json' | 'csv'>, now: Date): Span {
  if (given && (since || until)) throw new WrongUsage('Give --month, or --since and --until.');
  if (until && !since) throw new WrongUsage('Give --since, too.');
  if (since) return { since, until: until ?? now };
  return given ?? spanOfDays({}, now);
}

const figures = (counts: LeadCounts): string[] => [
  ...[counts.received, counts.open, counts.won, counts.lost].map(String),
  winRateText(counts) ?? '-',
];

const entryRow = ({ at, by, action, on, outcome }: RecordedEntry): string[] => [
  ...[timeText(at), by, action, on, outcome ?? 'unknown'],
];

const auditCsv = (entries: readonly RecordedEntry[]): string =>
  [
    ['at', 'by', 'action', 'on', 'outcome'],
    ...entries.map(({ at, by, action, on, outcome }) => [at.toISOString(), by, action, on, outcome ?? '']),
  ]
    .map(csvLine)
    .join('\n');
