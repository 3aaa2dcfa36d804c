import type {
  Counts,
  LeadCounts,
  Report,
} from '../../../../application/operators/ports/inbound/report-use-cases.ts';
import { dealTypes } from '../../../../domain/intake/deal-type.ts';
import type { Vendor } from '../../../../domain/intake/vendor.ts';
import type { LostReason } from '../../../../domain/work/lost-reason.ts';
import type { NamedPerson } from '../../../../domain/work/person.ts';
import { listPath } from '../../operators/desk-paths.ts';
import { InvalidValue } from '../../operators/invalid-value.ts';
import type { LeadFilter } from '../../operators/lead-filter.ts';
import { columnsIn } from '../../operators/list.ts';
import { answerCounts, leadCounts, numberText } from '../../operators/report-columns.ts';
import { monthBeside, type ReportSpan, spanName, spanOf, spanQuery } from '../../operators/report-span.ts';
import { leftOut, reportGroups, sortedRows } from '../../operators/report-views.ts';
import { reportCsv } from '../../spreadsheet/report-csv.ts';
import type { DeskContext, DeskPages } from '../desk-state.ts';
import { type Html, html } from '../html.ts';
import { showPage } from '../page.ts';
import { apart } from '../reach.ts';
import { answerPart, lostPart } from './report-answers.ts';
import { reportChart } from './report-chart.ts';
import { daysOf, linkedNumber, reportTable } from './report-table.ts';

/** What became of the leads of a month. */
export const reportPages: DeskPages = (routes) => {
  routes.get('/report', 'reportLeads', async (ctx) => {
    let span: ReportSpan;
    try {
      span = askedSpan(ctx);
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error;
      ctx.status = 400;
      return showPage(ctx, 'Report', noReport(error));
    }
    const [report, vendors, people] = await read(ctx, span);
    const reasons = await ctx.state.operator.nameLostReasons();
    const view = { span, report, vendors, people, reasons };
    showPage(ctx, `Report, ${spanName(span)}`, reportPage(ctx, view));
  });

  routes.get('/report.csv', 'reportLeads', async (ctx) => {
    const span = askedSpan(ctx);
    const [report, vendors, people] = await read(ctx, span);
    ctx.type = 'text/csv; charset=utf-8';
    ctx.attachment(`report-${span.month ?? `${span.firstDay}-to-${span.lastDay}`}.csv`);
    ctx.body = `\ufeff${reportCsv(report, vendors, people, ctx.state.zone)}\n`; // without the mark, spreadsheets misread names
  });
};

function askedSpan({ state: { now, zone, query } }: DeskContext): ReportSpan {
  const [month, since, until] = ['month', 'since', 'until'].map((name) => query.get(name)?.trim());
  return spanOf({ month, since, until }, now, zone);
}

const read = ({ state: { operator } }: DeskContext, span: ReportSpan) =>
  Promise.all([operator.reportLeads(span), operator.nameVendors(), operator.namePeople()]);

const noReport = ({ message }: InvalidValue): Html =>
  html`<div class="head"><h1>Report</h1></div>
<p class="refused" role="alert">A report is from a day to the same or a later day.
${message}</p>${spanForm()}`;

interface ReportView {
  readonly span: ReportSpan;
  readonly report: Report;
  readonly vendors: readonly Vendor[];
  readonly people: readonly NamedPerson[];
  readonly reasons: readonly LostReason[];
}

function reportPage({ state }: DeskContext, view: ReportView): Html {
  const { span, report, vendors } = view;
  const { total } = report;
  const csv = html`<a class="button end" href="/report.csv?${spanQuery(span)}">Spreadsheet (CSV)</a>`;
  const isMonth = span.month !== undefined;
  return html`<div class="head"><h1>${spanName(span)}</h1> ${isMonth && monthLinks(span, state.now)}
${total.received > 0 && csv}</div>
${spanForm(span)}
${
  total.received === 0
    ? html`<p class="empty panel">No lead was received ${isMonth ? 'in this month' : 'in these days'}.</p>`
    : html`${figures(total)}${reportChart(report, span)}${salesPart(view)}${vendorPart(view)}
${answerPart(report, vendors, span)}${lostPart(report, vendors, view.reasons)}`
}
<p class="soft">By day of receipt. Won and lost are as they stand now; the win rate is won of won and lost.
${total.notCounted > 0 && leftOut(total.notCounted)}</p>`;
}

const monthLinks = (span: ReportSpan, now: Date): Html => html`<nav aria-label="Months" class="line">
<a class="button" rel="prev" href="/report?month=${monthBeside(span, -1)}">Previous</a>
${
  span.until <= now &&
  html`<a class="button" rel="next" href="/report?month=${monthBeside(span, 1)}">Next</a>`
}</nav>`;

const spanForm = (span?: ReportSpan): Html => html`<form class="line asked"><label>Days from
<input type="date" name="since" value="${span?.firstDay}" required></label>
<label>to <input type="date" name="until" value="${span?.lastDay}"></label>
<button>Show</button></form>`;

const columns = columnsIn(leadCounts, 'desk').map(([, column]) => column);

const figures = (total: LeadCounts): Html =>
  html`<dl class="figures">${columns.map(
    (column) => html`<div><dt>${column.head}</dt><dd>${numberText(column, total) ?? '–'}</dd></div>`,
  )}</dl>`;

/** How the leads of each salesperson do. */
function salesPart({ span, report, vendors, people }: ReportView): Html {
  const { inTime, promisesKept, promisesMissed } = answerCounts(report.goal.within);
  const how = [
    inTime && { ...inTime, head: `Answered ${inTime.head.toLowerCase()}` },
    promisesKept,
    promisesMissed,
  ];
  return reportTable<ReturnType<typeof reportGroups>['owners'][number]>({
    title: 'Salespeople',
    of: 'Owner',
    columns: [
      ...columns.map((column) => ({
        head: column.head,
        cell: (row: LeadCounts & { readonly owner?: string | undefined }) =>
          linkedNumber(column, row, { ...daysOf(span), owner: row.owner ?? 'nobody' }),
      })),
      ...how.flatMap((column) =>
        column ? [{ head: column.head, cell: (row: Counts) => numberText(column, row) ?? '–' }] : [],
      ),
    ],
    parts: [
      { rows: reportGroups(report, vendors, people).owners.map((each) => [apart(each.name), each] as const) },
    ],
  });
}

/** First all vendors, then each; of each the sum, then a line a type. */
function vendorPart({ span, report, vendors }: ReportView): Html {
  const groups = Map.groupBy(sortedRows(report, vendors), ({ vendorId }) => vendorId);
  const all = partOf('All vendors', report.total, byType(report.types), daysOf(span));
  return reportTable<Linked>({
    title: 'Vendors and types',
    of: 'Vendor and type',
    columns: columns.map((column) => ({
      head: column.head,
      cell: ({ counts, filter }) => linkedNumber(column, counts, filter),
    })),
    parts: [
      ...(report.vendors.length > 1 ? [all] : []),
      ...[...groups].map(([vendor, lines]) => {
        const sum = report.vendors.find(({ vendorId }) => vendorId === vendor) ?? report.total;
        const name = html`<a href="${listPath('/', { ...daysOf(span), vendor })}">${apart(`${lines[0]?.vendorName}`)}</a>`;
        return partOf(name, sum, lines, { ...daysOf(span), vendor });
      }),
    ],
  });
}

/** Numbers, and the list of their leads. */
interface Linked {
  readonly counts: LeadCounts;
  readonly filter: LeadFilter;
}

type Line = Pick<Report['rows'][number], 'dealType'> & LeadCounts;

const byType = (types: readonly Line[]): readonly Line[] =>
  dealTypes.flatMap((type) => types.find(({ dealType }) => dealType === type) ?? []);

/** A single type stands beside the name. */
function partOf(name: Html | string, counts: LeadCounts, lines: readonly Line[], filter: LeadFilter) {
  const [only, ...others] = lines;
  if (others.length === 0)
    return {
      name: html`${name} <span class="soft">${only?.dealType}</span>`,
      sum: { counts, filter },
      rows: [],
    };
  const rows = lines.map(
    (line) => [line.dealType, { counts: line, filter: { ...filter, type: line.dealType } }] as const,
  );
  return { name, sum: { counts, filter }, rows };
}
