import type { TimeZone } from '#operators/domain/time-zone.ts';
import { durationText } from '../../presentation/answers.ts';
import { listPath } from '../../presentation/desk-paths.ts';
import { InvalidValue } from '../../presentation/invalid-value.ts';
import { columnsAtDesk, numberText } from '../../presentation/report-columns.ts';
import {
  monthBeside,
  monthName,
  type ReportSpan,
  spanName,
  spanOf,
  spanQuery,
} from '../../presentation/report-span.ts';
import {
  leftOut,
  lostAndUnsaid,
  lostReasonsOf,
  type NamedReport,
  reportOf,
  unknownText,
} from '../../presentation/report-views.ts';
import { reportCsv } from '../../spreadsheet/report-csv.ts';
import type { DeskContext, DeskPages } from '../desk-state.ts';
import { type Html, heardFirst, html, required } from '../html.ts';
import { showPage } from '../page.ts';
import { teamPart, vendorPart } from './report-groups.ts';
import { daysOf, type ReportView, viewOf } from './report-table.ts';

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
    const { report } = await reportOf(span, ctx.state.operator);
    ctx.type = 'text/csv; charset=utf-8';
    ctx.attachment(`report-${span.month ?? `${span.firstDay}-to-${span.lastDay}`}.csv`);
    ctx.body = `\ufeff${reportCsv(report, ctx.state.zone)}\n`; // without the mark, spreadsheets misread names
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

/** The sums of the span; of a month, beside those of the month before. */
function sumsPart({ report, span, months }: ReportView, zone: TimeZone): Html {
  const { total, goal } = report;
  const before = span.month === undefined ? undefined : months.at(-2);
  const inMonthBefore = (of: 'received' | 'won') => {
    if (!before) return '';
    const sum = before.counts.reduce((all, counts) => all + counts[of], 0);
    return `${monthName(before.span.firstDay.slice(0, 7), zone, 'long')} ${sum}`;
  };
  const beside: Readonly<Record<string, string>> = {
    received: inMonthBefore('received'),
    won: inMonthBefore('won'),
    inTime: total.median === undefined ? '' : `half in ${durationText(total.median)}`,
  };
  const sums = columnsAtDesk('sums', goal.within).map(
    ([name, column]) =>
      html`<div><dt>${column.head}</dt><dd>${numberText(column, total)}</dd><dd class="aside">${beside[name] ?? ''}</dd></div>`,
  );
  return html`<dl class="sheet sums">${sums}</dl>`;
}

/** Why leads were lost, in one sentence: the most frequent reason first, those that are no leads last. */
function lostPart({ report, reasons, span }: ReportView): Html | false {
  const { lost, notCounted } = report.total;
  if (lost === 0) return false;
  const leftOut = new Set(reasons.flatMap(({ code, counts }) => (counts ? [] : [code])));
  const told = lostReasonsOf(lostAndUnsaid(report, reasons))
    .filter(({ lostReason }) => !leftOut.has(lostReason))
    .map(({ leads, words }) => `${leads} ${lower(words)}`);
  const parts = [told.join(', '), notCounted > 0 && `${notCounted} not leads`].filter(Boolean).join('; ');
  const list = listPath('/', { ...daysOf(span), status: 'Lost' });
  return html`<p class="lost-why">Lost <a href="${list}">${lost}</a>${parts && `: ${parts}`}.</p>`;
}

/** Words as they stand within a sentence; names in capitals stay. */
const lower = (words: string): string =>
  /^\p{Lu}\p{Ll}/u.test(words) ? words.charAt(0).toLowerCase() + words.slice(1) : words;

const answerNote = ({ within, hasHours }: NamedReport['goal']): string =>
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
