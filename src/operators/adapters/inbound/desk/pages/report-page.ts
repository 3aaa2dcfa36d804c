import type { Report } from '#operators/application/ports/inbound/report-use-cases.ts';
import type { TimeZone } from '#operators/domain/time-zone.ts';
import { durationText } from '../../presentation/answers.ts';
import { InvalidValue } from '../../presentation/invalid-value.ts';
import { reportOf } from '../../presentation/operations/report-operations.ts';
import {
  monthBeside,
  monthName,
  monthsUpTo,
  type ReportSpan,
  spanName,
  spanOf,
  spanQuery,
} from '../../presentation/report-span.ts';
import { leftOut, unknownText } from '../../presentation/report-views.ts';
import { reportCsv } from '../../spreadsheet/report-csv.ts';
import type { DeskContext, DeskPages } from '../desk-state.ts';
import { type Html, heardFirst, html, required } from '../html.ts';
import { showPage } from '../page.ts';
import { lostPart, sumsPart } from './report-sums.ts';
import type { ReportView } from './report-table.ts';
import { MOST_COUNTED, teamPart } from './report-team.ts';
import { vendorPart } from './report-vendors.ts';

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
    showPage(ctx, `Report, ${spanName(span, ctx.state.zone)}`, reportPage(ctx, await viewOf(ctx, span)));
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
<p class="refused" role="alert" ${heardFirst}>A report is from a day to the same or a later day.
${message}</p>${spanForm()}`;

/** The months that the report shows of each vendor. */
const MONTHS = 6;

async function viewOf(
  { state: { operator, zone, may } }: DeskContext,
  span: ReportSpan,
): Promise<ReportView> {
  const spans = monthsUpTo(span, MONTHS, zone);
  const [named, reasons, team, counts, activity] = await Promise.all([
    reportOf(span, operator),
    operator.nameLostReasons(),
    operator.readTeam({ most: MOST_COUNTED + 1 }),
    operator.countVendors({ spans }),
    may('vendorActivity') ? operator.vendorActivity() : [],
  ]);
  return {
    span,
    ...named,
    reasons,
    team,
    months: spans.map((month, n) => ({ span: month, counts: counts[n] ?? [] })),
    quiet: new Map(
      activity.flatMap(({ quiet, vendorId, lastLead }) => (quiet ? [[vendorId, lastLead]] : [])),
    ),
  };
}

function reportPage(ctx: DeskContext, view: ReportView): Html {
  const { zone, now } = ctx.state;
  const { span, report } = view;
  const { received, notCounted, unknown } = report.total;
  const isMonth = span.month !== undefined;
  return html`<div class="report"><div class="head"><h1>${spanName(span, zone)}</h1> ${isMonth && monthLinks(span, now, zone)}
<details class="span"><summary class="aside">Other days</summary>${spanForm(span)}</details>
${received > 0 && html`<a class="on-screen" href="/report.csv?${spanQuery(span)}">As a spreadsheet</a>`}</div>
${
  received === 0
    ? html`<p class="sheet empty">No lead was received ${isMonth ? 'in this month' : 'in these days'}.</p>`
    : html`${sumsPart(view, zone)}${lostPart(view)}`
}
${teamPart(ctx, view)}
${vendorPart(ctx, view)}
<p class="aside">By day of receipt. Won and lost are as they stand now; the win rate is won of won and lost, grey below five.
${notCounted > 0 && leftOut(notCounted)} ${answerNote(report.goal)} ${unknown > 0 && unknownText(unknown)}</p></div>`;
}

const answerNote = ({ within, hasHours }: Report['goal']): string =>
  `Within ${durationText(within)}: of all first answers, and of those that are late${hasHours ? '; only hours of the desk count' : ''}.`;

function monthLinks(span: ReportSpan, now: Date, zone: TimeZone): Html {
  const link = (months: -1 | 1, rel: string) => {
    const month = monthBeside(span, months);
    const name = monthName(month, zone, 'long');
    return html`<a rel="${rel}" href="/report?month=${month}">${months < 0 ? `‹ ${name}` : `${name} ›`}</a>`;
  };
  return html`<nav aria-label="Months" class="line">${link(-1, 'prev')} ${span.until <= now && link(1, 'next')}</nav>`;
}

const spanForm = (span?: ReportSpan): Html => html`<form class="asked"><label class="field">From
<input type="date" name="since" value="${span?.firstDay}" ${required}></label>
<label class="field">to <input type="date" name="until" value="${span?.lastDay}"></label>
<button>Show</button></form>`;
