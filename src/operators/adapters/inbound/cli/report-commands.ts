import type { AnswerCounts, LeadCounts } from '#operators/application/ports/inbound/report-use-cases.ts';
import type { TimeZone } from '#operators/domain/time-zone.ts';
import { auditColumns } from '../presentation/audit-views.ts';
import { meaning, optional, timeFrom, timeUntil } from '../presentation/fields.ts';
import type { Columns } from '../presentation/list.ts';
import type { Call } from '../presentation/operation.ts';
import { auditQuery, entriesFound, USUAL_LIMIT } from '../presentation/operations/report-operations.ts';
import { answerCounts, leadCounts } from '../presentation/report-columns.ts';
import { month, spanOf as spanOfDays } from '../presentation/report-span.ts';
import {
  leftOut,
  lostAndUnsaid,
  lostReasonsOf,
  type NamedReport,
  reportOf,
  unknownText,
} from '../presentation/report-views.ts';
import { AuditList, nextAfter } from '../presentation/shapes/audit-shapes.ts';
import { Report } from '../presentation/shapes/report-shapes.ts';
import type { Calendar } from '../presentation/values.ts';
import { listCsv } from '../spreadsheet/list-csv.ts';
import { reportCsv } from '../spreadsheet/report-csv.ts';
import { atTerminal } from './at-terminal.ts';
import { type CliContext, print, remark, WrongUsage } from './cli-context.ts';
import { continueFrom } from './command-words.ts';
import { type Style, table } from './text.ts';

/** The report's span: a month, or days and times. */
const span = (calendar: Calendar) =>
  optional({
    month: meaning('Received in this month: 2026-05.', (text) => month(text, calendar.timeZone)),
    since: timeFrom('Received since this day or time: 2026-05-01, or 7d.', calendar),
    until: timeUntil(
      'Received until this day, which is included, or before this time; by default now.',
      calendar,
    ),
  });

export const reportLeads = atTerminal({
  query: span,
  async run(call) {
    const asked = spanOf(call);
    return Report.of({ ...asked, ...(await reportOf(asked, call.operator)) });
  },
  async csv(call, context) {
    const { report } = await reportOf(spanOf(call), call.operator);
    await print(context, reportCsv(report, context.timeZone));
  },
  async show(call, context) {
    const asked = spanOf(call);
    const { report } = await reportOf(asked, call.operator);
    const { rows, total, owners } = report;
    const { notCounted, received, unknown } = total;
    const all = { vendorName: 'Total', dealType: '', ...total };
    const lost = lostAndUnsaid(report, await call.operator.nameLostReasons());
    return [
      `${spanText(asked, context.timeZone)}\n${table(rowColumns, [...rows, all], context)}`,
      notCounted > 0 && leftOut(notCounted),
      lost.length > 0 && lostTable(lost, context),
      received > 0 && table(ownerColumns, owners, context),
      received > 0 && answerTable(report, context),
      unknown > 0 && unknownText(unknown),
    ]
      .filter((part) => part !== false)
      .join('\n\n');
  },
});

/** The most entries. From a day or time on there is no limit, as after a restore all are needed. */
const mostOf = ({ query: { limit, day, since } }: Asked): number | undefined =>
  limit ?? (day || since ? undefined : USUAL_LIMIT);

type Asked = Call<ReturnType<typeof auditQuery>>;

async function pageOf(call: Asked, context: CliContext) {
  const most = mostOf(call);
  const { found, people } = await entriesFound(call, most);
  const next = nextAfter({ found, most });
  if (next) remark(context, continueFrom(next));
  return { entries: found.slice(0, most), wording: { people, zone: context.timeZone } };
}

export const readAudit = atTerminal({
  query: auditQuery,
  async run(call) {
    const most = mostOf(call);
    const { found, people } = await entriesFound(call, most);
    return AuditList.of({ found, most }, { people });
  },
  async csv(call, context) {
    const { entries, wording } = await pageOf(call, context);
    const { heads, line } = listCsv(auditColumns, context.timeZone);
    await print(context, [heads, ...entries.map((entry) => line(entry, wording))].join('\n'));
  },
  async show(call, context) {
    const { entries, wording } = await pageOf(call, context);
    return entries.length > 0 ? table(auditColumns, entries, { ...context, ...wording }) : 'Nothing yet.';
  },
});

interface Span {
  readonly since: Date;
  readonly until: Date;
}

function spanOf({ query, now, zone }: Pick<Call<ReturnType<typeof span>>, 'query' | 'now' | 'zone'>): Span {
  const { month: given, since, until } = query;
  if (given && (since || until)) throw new WrongUsage('Give --month, or --since and --until.');
  if (until && !since) throw new WrongUsage('Give --since, too.');
  if (since) return { since, until: until ?? now };
  return given ?? spanOfDays({}, now, zone);
}

const spanText = ({ since, until }: Span, zone: TimeZone): string =>
  `Leads received from ${zone.clockAt(since)} until ${zone.clockAt(until)} (${zone.name})`;

const rowColumns: Columns<LeadCounts & { readonly vendorName: string; readonly dealType: string }> = {
  vendorName: { head: 'Vendor', value: ({ vendorName }) => vendorName },
  dealType: { head: 'Type', value: ({ dealType }) => dealType },
  ...leadCounts,
};

const ownerColumns: Columns<NamedReport['owners'][number]> = {
  name: { head: 'Owner', value: ({ ownerName }) => ownerName },
  ...leadCounts,
};

function lostTable(lost: NamedReport['lost'], style: Style): string {
  const ofVendors = Map.groupBy(lost, ({ vendorId }) => vendorId);
  const rows = [...ofVendors.values()].flatMap((group) =>
    lostReasonsOf(group).map((reason) => ({ ...reason, vendorName: group[0]?.vendorName })),
  );
  const columns: Columns<(typeof rows)[number]> = {
    vendorName: { head: 'Vendor', value: ({ vendorName }) => vendorName },
    words: { head: 'Lost because', value: ({ words }) => words },
    leads: { head: 'Leads', value: ({ leads }) => leads },
  };
  return table(columns, rows, style);
}

/** A table of how soon customers were answered: in total, by vendor, type and owner. */
function answerTable({ total, goal, vendors, types, owners }: NamedReport, style: Style): string {
  const rows = [
    { ...total, name: 'Total' },
    ...vendors.map((each) => ({ ...each, name: `Vendor ${each.vendorName}` })),
    ...types.map((each) => ({ ...each, name: `Type ${each.dealType}` })),
    ...owners.map((each) => ({ ...each, name: `Owner ${each.ownerName}` })),
  ];
  const columns: Columns<AnswerCounts & { readonly name: string }> = {
    name: { head: 'First answer', value: ({ name }) => name },
    ...answerCounts(goal.within),
  };
  return table(columns, rows, style);
}
