import type { Report } from '../../../../application/ports/inbound/report-use-cases.ts';
import { durationText } from '../../presentation/answers.ts';
import { answerCounts } from '../../presentation/report-columns.ts';
import {
  lostAndUnsaid,
  lostReasonsOf,
  reportGroups,
  sortedRows,
  unknownText,
} from '../../presentation/report-views.ts';
import { type Html, html } from '../html.ts';
import { apart } from '../reach.ts';
import { daysOf, deskColumns, linkedColumns, type ReportView, reportTable } from './report-table.ts';

/** A table of how soon customers were answered: in total, by vendor and by type. */
export function answerPart({ span, report, vendors: accounts }: ReportView): Html {
  const { goal, total } = report;
  const { vendors, types } = reportGroups(report, accounts, []);
  const days = daysOf(span);
  return html`${reportTable({
    title: 'First answers',
    of: 'Leads of',
    columns: linkedColumns(deskColumns(answerCounts(goal.within))),
    parts: [
      { rows: [['All', { counts: total, filter: days }]] },
      {
        name: 'Vendor',
        rows: vendors.map((counts) => {
          const filter = { ...days, vendor: counts.vendorId };
          return [apart(counts.name), { counts, filter }] as const;
        }),
      },
      {
        name: 'Type',
        rows: types.map((counts) => {
          const filter = { ...days, type: counts.dealType };
          return [counts.dealType, { counts, filter }] as const;
        }),
      },
    ],
  })}
<p class="soft">${goal.hasHours && 'Only hours of the desk count. '}Within ${durationText(goal.within)}: of all first
answers, and of those that are late. A lead that was reopened and waits again is unanswered.
${total.unknown > 0 && unknownText(total.unknown)}</p>`;
}

/** A table of why leads are lost, by vendor; `false` if none is, or there are no reasons to choose from. */
export function lostPart({ report, vendors, reasons }: ReportView): Html | false {
  const lost = lostAndUnsaid(report, reasons);
  if (lost.length === 0) return false;
  const groups = [
    ...Map.groupBy(sortedRows({ rows: lost }, vendors), ({ vendorId }) => vendorId).values(),
  ].map((group) => [apart(group[0]?.vendorName ?? ''), group] as const);
  return reportTable<Report['lost']>({
    title: 'Lost because',
    of: 'Vendor',
    columns: lostReasonsOf(lost).map(({ lostReason: code, words }) => ({
      head: words,
      cell: (group) =>
        group.reduce((sum, { lostReason, leads }) => sum + (lostReason === code ? leads : 0), 0),
    })),
    parts: [{ rows: groups.length > 1 ? [['All vendors', lost], ...groups] : groups }],
  });
}
