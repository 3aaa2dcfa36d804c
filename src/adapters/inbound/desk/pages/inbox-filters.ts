import { dealTypes } from '../../../../domain/intake/deal-type.ts';
import { leadStatuses } from '../../../../domain/intake/lead-status.ts';
import { type Vendor, vendorLabel } from '../../../../domain/intake/vendor.ts';
import { type NamedPerson, personName, personWith } from '../../../../domain/work/person.ts';
import { nameKey } from '../../../../domain/work/person-name.ts';
import { UNANSWERED } from '../../operators/answers.ts';
import { listPath } from '../../operators/desk-paths.ts';
import { dayMeant, filterNames, filterWords, type LeadFilter, OURS } from '../../operators/lead-filter.ts';
import type { DeskContext } from '../desk-state.ts';
import { type Html, html } from '../html.ts';

interface FilterView {
  readonly filter: LeadFilter;
  readonly vendors: readonly Vendor[];
  /** Who takes care of leads. */
  readonly staff: readonly NamedPerson[];
  /** Why nothing could be looked for. */
  readonly why?: string | undefined;
}

export function filterForm({ state }: DeskContext, { filter, vendors, staff, why }: FilterView): Html {
  const owner = ownerChosen(filter.owner, staff);
  const owners = ['me', OURS, 'nobody', ...staff.map(({ id }) => id)];
  const otherOwners = owner === undefined || owners.includes(owner) ? [] : [owner];
  const vendor =
    vendors.find(({ id, name }) => filter.vendor === id || filter.vendor === name)?.id ?? filter.vendor;
  const others = vendor === undefined || vendors.some(({ id }) => id === vendor) ? [] : [vendor];
  const [since, due] = [filter.since, filter.due].map((day) => day && dayMeant(day, state));
  const kept = (['q', 'contact', 'order'] as const).map(
    (name) =>
      filter[name] !== undefined && html`<input type="hidden" name="${name}" value="${filter[name]}">`,
  );
  return html`<details class="filters" ${why !== undefined && html`open`}><summary>More filters</summary>
<form class="line">
${kept}
<label class="above">Status <select name="status">${options(filter.status, ['open', UNANSWERED, ...leadStatuses])}</select></label>
<label class="above">Type <select name="type">${options(filter.type, dealTypes)}</select></label>
<label class="above">Vendor <select name="vendor">${options(
    vendor,
    [...others, ...vendors.map(({ id }) => id)],
    (id) => vendorLabel(id, vendors),
  )}</select></label>
<label class="above">Received from <input type="date" name="since" value="${since}"></label>
<label class="above">to <input type="date" name="until" value="${filter.until}"></label>
<label class="above">Follow up by <input type="date" name="due" value="${due}"></label>
<label class="above">Days waiting
<input type="number" name="waiting" value="${filter.waiting}" min="1" max="9999" placeholder="any"></label>
<label class="above">Owner <select name="owner">${options(owner, [...otherOwners, ...owners], (id) =>
    id === OURS ? 'me or nobody' : personName(id, staff),
  )}</select></label>
<button>Show</button>
</form>
</details>`;
}

/** The id of whom a filter names; the text itself if that means nobody. */
const ownerChosen = (given: string | undefined, staff: readonly NamedPerson[]): string | undefined =>
  given &&
  (personWith(given, staff)?.id ?? staff.find(({ name }) => nameKey(name) === nameKey(given))?.id ?? given);

/** Any, or one of the values. */
const options = (
  present: string | undefined,
  values: readonly string[],
  nameOfValue = (value: string) => value,
): Html[] => [
  option('', 'any', present),
  ...values.map((value) => option(value, nameOfValue(value), present)),
];

const option = (value: string, text: string, present: string | undefined): Html =>
  html`<option value="${value}" ${value === present && html`selected`}>${text}</option>`;

/** What is on, each with a cross that takes it away. */
export function filtersOn({ filter, vendors, staff }: FilterView): Html | undefined {
  const on = filterNames.filter((name) => filter[name] !== undefined);
  if (on.length === 0) return undefined;
  const chip = (name: (typeof on)[number]) => {
    const given = filter[name] ?? '';
    const shown =
      name === 'vendor' ? vendorLabel(given, vendors) : name === 'owner' ? personName(given, staff) : given;
    const text = filterWords[name](shown);
    const { [name]: _, ...rest } = filter;
    return html`<li><a class="chip on" href="${listPath('/', rest)}"><bdi>${text}</bdi>
<span aria-hidden="true">×</span><span class="unseen"> (remove)</span></a></li>`;
  };
  return html`<ul class="chips on" aria-label="Filters that are on">${on.map(chip)}</ul>`;
}
