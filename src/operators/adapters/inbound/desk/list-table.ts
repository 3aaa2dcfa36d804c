import { isUsable, type KeyState } from '../../../../domain/issued-key.ts';
import { type Column, type Columns, cellText, columnsIn } from '../presentation/list.ts';
import { type Html, html } from './html.ts';
import { timeOf } from './page.ts';
import { apart } from './reach.ts';

export type Cell = Html | string | number | false | undefined;

/** Names of columns that people see. */
type NamesIn<L> = { [N in keyof L]: L[N] extends { readonly head: string } ? N : never }[keyof L] & string;

/** How the desk shows a column, where a text is not enough. */
interface Look<R> {
  readonly html?: (row: R) => Cell;
  /** The text of an empty cell. */
  readonly none?: string;
  readonly class?: string;
  /** A further class for the cell in a row. */
  readonly mark?: (row: R) => string | false;
}

/** A column of the list by name, or a column that only the desk has. */
type Place<R, N> =
  | N
  | (Look<R> & { readonly of: N; readonly head?: string | Html })
  | (Look<R> & { readonly head: string | Html; readonly html: (row: R) => Cell });

/** How a list is shown. `context` is needed only by columns that use it. */
type Table<R, C, L> = (unknown extends C ? { readonly context?: undefined } : { readonly context: C }) & {
  readonly columns: L & Columns<R, C>;
  /** The first columns, and how they look. The list's other columns follow. */
  readonly shown: readonly Place<R, NamesIn<L>>[];
  /** The index of the column that names the row. */
  readonly heading?: number;
  readonly caption?: string;
  /** Replaces the table if there are no rows. */
  readonly empty?: string | Html;
  readonly class?: string;
  readonly idOf?: (row: R) => string;
  /** Whether cells need no heading where a row is a card. */
  readonly speaks?: boolean;
};

/** A list as a table. */
export function listTable<R, C, L extends Columns<R, C>>(rows: readonly R[], table: Table<R, C, L>): Html {
  const { columns, shown, heading = 0, caption, empty, idOf, speaks = false } = table;
  if (empty !== undefined && rows.length === 0) return html`<p class="empty panel">${empty}</p>`;
  const context = table.context as C;
  const first = shown.map((each) => (typeof each === 'string' ? { of: each } : each));
  const named = new Set<string>(first.flatMap((each) => ('of' in each ? each.of : [])));
  const known: Columns<R, C> = columns;
  const others = columnsIn(known, 'desk').filter(([name]) => !named.has(name));
  const all = [
    ...first.map((each) => ('of' in each ? lookOf(known[each.of] as Column<R, C>, context, each) : each)),
    ...others.map(([, column]) => lookOf(column, context)),
  ];
  const heads = all.map(
    ({ head, class: name }) => html`<th scope="col" ${name && html`class="${name}"`}>${head}</th>`,
  );
  const cellOf = ({ head, html: cell, class: given, mark }: (typeof all)[number], row: R, at: number) => {
    const name = [given, mark?.(row)].filter(Boolean).join(' ');
    const look = name && html`class="${name}"`;
    if (at === heading) return html`<th scope="row" ${look}>${cell(row)}</th>\n`;
    return html`<td ${look} ${!speaks && typeof head === 'string' && html`data-label="${head}"`}>${cell(row)}</td>\n`;
  };
  return html`<table class="list cards ${table.class}">
${caption !== undefined && html`<caption class="unseen">${caption}</caption>`}
<thead><tr>${heads}</tr></thead>
<tbody>${rows.map(
    (row) => html`<tr ${idOf && html`id="${idOf(row)}"`}>
${all.map((each, at) => cellOf(each, row, at))}</tr>`,
  )}</tbody></table>`;
}

const lookOf = <R, C>(
  column: Column<R, C>,
  context: C,
  look: Look<R> & { readonly head?: string | Html } = {},
) => ({
  head: column.head,
  html: (row: R) =>
    cellHtml(column, row, context) ?? (look.none && html`<span class="soft">${look.none}</span>`),
  ...look,
});

/** A cell as it looks without a look of its own; `undefined` if it is empty. */
export function cellHtml<R, C>(column: Column<R, C>, row: R, context: C): Cell {
  const value = column.value(row, context);
  if (value instanceof Date) return timeOf(value);
  const text = cellText(column, row, context, String);
  return text ? apart(text) : undefined;
}

/** The state of a key or token as a coloured mark. */
export const stateMark = (state: KeyState): Html =>
  html`<span class="chip ${isUsable(state) ? 'good' : 'off'}">${state}</span>`;
