import { StoreUnavailable } from '../../../../../application/ports/outbound/store.ts';
import { UNANSWERED } from '../../presentation/answers.ts';
import { listPath } from '../../presentation/desk-paths.ts';
import { OURS, TODAY } from '../../presentation/lead-conditions.ts';
import { conditionsOf, type LeadFilter } from '../../presentation/lead-filter.ts';
import type { DeskContext, DeskState } from '../desk-state.ts';
import { type Html, html } from '../html.ts';

/** The person who looks, when and in which zone, as conditions need it. */
export const lookingAt = ({ session, now, zone }: DeskState) => ({ me: session.person, now, zone });

/** The view of due follow-ups in leads that no colleague takes care of: these are the person's own work. */
const DUE = 'Due';

/** The lists that people need every day. */
const views: Readonly<Record<string, LeadFilter>> = {
  Today: { since: TODAY },
  Mine: { status: 'open', owner: 'me' },
  Unanswered: { status: UNANSWERED },
  [DUE]: { owner: OURS, due: TODAY },
};

/** The view that a filter is, or narrows. */
export const viewOf = (filter: LeadFilter): LeadFilter =>
  Object.values(views).find((wanted) =>
    Object.entries(wanted).every(([name, value]) => filter[name as keyof LeadFilter] === value),
  ) ?? {};

/** The most leads of a view that are counted. */
const MOST_COUNTED = 100;

/** The numbers of leads by the view's name. */
export type Counts = ReadonlyMap<string, number>;

export async function countViews({ state }: DeskContext): Promise<Counts> {
  const looking = lookingAt(state);
  const of = Object.values(views).map((wanted) => conditionsOf(wanted, looking));
  try {
    const counts = await state.operator.countLeads({ of, most: MOST_COUNTED + 1 });
    return new Map(Object.keys(views).map((name, place) => [name, counts[place] ?? 0]));
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    return new Map(); // the inbox works without numbers, for instance while an index is built
  }
}

export function viewChips(filter: LeadFilter, counts: Counts): Html {
  const present = viewOf(filter);
  const chips = Object.entries(views).map(([name, wanted]) => {
    const count = counts.get(name);
    return html`<li><a class="chip" href="${listPath('/', wanted)}" ${wanted === present && html`aria-current="true"`}>${name}${
      count !== undefined &&
      html` <span class="count" ${name === DUE && html`data-due`}>${countText(count, MOST_COUNTED)}</span>`
    }</a></li>`;
  });
  return html`<nav class="views" aria-label="Views"><ul class="chips">${chips}</ul></nav>`;
}

/** A number as text: `7`, `100+`. */
export const countText = (count: number, most: number): string => (count > most ? `${most}+` : `${count}`);

/** The number of due follow-ups, for the tab's title; `undefined` if there are none. */
export function dueText(counts: Counts): string | undefined {
  const due = counts.get(DUE) ?? 0;
  return due > 0 ? countText(due, MOST_COUNTED) : undefined;
}
