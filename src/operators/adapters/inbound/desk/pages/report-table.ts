import type { Counts } from '#operators/application/ports/inbound/report-use-cases.ts';
import { listPath } from '../../presentation/desk-paths.ts';
import type { LeadFilter } from '../../presentation/lead-filter.ts';
import { columnsAtDesk, type DeskPart, numberText } from '../../presentation/report-columns.ts';
import { monthsUpTo, type ReportSpan } from '../../presentation/report-span.ts';
import { reportOf } from '../../presentation/report-views.ts';
import type { DeskContext } from '../desk-state.ts';
import { type Html, html } from '../html.ts';

/** The most leads of one kind that are counted for a person. */
export const MOST_COUNTED = 999;

/** The months that the report shows of each vendor. */
const MONTHS = 6;

/** Asks for all that the page shows. */
export async function viewOf({ state: { operator, zone, may } }: DeskContext, span: ReportSpan) {
  const spans = monthsUpTo(span, MONTHS, zone);
  const [named, reasons, team, counts, activity] = await Promise.all([
    reportOf(span, operator),
    operator.nameLostReasons(),
    operator.readTeam({ most: MOST_COUNTED + 1 }),
    operator.countVendors({ spans }),
    may('vendorActivity') ? operator.vendorActivity() : [],
  ]);
  const quiet = activity.filter((vendor) => vendor.quiet);
  return {
    span,
    ...named,
    reasons,
    team,
    /** The last months with the leads of each vendor, the earliest first. */
    months: spans.map((month, n) => ({ span: month, counts: counts[n] ?? [] })),
    /** When vendors that have gone quiet last sent a lead, by id. */
    quiet: new Map(quiet.map(({ vendorId, lastLead }) => [vendorId, lastLead])),
  };
}

/** What all parts of the page show. */
export type ReportView = Awaited<ReturnType<typeof viewOf>>;

export const daysOf = ({ firstDay: since, lastDay: until }: ReportSpan): LeadFilter => ({ since, until });

/** A cell; on narrow pages its head stands above it. */
export const cell = (head: string, content: Html | string | number, look = ''): Html =>
  html`<td class="num ${look}" data-label="${head}">${content}</td>`;

/** A number that leads to its leads; of none there is no list. */
export const linked = (count: number, filter: LeadFilter, look = '', text = `${count}`): Html =>
  count > 0
    ? html`<a href="${listPath('/', filter)}" class="${look}">${text}</a>`
    : html`<span class="none">0</span>`;

/** The heads of the report's numbers in a part of the page, and a group's cells below them. */
export function numbersOf(part: DeskPart, { report }: ReportView) {
  const columns = columnsAtDesk(part, report.goal.within).map(([, column]) => ({
    ...column,
    head: column.atDesk?.head ?? column.head,
  }));
  return {
    heads: columns.map(({ head }) => head),
    /** `filter`: what the leads of the group have in common. Without counts there is none. */
    cells: (counts: Counts | undefined, filter: LeadFilter): Html[] =>
      columns.map((column) => {
        if (!counts) return cell(column.head, none);
        if (column.list)
          return cell(column.head, linked(column.value(counts) ?? 0, { ...filter, ...column.list }));
        const text = column.atDesk ? column.atDesk.text(counts) : numberText(column, counts);
        return cell(column.head, text ?? none, column.isOfFew?.(counts) ? 'few' : '');
      }),
  };
}

const none = html`<span class="none">–</span>`;

/** A table of the report on its sheet, with a remark beside its heading. */
export function reportTable({
  id,
  title,
  remark,
  of,
  heads,
  more = [],
  body,
}: {
  readonly id: string;
  readonly title: string;
  readonly remark: Html | string;
  /** The heading above the names of the rows. */
  readonly of: string;
  /** Of the numbers. */
  readonly heads: readonly string[];
  /** Of further columns. */
  readonly more?: readonly Html[];
  readonly body: readonly (Html | false)[];
}): Html {
  return html`<section aria-labelledby="${id}"><div class="above"><h2 id="${id}">${title}</h2>
<p class="aside">${remark}</p></div>
<div class="sheet"><table class="numbers"><caption class="unseen">${title}</caption>
<thead><tr><th scope="col">${of}</th>
${heads.map((head) => html`<th scope="col" class="num">${head}</th>`)}${more}</tr></thead>
${body}</table></div></section>`;
}
