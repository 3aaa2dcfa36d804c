import type { Vendor } from '../../../../../domain/vendor.ts';
import type { Report } from '../../../../application/ports/inbound/report-use-cases.ts';
import type { LostReason } from '../../../../domain/work/lost-reason.ts';
import type { NamedPerson } from '../../../../domain/work/person.ts';
import { listPath } from '../../presentation/desk-paths.ts';
import type { LeadFilter } from '../../presentation/lead-filter.ts';
import { columnsIn } from '../../presentation/list.ts';
import { numberText, type ReportColumn, type ReportColumns } from '../../presentation/report-columns.ts';
import type { ReportSpan } from '../../presentation/report-span.ts';
import { type Html, html } from '../html.ts';

/** The data for all parts of the report. */
export interface ReportView {
  readonly span: ReportSpan;
  readonly report: Report;
  readonly vendors: readonly Vendor[];
  readonly people: readonly NamedPerson[];
  readonly reasons: readonly LostReason[];
}

export const daysOf = ({ firstDay: since, lastDay: until }: ReportSpan): LeadFilter => ({ since, until });

export const deskColumns = <C>(columns: ReportColumns<C>) =>
  columnsIn(columns, 'desk').map(([, column]) => column);

/** Numbers, with the filter for the list of their leads. */
interface Linked<C> {
  readonly counts: C;
  readonly filter: LeadFilter;
}

/** Columns in which each number links to its leads, if a list has them. */
export const linkedColumns = <C>(columns: readonly ReportColumn<C>[]) =>
  columns.map((column) => ({
    head: column.head,
    cell({ counts, filter }: Linked<C>): Html | string {
      const text = numberText(column, counts) ?? '–';
      const leads = column.list && column.value(counts);
      return leads ? html`<a href="${listPath('/', { ...filter, ...column.list })}">${text}</a>` : text;
    },
  }));

/** A table of numbers by groups of leads. */
interface ReportTable<R> {
  readonly title: string;
  /** The heading above the names of the groups. */
  readonly of: string;
  readonly columns: readonly {
    readonly head: string | Html;
    readonly cell: (row: R) => string | number | Html;
  }[];
  readonly parts: readonly {
    /** The name that rows have in common, and their sum if there is one. */
    readonly name?: string | Html;
    readonly sum?: R;
    readonly rows: readonly (readonly [string | Html, R])[];
  }[];
}

/** A table of the report. All have one width; on telephones a row becomes a few lines. */
export function reportTable<R>({ title, of, columns, parts }: ReportTable<R>): Html {
  const id = title.toLowerCase().replaceAll(' ', '-');
  const cells = (row: R) =>
    columns.map(({ head, cell }) => html`<td class="num" data-label="${head}">${cell(row)}</td>`);
  const sumOf = ({ name, sum }: ReportTable<R>['parts'][number]) =>
    name &&
    html`<tr class="sum"><th scope="rowgroup" ${!sum && html`colspan="${columns.length + 1}"`}>${name}</th>${
      sum && cells(sum)
    }</tr>`;
  const body = parts
    .filter(({ sum, rows }) => sum || rows.length > 0)
    .map(
      (part) =>
        html`<tbody>${sumOf(part)}
${part.rows.map(([name, row]) => html`<tr><th scope="row">${name}</th>${cells(row)}</tr>`)}</tbody>`,
    );
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>
<table class="list report"><thead><tr><th scope="col">${of}</th>${columns.map(
    ({ head }) => html`<th scope="col" class="num">${head}</th>`,
  )}</tr></thead>${body}</table></section>`;
}
