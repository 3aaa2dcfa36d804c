import { StoreUnavailable } from '../../../../application/intake/ports/outbound/store.ts';
import { UNANSWERED } from '../../operators/answers.ts';
import { listPath } from '../../operators/desk-paths.ts';
import { OURS, TODAY } from '../../operators/lead-conditions.ts';
import { conditionsOf, type LeadFilter } from '../../operators/lead-filter.ts';
import type { DeskContext, DeskState } from '../desk-state.ts';
import { type Html, html } from '../html.ts';

/** Who looks, when and where, as filters mean it. */
export const lookingAt = ({ session, now, zone }: DeskState) => ({ me: session.person, now, zone });

/** What somebody said to come back to, and that no colleague takes care of: whoever looks has to, today. */
const DUE = 'Due';

/** The lists of every day, one click away. */
const views: readonly (readonly [name: string, wanted: LeadFilter])[] = [
  ['All', {}],
  ['Today', { since: TODAY }],
  ['Open', { status: 'open' }],
  ['Mine', { status: 'open', owner: 'me' }],
  ['Nobody’s', { status: 'open', owner: 'nobody' }],
  ['Unanswered', { status: UNANSWERED }],
  [DUE, { owner: OURS, due: TODAY }],
  ['Waiting for 3 days', { status: 'open', waiting: '3', order: 'oldest' }],
  ['Changed last', { order: 'changed' }],
];

/** Those whose number an index gives. */
const counted = ['Today', 'Open', 'Mine', DUE];
/** How many leads of a view are counted; then there are more. */
const MOST_COUNTED = 100;

/** How many leads a view has, by its name. */
export type Counts = ReadonlyMap<string, number>;

export async function countViews({ state }: DeskContext): Promise<Counts> {
  const looking = lookingAt(state);
  const of = views
    .filter(([name]) => counted.includes(name))
    .map(([, wanted]) => {
      const { since, open, due, owner, orNobody } = conditionsOf(wanted, looking);
      return { since, open, due, owner, orNobody };
    });
  try {
    const counts = await state.operator.countLeads({ of, most: MOST_COUNTED + 1 });
    return new Map(counted.map((name, place) => [name, counts[place] ?? 0]));
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    return new Map(); // while an index is being built, the list may do without it
  }
}

export function viewChips(filter: LeadFilter, counts: Counts): Html {
  const present = listPath('/', filter);
  const chip = ([name, wanted]: (typeof views)[number]) => {
    const path = listPath('/', wanted);
    const count = counts.get(name);
    return html`<li><a class="chip" href="${path}" ${path === present && html`aria-current="true"`}>${name}${
      count !== undefined &&
      html` <span class="count" ${name === DUE && html`data-due`}>${countText(count)}</span>`
    }</a></li>`;
  };
  return html`<nav aria-label="Views"><ul class="chips">${views.map(chip)}</ul></nav>`;
}

const countText = (count: number): string => (count > MOST_COUNTED ? `${MOST_COUNTED}+` : `${count}`);

/** How many wait to be followed up, for the title of a tab; `undefined` if there are none. */
export function dueText(counts: Counts): string | undefined {
  const due = counts.get(DUE) ?? 0;
  return due > 0 ? countText(due) : undefined;
}
