import type { LeadCounts, Report } from '../../../../application/operators/ports/inbound/report-use-cases.ts';
import { dealTypes } from '../../../../domain/intake/deal-type.ts';
import type { Vendor } from '../../../../domain/intake/vendor.ts';
import type { LostReason } from '../../../../domain/work/lost-reason.ts';
import type { NamedPerson } from '../../../../domain/work/person.ts';
import { listPath } from '../../operators/desk-paths.ts';
import { InvalidValue } from '../../operators/invalid-value.ts';
import type { LeadFilter } from '../../operators/lead-filter.ts';
import { columnsIn } from '../../operators/list.ts';
import { leadCounts, numberText, type ReportColumn } from '../../operators/report-columns.ts';
import { monthBeside, type ReportSpan, spanName, spanOf, spanQuery } from '../../operators/report-span.ts';
import { leftOut, sortedRows } from '../../operators/report-views.ts';
import { reportCsv } from '../../spreadsheet/report-csv.ts';
import type { DeskContext, DeskPages } from '../desk-state.ts';
import { type Html, html } from '../html.ts';
import { showPage } from '../page.ts';
import { answerPart, lostPart } from './report-answers.ts';
import { reportChart } from './report-chart.ts';

/** What became of the leads of a month. */
export const reportPages: DeskPages = (routes) => {
  routes.get('/report', 'reportLeads', async (ctx) => {
    let span: ReportSpan;
    try {
      span = askedSpan(ctx);
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error;
      ctx.status = 400;
      return showPage(ctx, 'Report', noReport(ctx, error));
    }
    const [report, vendors, people] = await read(ctx, span);
    const isByType = ctx.query.by !== BY_VENDOR;
    const reasons = await ctx.state.operator.nameLostReasons();
    const view = { span, report, vendors, people, reasons, isByType };
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

const noReport = ({ state }: DeskContext, { message }: InvalidValue): Html =>
  html`<div class="head"><h1>Report</h1></div>
<p class="refused" role="alert">A report is of a month such as 2026-11, or from a day to the same or a later day.
${message}</p>${spanForms(state)}`;

/** What the address says for a table without types. */
const BY_VENDOR = 'vendor';

interface ReportView {
  readonly span: ReportSpan;
  readonly report: Report;
  readonly vendors: readonly Vendor[];
  readonly people: readonly NamedPerson[];
  readonly reasons: readonly LostReason[];
  /** Whether the table tells the types of each vendor, too. */
  readonly isByType: boolean;
}

function reportPage({ state }: DeskContext, view: ReportView): Html {
  const { span, report, vendors, people } = view;
  const { total } = report;
  const csv = html`<a class="button end" href="/report.csv?${spanQuery(span)}">Spreadsheet (CSV)</a>`;
  const isMonth = span.month !== undefined;
  return html`<div class="head"><h1>${spanName(span)}</h1> ${isMonth && monthLinks(span, state.now)}
${total.received > 0 && csv}</div>
${spanForms(state, span)}
${
  total.received === 0
    ? html`<p class="empty panel">No lead was received ${isMonth ? 'in this month' : 'in these days'}.</p>`
    : html`${figures(total)}${reportChart(report, span)}${tableChoice(view)}${reportTable(view)}
${answerPart(report, vendors, people)}${lostPart(report, vendors, view.reasons)}`
}
<p class="soft">By day of receipt. Won and lost are as they stand now; the win rate is won of won and lost.
${total.notCounted > 0 && leftOut(total.notCounted)}</p>`;
}

const monthLinks = (span: ReportSpan, now: Date): Html => html`<nav aria-label="Months" class="line">
<a class="button" rel="prev" href="/report?month=${monthBeside(span, -1)}">Month before</a>
${
  span.until <= now &&
  html`<a class="button" rel="next" href="/report?month=${monthBeside(span, 1)}">Month after</a>`
}</nav>`;

/** One for a month, one for any days. */
const spanForms = (
  { now, zone }: DeskContext['state'],
  span?: ReportSpan,
): Html => html`<div class="line spans">
<form class="line"><label>Month <input type="month" name="month" value="${span?.month}"
 placeholder="${zone.monthOf(now)}" required></label> <button>Show</button></form>
<form class="line"><label>Days from
<input type="date" name="since" value="${span?.firstDay}" required></label>
<label>to <input type="date" name="until" value="${span?.lastDay}"></label>
<button>Show</button></form></div>`;

const columns = columnsIn(leadCounts, 'desk').map(([, column]) => column);

const figures = (total: LeadCounts): Html =>
  html`<dl class="figures">${columns.map(
    (column) => html`<div><dt>${column.head}</dt><dd>${textOf(column, total)}</dd></div>`,
  )}</dl>`;

const textOf = (column: ReportColumn<LeadCounts>, counts: LeadCounts): string =>
  numberText(column, counts) ?? '–';

function tableChoice({ span, isByType }: ReportView): Html {
  const path = `/report?${spanQuery(span)}`;
  const chip = (name: string, address: string, isPresent: boolean) =>
    html`<li><a class="chip" href="${address}" ${isPresent && html`aria-current="true"`}>${name}</a></li>`;
  return html`<nav aria-label="Table" class="asked"><ul class="chips">
${chip('By vendor and type', path, isByType)}
${chip('By vendor alone', `${path}&by=${BY_VENDOR}`, !isByType)}</ul></nav>`;
}

type Row = Report['rows'][number];

/** First all vendors, then each; of each the sum, then a line a type. */
function reportTable({ span, report, vendors, isByType }: ReportView): Html {
  const rows = Map.groupBy(sortedRows(report, vendors), ({ vendorId }) => vendorId);
  const heads = columns.map(({ head }) => html`<th scope="col" class="num">${head}</th>`);
  const what = isByType ? 'vendor and type' : 'vendor';
  const days = { since: span.firstDay, until: span.lastDay };
  const group = isByType ? withTypes : sumAlone;
  return html`<table class="list report">
<caption class="unseen">By ${what}</caption>
<thead><tr><th scope="col">V${what.slice(1)}</th>${heads}</tr></thead>
${report.vendors.length > 1 && group(html`All vendors`, report.total, byType(report.types), days)}
${[...rows].map(([vendor, lines]) => {
  const all = report.vendors.find(({ vendorId }) => vendorId === vendor) ?? report.total;
  const name = html`<a href="${listPath('/', { vendor })}"><bdi>${lines[0]?.vendorName}</bdi></a>`;
  return group(name, all, lines, { ...days, vendor });
})}</table>`;
}

type Line = Pick<Row, 'dealType'> & LeadCounts;

const byType = (types: readonly Line[]): readonly Line[] =>
  dealTypes.flatMap((type) => types.find(({ dealType }) => dealType === type) ?? []);

function withTypes(name: Html, all: LeadCounts, lines: readonly Line[], filter: LeadFilter): Html {
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

const sumAlone = (name: Html, all: LeadCounts, _: readonly Line[], filter: LeadFilter): Html =>
  html`<tbody><tr class="sum"><th scope="row">${name}</th>${cells(all, filter)}</tr></tbody>`;

/** A number of leads leads to them. */
const cells = (counts: LeadCounts, filter: LeadFilter): Html =>
  html`${columns.map((column) => {
    const text = textOf(column, counts);
    const leads = column.list && column.value(counts);
    const path = leads && listPath('/', { ...filter, ...column.list });
    return html`<td class="num">${path ? html`<a href="${path}">${text}</a>` : text}</td>`;
  })}`;
