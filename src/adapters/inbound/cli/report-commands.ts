import { type Command, InvalidArgumentError } from 'commander';
import type { LeadCounts } from '../../../application/ports/inbound/operator.ts';
import type { RecordedEntry } from '../../../application/ports/outbound/audit-log.ts';
import { winRate } from '../../../application/report.ts';
import { csvLine } from '../spreadsheet/csv.ts';
import { reportCsv, sortedRows } from '../spreadsheet/report-csv.ts';
import { type CliContext, print, printJson, remark, WrongUsage } from './cli-context.ts';
import { continueUntil, examples, type ReadOptions, requireOneFormat, withReadOptions } from './command.ts';
import { table, timeText } from './text.ts';
import { limit, time } from './values.ts';

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
    .option('--month <month>', 'received in this month, in UTC: 2026-05', month)
    .option('--since <time>', 'received since this time: 2026-05-01, or 7d', time(context.clock))
    .option('--until <time>', 'received before this time, by default now', time(context.clock))
    .option('--csv', 'print CSV, for a spreadsheet')
    .addHelpText('after', examples('report', 'report --month 2026-05 --csv > may.csv', 'report --since 7d'))
    .action(async ({ json, csv, ...given }: ReportOptions) => {
      requireOneFormat({ json, csv });
      const span = spanOf(given, context.clock());
      const operator = await context.operator();
      const report = await operator.reportLeads(span);
      const accounts = await operator.nameVendors();
      if (csv) return print(context, reportCsv(report, accounts));
      const { days, total } = report;
      const rows = sortedRows(report, accounts);
      if (json)
        return printJson(context, {
          ...span,
          rows: rows.map(({ vendorId, ...row }) => ({ vendor: vendorId, ...withRate(row) })),
          days: days.map(withRate),
          total: withRate(total),
        });
      const cells = [
        ...rows.map((row) => [row.vendorName, row.dealType, ...figures(row)]),
        ['Total', '', ...figures(total)],
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
    .option('--until <time>', 'only what was begun before this time', time(context.clock))
    .option('--limit <count>', 'maximum number of entries', limit, 50)
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

function month(text: string): Span {
  const [, year, number] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(text) ?? [];
  if (number === undefined) throw new InvalidArgumentError('Use a form such as 2026-05.');
  return monthOf(Number(year), Number(number) - 1);
}

const monthOf = (year: number, index: number): Span => ({
  since: new Date(Date.UTC(year, index)),
  until: new Date(Date.UTC(year, index + 1)),
});

function spanOf({ month: given, since, until }: Omit<ReportOptions, 'json' | 'csv'>, now: Date): Span {
  if (given && (since || until)) throw new WrongUsage('Give --month, or --since and --until.');
  if (until && !since) throw new WrongUsage('Give --since, too.');
  if (since) return { since, until: until ?? now };
  return given ?? monthOf(now.getUTCFullYear(), now.getUTCMonth());
}

const withRate = <C extends LeadCounts>(counts: C) => ({ ...counts, winRate: winRate(counts) });

const figures = (counts: LeadCounts): string[] => {
  const rate = winRate(counts);
  return [
    ...[counts.received, counts.open, counts.won, counts.lost].map(String),
    rate === undefined ? '-' : `${Math.round(rate * 100)} %`,
  ];
};

const entryView = ({ at, by, action, on, outcome, fields, merged }: RecordedEntry) => ({
  at,
  by,
  action,
  on,
  outcome,
  fields,
  merged,
});

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
