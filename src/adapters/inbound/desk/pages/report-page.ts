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
import { answerCounts, leadCounts, numberText, type ReportColumn } from '../../operators/report-columns.ts';
import { monthBeside, type ReportSpan, spanName, spanOf, spanQuery } from '../../operators/report-span.ts';
import { leftOut, reportGroups, sortedRows } from '../../operators/report-views.ts';
import { reportCsv } from '../../spreadsheet/report-csv.ts';
import type { DeskContext, DeskPages } from '../desk-state.ts';
import { type Html, html } from '../html.ts';
import { showPage } from '../page.ts';
import { apart } from '../reach.ts';
import { answerPart, lostPart } from './report-answers.ts';
import { reportChart } from './report-chart.ts';
import { reportTable } from './report-table.ts';

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

function askedSpan({ querystring, state: { now, zone } }: DeskContext): ReportSpan {
  const query = new URLSearchParams(querystring);
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
${answerPart(report, vendors)}${lostPart(report, vendors, view.reasons)}`
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
    (column) => html`<div><dt>${column.head}</dt><dd>${textOf(column, total)}</dd></div>`,
  )}</dl>`;

const textOf = (column: ReportColumn<LeadCounts>, counts: LeadCounts): string =>
  numberText(column, counts) ?? '–';

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
          cell(column, row, { ...daysOf(span), owner: row.owner ?? 'nobody' }),
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

const daysOf = ({ firstDay: since, lastDay: until }: ReportSpan): LeadFilter => ({ since, until });

type Row = Report['rows'][number];

/** First all vendors, then each; of each the sum, then a line a type. */
function vendorPart({ span, report, vendors }: ReportView): Html {
  const rows = Map.groupBy(sortedRows(report, vendors), ({ vendorId }) => vendorId);
  const heads = columns.map(({ head }) => html`<th scope="col" class="num">${head}</th>`);
  return html`<section aria-labelledby="vendors"><h2 id="vendors">Vendors and types</h2>
<table class="list report"><thead><tr><th scope="col">Vendor and type</th>${heads}</tr></thead>
${report.vendors.length > 1 && vendorRows(html`All vendors`, report.total, byType(report.types), daysOf(span))}
${[...rows].map(([vendor, lines]) => {
  const all = report.vendors.find(({ vendorId }) => vendorId === vendor) ?? report.total;
  const name = html`<a href="${listPath('/', { vendor })}"><bdi>${lines[0]?.vendorName}</bdi></a>`;
  return vendorRows(name, all, lines, { ...daysOf(span), vendor });
})}</table></section>`;
}

type Line = Pick<Row, 'dealType'> & LeadCounts;

const byType = (types: readonly Line[]): readonly Line[] =>
  dealTypes.flatMap((type) => types.find(({ dealType }) => dealType === type) ?? []);

function vendorRows(name: Html, all: LeadCounts, lines: readonly Line[], filter: LeadFilter): Html {
  const [only, ...others] = lines;
  const isOne = others.length === 0;
  return html`<tbody>
<tr class="sum">
<th scope="rowgroup">${name}${isOne && html` <span class="soft">${only?.dealType}</span>`}</th>${cells(all, filter)}</tr>
${
  !isOne &&
  lines.map(
    (line) =>
      html`<tr><th scope="row">${line.dealType}</th>${cells(line, { ...filter, type: line.dealType })}</tr>`,
  )
}</tbody>`;
}

const cells = (counts: LeadCounts, filter: LeadFilter): Html =>
  html`${columns.map((column) => html`<td class="num">${cell(column, counts, filter)}</td>`)}`;

/** A number of leads leads to them. */
function cell(column: ReportColumn<LeadCounts>, counts: LeadCounts, filter: LeadFilter): Html | string {
  const text = textOf(column, counts);
  const leads = column.list && column.value(counts);
  return leads ? html`<a href="${listPath('/', { ...filter, ...column.list })}">${text}</a>` : text;
}
