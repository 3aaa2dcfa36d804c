import type { LeadCounts } from '../../../../application/ports/inbound/report-use-cases.ts';
import { InvalidValue } from '../../presentation/invalid-value.ts';
import { reportOf } from '../../presentation/operations/report-operations.ts';
import { leadCounts, numberText } from '../../presentation/report-columns.ts';
import { monthBeside, type ReportSpan, spanName, spanOf, spanQuery } from '../../presentation/report-span.ts';
import { leftOut } from '../../presentation/report-views.ts';
import { reportCsv } from '../../spreadsheet/report-csv.ts';
import type { DeskContext, DeskPages } from '../desk-state.ts';
import { type Html, html } from '../html.ts';
import { showPage } from '../page.ts';
import { answerPart, lostPart } from './report-answers.ts';
import { reportChart } from './report-chart.ts';
import { salesPart, vendorPart } from './report-leads.ts';
import { deskColumns, type ReportView } from './report-table.ts';

/** Shows the report of a month or a span. */
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
    const { operator } = ctx.state;
    const view = { span, ...(await reportOf(span, operator)), reasons: await operator.nameLostReasons() };
    showPage(ctx, `Report, ${spanName(span)}`, reportPage(ctx, view));
  });

  routes.get('/report.csv', 'reportLeads', async (ctx) => {
    const span = askedSpan(ctx);
    const { report, vendors, people } = await reportOf(span, ctx.state.operator);
    ctx.type = 'text/csv; charset=utf-8';
    ctx.attachment(`report-${span.month ?? `${span.firstDay}-to-${span.lastDay}`}.csv`);
    ctx.body = `\ufeff${reportCsv(report, vendors, people, ctx.state.zone)}\n`; // without the mark, spreadsheets misread names
  });
};

function askedSpan({ state: { now, zone, query } }: DeskContext): ReportSpan {
  const [month, since, until] = ['month', 'since', 'until'].map((name) => query.get(name)?.trim());
  return spanOf({ month, since, until }, now, zone);
}

const noReport = ({ message }: InvalidValue): Html =>
  html`<div class="head"><h1>Report</h1></div>
<p class="refused" role="alert">A report is from a day to the same or a later day.
${message}</p>${spanForm()}`;

function reportPage({ state }: DeskContext, view: ReportView): Html {
  const { span, report } = view;
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
${answerPart(view)}${lostPart(view)}`
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

const figures = (total: LeadCounts): Html =>
  html`<dl class="figures">${deskColumns(leadCounts).map(
    (column) => html`<div><dt>${column.head}</dt><dd>${numberText(column, total) ?? '–'}</dd></div>`,
  )}</dl>`;
