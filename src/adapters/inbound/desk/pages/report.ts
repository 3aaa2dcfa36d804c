import type { LeadCounts, Report } from '../../../../application/ports/inbound/operator.ts';
import { winRate } from '../../../../application/report.ts';
import { type DealType, dealTypes } from '../../../../domain/deal-type.ts';
import type { Vendor } from '../../../../domain/vendor.ts';
import { reportCsv, sortedRows } from '../../spreadsheet/report-csv.ts';
import type { DeskContext, DeskPages } from '../desk-state.ts';
import { type Html, html } from '../html.ts';
import { showPage } from '../page.ts';
import { reportChart, sum } from './report-chart.ts';
import { isoDay, lastDay, monthBeside, type ReportSpan, spanName, spanOf, spanQuery } from './report-span.ts';

/** What became of the leads of a month. */
export const reportPages: DeskPages = (routes) => {
  routes.get('/report', 'reportLeads', async (ctx) => {
    const span = askedSpan(ctx);
    if (!span) {
      ctx.status = 400;
      const wrong = html`<p class="refused" role="alert">A report is of a month such as 2026-11, or from a day to the same or a later day.</p>`;
      return showPage(
        ctx,
        'Report',
        html`<div class="head"><h1>Report</h1></div>${wrong}${spanForms(ctx.state.now)}`,
      );
    }
    const [report, accounts] = await Promise.all([
      ctx.state.operator.reportLeads(span),
      ctx.state.operator.nameVendors(),
    ]);
    showPage(ctx, `Report, ${spanName(span)}`, reportPage(ctx, span, report, accounts));
  });

  routes.get('/report.csv', 'reportLeads', async (ctx) => {
    const span = askedSpan(ctx);
    if (!span) return ctx.throw(400);
    const [report, accounts] = await Promise.all([
      ctx.state.operator.reportLeads(span),
      ctx.state.operator.nameVendors(),
    ]);
    ctx.type = 'text/csv; charset=utf-8';
    ctx.attachment(`report-${span.month ?? `${isoDay(span.since)}-to-${isoDay(lastDay(span))}`}.csv`);
    ctx.body = `\ufeff${reportCsv(report, accounts)}\n`; // without the mark, spreadsheets misread names
  });
};

const askedSpan = (ctx: DeskContext): ReportSpan | undefined =>
  spanOf(new URLSearchParams(ctx.querystring), ctx.state.now);

function reportPage(
  { state: { now } }: DeskContext,
  span: ReportSpan,
  report: Report,
  accounts: readonly Vendor[],
): Html {
  const { total } = report;
  const csv = html`<a class="button end" href="/report.csv?${spanQuery(span)}">Spreadsheet (CSV)</a>`;
  return html`<div class="head"><h1>${spanName(span)}</h1> ${span.month !== undefined && monthLinks(span, now)} ${total.received > 0 && csv}</div>
${spanForms(now, span)}
${
  total.received === 0
    ? html`<p class="empty panel">No lead was received ${span.month === undefined ? 'in these days' : 'in this month'}.</p>`
    : html`${figures(total)}${reportChart(report, span)}${reportTable(report, accounts)}`
}
<p class="soft">By day of receipt, in UTC. Won and lost are as they stand now; the win rate is won of won and lost.</p>`;
}

const monthLinks = (span: ReportSpan, now: Date): Html => html`<nav aria-label="Months" class="line">
<a class="button" rel="prev" href="/report?month=${monthBeside(span, -1)}">Month before</a>
${span.until <= now && html`<a class="button" rel="next" href="/report?month=${monthBeside(span, 1)}">Month after</a>`}</nav>`;

/** One for a month, one for any days. */
const spanForms = (now: Date, span?: ReportSpan): Html => html`<div class="line spans">
<form class="line"><label>Month <input type="month" name="month" value="${span?.month}" placeholder="${isoDay(now).slice(0, 7)}" required></label> <button>Show</button></form>
<form class="line"><label>Days from <input type="date" name="since" value="${span && isoDay(span.since)}" required></label> <label>to <input type="date" name="until" value="${span && isoDay(lastDay(span))}"></label> <button>Show</button></form></div>`;

const percent = (counts: LeadCounts): string => {
  const rate = winRate(counts);
  return rate === undefined ? '–' : `${Math.round(rate * 100)} %`;
};

const figures = (total: LeadCounts): Html => html`<dl class="figures">
${(
  [
    ['Received', total.received],
    ['Open', total.open],
    ['Won', total.won],
    ['Lost', total.lost],
    ['Win rate', percent(total)],
  ] as const
).map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;

interface Line extends LeadCounts {
  readonly dealType: DealType;
}

/** First all vendors, then each; of each the sum, then a line a type. */
function reportTable(report: Report, accounts: readonly Vendor[]): Html {
  const vendors = new Map<string, { readonly name: string; readonly lines: Line[] }>();
  for (const row of sortedRows(report, accounts)) {
    const vendor = vendors.get(row.vendorId) ?? { name: row.vendorName, lines: [] };
    vendors.set(row.vendorId, vendor);
    vendor.lines.push(row);
  }
  const all = dealTypes.flatMap((dealType): Line[] => {
    const ofType = report.rows.filter((row) => row.dealType === dealType);
    return ofType.length > 0 ? [{ dealType, ...summed(ofType) }] : [];
  });
  return html`<table class="list report">
<caption class="unseen">By vendor and type</caption>
<thead><tr><th scope="col">Vendor and type</th>${['Received', 'Open', 'Won', 'Lost', 'Win rate'].map((name) => html`<th scope="col" class="num">${name}</th>`)}</tr></thead>
${vendors.size > 1 && group(html`All vendors`, all)}
${[...vendors].map(([vendorId, { name, lines }]) => group(html`<a href="/?vendor=${encodeURIComponent(vendorId)}"><bdi>${name}</bdi></a>`, lines))}</table>`;
}

const summed = (lines: readonly LeadCounts[]): LeadCounts =>
  lines.reduce(sum, { received: 0, open: 0, won: 0, lost: 0 });

function group(name: Html, lines: readonly Line[]): Html {
  const [only, ...others] = lines;
  const isOne = others.length === 0;
  return html`<tbody>
<tr class="sum"><th scope="rowgroup">${name}${isOne && html` <span class="soft">${only?.dealType}</span>`}</th>${cells(summed(lines))}</tr>
${!isOne && lines.map((line) => html`<tr><th scope="row">${line.dealType}</th>${cells(line)}</tr>`)}</tbody>`;
}

const cells = (counts: LeadCounts): Html[] =>
  [counts.received, counts.open, counts.won, counts.lost, percent(counts)].map(
    (value) => html`<td class="num">${value}</td>`,
  );
