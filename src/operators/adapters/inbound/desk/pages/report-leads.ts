import type { Counts, LeadCounts, Report } from '../../../../application/ports/inbound/report-use-cases.ts';
import { listPath } from '../../presentation/desk-paths.ts';
import type { LeadFilter } from '../../presentation/lead-filter.ts';
import { answerCounts, leadCounts } from '../../presentation/report-columns.ts';
import { reportGroups, sortedRows } from '../../presentation/report-views.ts';
import { type Html, html } from '../html.ts';
import { apart } from '../reach.ts';
import { daysOf, deskColumns, linkedColumns, type ReportView, reportTable } from './report-table.ts';

/** A table of how each salesperson's leads do. */
export function salesPart({ span, report, vendors, people }: ReportView): Html {
  const { inTime, promisesKept, promisesMissed } = answerCounts(report.goal.within);
  const answered = inTime && { ...inTime, head: `Answered ${inTime.head.toLowerCase()}` };
  const how = [answered, promisesKept, promisesMissed].filter((column) => column !== undefined);
  return reportTable({
    title: 'Salespeople',
    of: 'Owner',
    columns: linkedColumns<Counts>([...deskColumns(leadCounts), ...how]),
    parts: [
      {
        rows: reportGroups(report, vendors, people).owners.map((counts) => {
          const filter = { ...daysOf(span), owner: counts.owner ?? 'nobody' };
          return [apart(counts.name), { counts, filter }] as const;
        }),
      },
    ],
  });
}

/** A table of vendors: the sum of all, then each vendor with a line for each type. */
export function vendorPart({ span, report, vendors: accounts }: ReportView): Html {
  const { vendors, types } = reportGroups(report, accounts, []);
  const rows = sortedRows(report, accounts);
  const days = daysOf(span);
  return reportTable({
    title: 'Vendors and types',
    of: 'Vendor and type',
    columns: linkedColumns(deskColumns(leadCounts)),
    parts: [
      ...(vendors.length > 1 ? [partOf('All vendors', report.total, types, days)] : []),
      ...vendors.map((sum) => {
        const filter = { ...days, vendor: sum.vendorId };
        const name = html`<a href="${listPath('/', filter)}">${apart(sum.name)}</a>`;
        const lines = rows.filter(({ vendorId }) => vendorId === sum.vendorId);
        return partOf(name, sum, lines, filter);
      }),
    ],
  });
}

type Line = Pick<Report['types'][number], 'dealType'> & LeadCounts;

/** A vendor's part of the table. A single type stands beside the name. */
function partOf(name: Html | string, counts: LeadCounts, lines: readonly Line[], filter: LeadFilter) {
  const [only, ...others] = lines;
  const sum = { counts, filter };
  if (others.length === 0)
    return { name: html`${name} <span class="soft">${only?.dealType}</span>`, sum, rows: [] };
  const rows = lines.map(
    (line) => [line.dealType, { counts: line, filter: { ...filter, type: line.dealType } }] as const,
  );
  return { name, sum, rows };
}
