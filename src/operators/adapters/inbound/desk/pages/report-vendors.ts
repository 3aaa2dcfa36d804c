import type { Counts } from '#operators/application/ports/inbound/report-use-cases.ts';
import { vendorLabel } from '../../../../../domain/vendor.ts';
import { durationText } from '../../presentation/answers.ts';
import { vendorPath } from '../../presentation/desk-paths.ts';
import type { LeadFilter } from '../../presentation/lead-filter.ts';
import { monthName } from '../../presentation/report-span.ts';
import { sortedRows } from '../../presentation/report-views.ts';
import type { DeskContext } from '../desk-state.ts';
import { type Html, html } from '../html.ts';
import { timeOf } from '../page.ts';
import { apart } from '../reach.ts';
import {
  cell,
  daysOf,
  head,
  linked,
  type ReportView,
  reportTable,
  shareText,
  winRateCell,
} from './report-table.ts';

const heads = ['Received', 'Won', 'Lost', 'Win rate', 'Not leads', 'Half within'];

const none: Counts = {
  received: 0,
  open: 0,
  won: 0,
  lost: 0,
  notCounted: 0,
  answered: 0,
  unanswered: 0,
  unknown: 0,
  late: 0,
  promisesKept: 0,
  promisesMissed: 0,
  median: undefined,
  p90: undefined,
  inTime: undefined,
};

/** A line for each vendor, with its last six months: those who sent most first. Its types unfold. */
export function vendorPart(ctx: DeskContext, view: ReportView): Html {
  const { report, vendors, months, quiet } = view;
  const { zone } = ctx.state;
  const ids = new Set([
    ...report.vendors.map(({ vendorId }) => vendorId),
    ...months.flatMap(({ counts }) => counts.map(({ vendorId }) => vendorId)),
    ...quiet.keys(),
  ]);
  const order = new Intl.Collator();
  const lines = [...ids]
    .map((vendorId) => ({
      ...(report.vendors.find((each) => each.vendorId === vendorId) ?? none),
      vendorId,
      name: vendorLabel(vendorId, vendors),
    }))
    .sort((a, b) => b.received - a.received || order.compare(a.name, b.name));
  return reportTable({
    id: 'vendors',
    title: 'The vendors',
    remark: html`the bars: <span class="key won">won</span> of <span class="key came">received</span>, the last six months`,
    of: 'Vendor',
    heads: [
      ...heads.map(head),
      ...months.map(
        ({ span }) => html`<th scope="col" class="month">${monthName(monthOf(span), zone, 'short')}</th>`,
      ),
    ],
    body: lines.map((line) => vendorBody(ctx, line, view)),
  });
}

type Line = Counts & { readonly vendorId: string; readonly name: string };

function vendorBody({ state: { may, zone } }: DeskContext, line: Line, view: ReportView): Html {
  const { vendorId, name } = line;
  const { months, span, report, quiet } = view;
  const filter = { ...daysOf(span), vendor: vendorId };
  const types = sortedRows(report, []).filter((each) => each.vendorId === vendorId);
  const most = Math.max(1, ...months.flatMap(({ counts }) => counts.map(({ received }) => received)));
  const bars = months.map((month) => {
    const { received = 0, won = 0 } = month.counts.find((each) => each.vendorId === vendorId) ?? {};
    return html`<td class="month" data-label="${monthName(monthOf(month.span), zone, 'short')}">${bar({ received, won }, most)}</td>`;
  });
  const since = quiet.get(vendorId);
  return html`<tbody><tr><th scope="row">${may('listKeys') ? html`<a href="${vendorPath(vendorId)}">${apart(name)}</a>` : apart(name)}${
    quiet.has(vendorId) && html`<p class="aside soon">quiet${since && html` since ${timeOf(since)}`}</p>`
  }${
    types.length > 0 &&
    typesPart(
      types.map(({ dealType }) => dealType),
      name,
    )
  }</th>${numbers(line, filter)}${bars}</tr>
${
  types.length > 1 &&
  types.map(
    ({ dealType, ...counts }) =>
      html`<tr class="type"><th scope="row">${dealType}</th>${numbers(counts, { ...filter, type: dealType })}<td class="nothing" colspan="${months.length}"></td></tr>`,
  )
}</tbody>`;
}

/** The switch that unfolds the rows of a vendor's types; the name of a single one. */
const typesPart = (types: readonly string[], name: string): Html =>
  types.length === 1
    ? html`<p class="aside">${types}</p>`
    : html`<details class="aside"><summary>${types.length} types<span class="unseen"> of ${name}</span></summary></details>`;

const numbers = (counts: Counts, filter: LeadFilter): Html => {
  const { received, won, lost, notCounted, median } = counts;
  return html`${cell('Received', linked(received, filter))}${cell('Won', linked(won, { ...filter, status: 'Won' }))}
${cell('Lost', linked(lost, { ...filter, status: 'Lost' }))}${winRateCell(counts)}
${cell('Not leads', received > 0 ? shareText(notCounted / received) : '–')}
${cell('Half within', median === undefined ? '–' : durationText(median))}`;
};

/** The height of a bar in pixels. */
const HEIGHT = 32;

/** A month: how many leads came, how many of them are won, and that number below. */
function bar({ received, won }: { readonly received: number; readonly won: number }, most: number): Html {
  const rect = (look: string, count: number) => {
    const height = (HEIGHT * count) / most;
    return html`<rect class="${look}" x="4" y="${HEIGHT - height}" width="16" height="${height}" rx="2"/>`;
  };
  const text =
    received === 0
      ? html`<span aria-hidden="true">–</span><span class="unseen">none</span>`
      : html`${won}<span class="unseen"> won of ${received}</span>`;
  return html`<svg viewBox="0 0 24 ${HEIGHT}" width="24" height="${HEIGHT}" aria-hidden="true">${rect('got', received)}${rect('won', won)}</svg><span>${text}</span>`;
}

const monthOf = ({ firstDay }: { readonly firstDay: string }): string => firstDay.slice(0, 7);
