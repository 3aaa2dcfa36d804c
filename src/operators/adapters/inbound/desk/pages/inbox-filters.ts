import { listPath } from '../../presentation/desk-paths.ts';
import { dayMeant, type FilterNames } from '../../presentation/lead-conditions.ts';
import { filterIn, filters, type LeadFilter } from '../../presentation/lead-filter.ts';
import type { DeskContext } from '../desk-state.ts';
import { type Html, html } from '../html.ts';
import { options } from '../options.ts';
import { viewOf } from './inbox-views.ts';

interface FilterView extends FilterNames {
  readonly filter: LeadFilter;
  /** Why nothing could be searched for. */
  readonly why?: string | undefined;
}

/**
 * The filter of the form, with values for what was left open: leads that have waited are open, and the oldest
 * comes first, as on My day.
 */
export function filterAsked(query: URLSearchParams): LeadFilter {
  const filter = filterIn(query);
  const isWaiting = filter.waiting !== undefined && query.get('status') === '';
  return isWaiting ? { status: 'open', order: 'oldest', ...filter } : filter;
}

export function filterForm({ state }: DeskContext, view: FilterView): Html {
  const { filter, why } = view;
  const fields = filters.map(([name, { form }]) => {
    const given = filter[name];
    if (!form) return given !== undefined && html`<input type="hidden" name="${name}" value="${given}">\n`;
    if ('values' in form) {
      const chosen = given && (form.chosen?.(given, view) ?? given);
      const known = form.values(view);
      const values = chosen && !known.includes(chosen) ? [chosen, ...known] : known;
      const choices = values.map((value) => [value, form.named?.(value, view) ?? value] as const);
      return field(
        form.label,
        html`<select name="${name}">${options([['', 'any'], ...choices], chosen)}</select>`,
      );
    }
    const value = given && form.input === 'date' ? dayMeant(given, state) : given;
    return field(
      form.label,
      html`<input type="${form.input}" name="${name}" value="${value}"${form.input === 'number' && html` min="1" max="9999" placeholder="any"`}>`,
    );
  });
  return html`<details class="filters" ${why !== undefined && html`open`}><summary>More filters</summary>
<form class="line">
${fields}<button>Show</button>
</form>
</details>`;
}

const field = (label: string, input: Html): Html => html`<label class="above">${label} ${input}</label>\n`;

/** The active filters beside the view's own, each with a link that removes it. */
export function filtersOn(view: FilterView): Html | undefined {
  const { filter } = view;
  const present = viewOf(filter);
  const on = filters.flatMap(([name, { words }]) => {
    const { [name]: given, ...rest } = filter;
    return given === undefined || !words || name in present ? [] : [{ given, words, rest }];
  });
  if (on.length === 0) return undefined;
  return html`<ul class="chips on" aria-label="Filters that are on">${on.map(({ given, words, rest }) => {
    return html`<li><a class="chip on" href="${listPath('/', rest)}"><bdi>${words(given, view)}</bdi>
<span aria-hidden="true">×</span><span class="unseen"> (remove)</span></a></li>`;
  })}</ul>`;
}
