import type { LeadCounts, Report } from '../../../../application/ports/inbound/report-use-cases.ts';
import { DAY_MS } from '../../presentation/days.ts';
import { onCalendar, type ReportSpan, spanName } from '../../presentation/report-span.ts';
import { type Html, html } from '../html.ts';

/** A bar of the chart: a day, or a month of a long span. */
interface Bar extends Shown {
  readonly name: string;
}

type Shown = Pick<LeadCounts, 'received' | 'open' | 'won' | 'lost'>;

/** The most days that each have a bar. */
const MAX_DAY_BARS = 93;
/** Pixels of the chart's upper and lower line, and its height with the names below. */
const [TOP, BOTTOM, HEIGHT] = [18, 190, 214];

/** Percent of the width for the numbers of the scale. */
const LEFT_MARGIN = 3.5;

const parts = ['won', 'lost', 'open'] as const;

/** A chart of leads by day or month, stacked by status, with the same as a table. */
export function reportChart(report: Report, span: ReportSpan): Html {
  const { bars, unit } = barsOf(report, span);
  const most = Math.max(...bars.map(({ received }) => received));
  const step = stepFor(most);
  const top = Math.ceil(most / step) * step;
  const heightOf = (count: number) => ((BOTTOM - TOP) * count) / top;
  const width = (100 - LEFT_MARGIN) / bars.length;
  const leftOf = (n: number) => LEFT_MARGIN + n * width;
  const every = Math.ceil(bars.length / 6);
  const highest = bars.find(({ received }) => received === most);
  const lines = Array.from({ length: Math.round(top / step) + 1 }, (_, n) => n * step);

  const grid = lines.map((count) => {
    const y = BOTTOM - heightOf(count);
    return html`<line class="grid" x1="0" x2="100%" y1="${y}" y2="${y}"/>`;
  });
  const drawn = bars.map((bar, n) => {
    let floor = BOTTOM;
    const stacked = parts.map((part) => {
      const height = heightOf(bar[part]);
      floor -= height;
      const [x, y] = [`${leftOf(n + 0.12)}%`, floor];
      return (
        height > 0 &&
        html`<rect class="${part}" x="${x}" width="${0.76 * width}%" y="${y}" height="${height}"/>`
      );
    });
    const isNamed = n % every === 0 && leftOf(n) < 88;
    const isSpare = n % (2 * every) !== 0; // on a narrow screen the names would run into each other
    return html`<g><title>${bar.name}: ${told(bar)}</title>
<rect class="whole" x="${leftOf(n)}%" width="${width}%" y="${TOP}" height="${BOTTOM - TOP}"/>${stacked}</g>
${isNamed && html`<text ${isSpare && html`class="spare"`} x="${leftOf(n)}%" y="${HEIGHT - 6}">${bar.name}</text>`}`;
  });
  const scale = lines
    .filter((count) => count > 0)
    .map((count) => html`<text class="scale" x="0" y="${BOTTOM - heightOf(count) - 3}">${count}</text>`);

  return html`<figure class="panel">
<figcaption class="head"><h2>Received a ${unit}</h2> <ul class="legend">${parts.map(legendItem)}</ul></figcaption>
<svg class="chart" role="img" aria-labelledby="chart-title chart-text" width="100%" height="${HEIGHT}">
<title id="chart-title">Leads received a ${unit}, ${spanName(span)}</title>
<desc id="chart-text">${told(report.total)} The most in a ${unit}: ${most}, ${highest?.name}.</desc>
${grid}
${drawn}
${scale}
</svg>
${numbers(bars, unit)}
</figure>`;
}

const legendItem = (part: string): Html =>
  html`<li><svg width="12" height="12" aria-hidden="true"><rect
 class="${part}" width="12" height="12" rx="2"/></svg> ${part}</li>`;

const numbers = (bars: readonly Bar[], unit: 'day' | 'month'): Html => {
  const heads = ['Received', 'Open', 'Won', 'Lost'].map(
    (name) => html`<th scope="col" class="num">${name}</th>`,
  );
  const rows = bars.map(({ name, received, open, won, lost }) => {
    const cells = [received, open, won, lost].map((count) => html`<td class="num">${count}</td>`);
    return html`<tr><th scope="row">${name}</th>${cells}</tr>`;
  });
  return html`<details><summary>The numbers of the chart</summary>
<table class="list"><caption class="unseen">Leads received a ${unit}</caption>
<thead><tr><th scope="col">${unit === 'day' ? 'Day' : 'Month'}</th>${heads}</tr></thead>
<tbody>${rows}</tbody></table></details>`;
};

const told = ({ received, open, won, lost }: Shown): string =>
  `${received} received, ${won} won, ${lost} lost, ${open} open.`;

/** The step of the scale, so that there are two to five lines. */
function stepFor(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most / 2));
  const step = [1, 2, 5, 10].map((n) => n * power).find((each) => most / each <= 5) ?? power;
  return Math.max(1, step);
}

const dayName = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short' });
const monthName = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', month: 'short', year: 'numeric' });

/**
 * The bars, also those without leads. A long span begins with the first month that has leads, and ends with the
 * last.
 */
function barsOf({ days }: Report, span: ReportSpan) {
  const [firstDay, lastDay] = [onCalendar(span.firstDay), onCalendar(span.lastDay)];
  const isLong = lastDay.getTime() - firstDay.getTime() >= MAX_DAY_BARS * DAY_MS;
  const unitOf = (day: string) => (isLong ? day.slice(0, 7) : day);
  const counts = Map.groupBy(days, ({ day }) => unitOf(day));
  const [first = span.firstDay] = isLong ? counts.keys() : [];
  const last = isLong ? (days.at(-1)?.day ?? first) : span.lastDay;
  const bars: Bar[] = [];
  for (const at = onCalendar(isLong ? `${first}-01` : first); dayOf(at) <= last; ) {
    const name = (isLong ? monthName : dayName).format(at);
    bars.push({ ...sumOf(counts.get(unitOf(dayOf(at)))), name });
    if (isLong) at.setUTCMonth(at.getUTCMonth() + 1);
    else at.setUTCDate(at.getUTCDate() + 1);
  }
  return { unit: isLong ? 'month' : 'day', bars } as const;
}

const sumOf = (days: readonly Shown[] = []): Shown => {
  const sum = (part: keyof Shown) => days.reduce((all, day) => all + day[part], 0);
  return { received: sum('received'), open: sum('open'), won: sum('won'), lost: sum('lost') };
};

const dayOf = (date: Date): string => date.toISOString().slice(0, 10);
