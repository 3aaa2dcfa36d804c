import { whoMayUse } from '#operators/application/operator-as.ts';
import type { ListedLead, OtherLeads } from '#operators/application/ports/inbound/lead-use-cases.ts';
import { Refused } from '#operators/domain/refused.ts';
import type { LostReason } from '#operators/domain/work/lost-reason.ts';
import type { NamedPerson } from '#operators/domain/work/person.ts';
import type { Vendor } from '../../../../../domain/vendor.ts';
import { GIVEN, LATE, UNANSWERED } from '../../presentation/answers.ts';
import { listPath } from '../../presentation/desk-paths.ts';
import { InvalidValue } from '../../presentation/invalid-value.ts';
import { conditionsOf, type LeadFilter } from '../../presentation/lead-filter.ts';
import { countOf as leadCount } from '../../presentation/lead-words.ts';
import { place } from '../../presentation/values.ts';
import type { DeskContext, DeskPages } from '../desk-state.ts';
import { type Html, heardFirst, html } from '../html.ts';
import { showPage } from '../page.ts';
import { addLeadLink } from './add-lead.ts';
import { keepGivenRead } from './day-told.ts';
import { heldLine } from './held-page.ts';
import { type ContactsFound, contactsFor, peoplePart } from './inbox-contacts.ts';
import { filterAsked, filterForm, filtersOn } from './inbox-filters.ts';
import { type Counts, countViews, dueText, lookingAt, viewChips } from './inbox-views.ts';
import { leadTable } from './lead-list.ts';
import { newsNote } from './news.ts';
import { bulkForm } from './ticked-leads.ts';

const MAX_LEADS_SHOWN = 50;
/** The most leads of a list that are counted. */
const MOST_COUNTED = 1_000;

export const inboxPages: DeskPages = (routes) => {
  routes.get('/', 'listLeads', async (ctx) => {
    const filter = filterAsked(ctx.state.query);
    const [found, people, vendors, staff, reasons, counts, held] = await Promise.all([
      findLeads(ctx, filter),
      contactsFor(ctx, filter),
      ctx.state.operator.nameVendors(),
      ctx.state.operator.namePeople(),
      ctx.state.operator.nameLostReasons(),
      countViews(ctx),
      heldLine(ctx),
    ]);
    if (filter.status === GIVEN && filter.owner === 'me') keepGivenRead(ctx);
    const due = dueText(counts);
    const title = due === undefined ? 'Inbox' : `(${due} due) Inbox`;
    const count = await countOf(ctx, filter, found);
    showPage(
      ctx,
      title,
      inboxPage(ctx, { filter, ...found, count, people, vendors, staff, reasons, counts, held }),
    );
  });
};

interface Found {
  readonly leads: readonly ListedLead[];
  /** The cursor of the next page, if there is one. */
  readonly next: string | undefined;
  /** The leads whose customers have other leads. */
  readonly others: ReadonlyMap<string, OtherLeads>;
  /** Why nothing could be searched for. */
  readonly why?: string;
}

async function findLeads(ctx: DeskContext, filter: LeadFilter): Promise<Found> {
  const { before } = ctx.query;
  try {
    const { leads, next, more } = await ctx.state.operator.listLeads({
      ...conditionsOf(filter, lookingAt(ctx.state)),
      cursor: before === undefined ? undefined : place(String(before)),
      limit: MAX_LEADS_SHOWN,
    });
    const others = await ctx.state.operator.otherLeads({ leads });
    return { leads, next: more ? next : undefined, others };
  } catch (error) {
    if (error instanceof InvalidValue) ctx.status = 400;
    else if (!(error instanceof Refused)) throw error;
    return { leads: [], next: undefined, others: new Map(), why: error.message };
  }
}

/** Resolves to the number of leads in words; to `undefined` for a text search that has further pages. */
async function countOf(
  ctx: DeskContext,
  filter: LeadFilter,
  { leads, next }: Found,
): Promise<string | undefined> {
  const { query, state } = ctx;
  if (query.before === undefined && next === undefined) return leadCount(leads.length);
  if (filter.q !== undefined) return undefined;
  const of = [conditionsOf(filter, lookingAt(state))];
  const [count = 0] = await state.operator.countLeads({ of, most: MOST_COUNTED + 1 });
  return count > MOST_COUNTED ? `${MOST_COUNTED}+ leads` : leadCount(count);
}

interface InboxView extends Found {
  readonly filter: LeadFilter;
  readonly count: string | undefined;
  /** The line that says how many held leads wait to be read. */
  readonly held: Html | false;
  readonly counts: Counts;
  readonly people: ContactsFound;
  readonly vendors: readonly Vendor[];
  /** The people who take care of leads. */
  readonly staff: readonly NamedPerson[];
  readonly reasons: readonly LostReason[];
}

function inboxPage(ctx: DeskContext, view: InboxView): Html {
  const { filter, leads, count, why, people } = view;
  return html`
<div class="head"><h1>Inbox</h1>${leads.length > 0 && html` <span class="aside">${count}</span>`}${addLeadLink(ctx)}</div>
${view.held}
${viewChips(filter, view.counts)}
${filterForm(ctx, view)}
${filtersOn(view)}
${hasNews(ctx, filter) && newsNote(filter, { now: ctx.state.now })}
${why !== undefined && html`<p class="refused" role="alert" ${heardFirst}>${why}</p>`}
${people.contacts.length > 0 && peoplePart(people, filter)}
${leads.length > 0 ? leadsPart(ctx, view) : why === undefined && empty(ctx, filter)}
${otherPages(ctx, view)}`;
}

/** The leads, with boxes and buttons to change them for who may do so. */
function leadsPart({ state }: DeskContext, { filter, leads, others, staff, reasons }: InboxView): Html {
  const selectable = state.may('moveLeads');
  const shown = { ...lookingAt(state), others, people: staff, reasons, sortedBy: sortedBy(filter) };
  const table = leadTable(leads, { ...shown, selectable });
  if (!selectable) return table;
  return html`<form method="post" action="${listPath('/leads/change', filter)}" data-select
 autocomplete="off">
${table}${bulkForm(staff)}</form>`;
}

function otherPages(ctx: DeskContext, { filter, leads, next }: InboxView): Html {
  const {
    query,
    state: { may },
  } = ctx;
  return html`<div class="line pages">
${query.before !== undefined && html`<a class="button" href="${listPath('/', filter)}">First</a>`}
${next !== undefined && html`<a class="button" rel="next" href="${listPath('/', { ...filter, before: next })}">Next</a>`}
${sheetsPart(leads.length > 0, may('moveLeads'), filter)}</div>`;
}

/** The ways out of the list and into it by a spreadsheet. */
const sheetsPart = (hasLeads: boolean, mayMove: boolean, filter: LeadFilter): Html | false =>
  (hasLeads || mayMove) &&
  html`<details class="end"><summary>Spreadsheet</summary>
${
  hasLeads &&
  html`<a href="${listPath('/leads.csv', filter)}"
 title="All of them; the audit log says who took it">This list as a spreadsheet (CSV)</a>`
}
${mayMove && html`<a href="${listPath('/leads/move', filter)}">Move leads from a spreadsheet</a>`}</details>`;

/** Headings that sort the list, unless it has an order of its own. */
function sortedBy({ order, ...filter }: LeadFilter) {
  if (filter.due !== undefined) return undefined;
  const head = (text: string, wanted: LeadFilter, title: string) =>
    html`<a href="${listPath('/', { ...filter, ...wanted })}" title="${title}">${text}</a>`;
  const received =
    order === undefined
      ? head('Came ↓', { order: 'oldest' }, 'The newest first; press for the oldest')
      : head(order === 'oldest' ? 'Came ↑' : 'Came', {}, 'Press for the newest first');
  if (filter.status === UNANSWERED || filter.status === LATE) return { received, changed: html`Status` };
  const status = order === 'changed' ? 'Status ↓' : 'Status';
  return { received, changed: head(status, { order: 'changed' }, 'Press for what was changed last') };
}

/** Whether a lead that arrives now would be the first of this list. */
const hasNews = ({ query }: DeskContext, { q, until, waiting, order }: LeadFilter): boolean =>
  [query.before, q, until, waiting, order].every((each) => each === undefined);

function empty({ query, state: { may } }: DeskContext, filter: LeadFilter): Html {
  if (query.before !== undefined) return html`<p class="empty panel">There are no more leads.</p>`;
  if (filter.q !== undefined) {
    const where = may('vendorActivity')
      ? html`under <a href="/vendors">Vendors</a> you see`
      : `${whoMayUse('vendorActivity')} can see under Vendors`;
    return html`<p class="empty panel">No lead is found by this. An email has to be complete;
of a phone the last four digits do, of a name or a vehicle the beginnings of its words.
A lead that was refused is not kept: ${where} what each vendor was refused, and why.</p>`;
  }
  if (Object.keys(filter).length > 0)
    return html`<p class="empty panel">No lead is like this. <a href="/">Show all leads</a>,
or take a filter away.</p>`;
  return html`<p class="empty panel">There are no leads yet. ${
    may('addVendor') &&
    html`<a href="/vendors#addVendor">Add a vendor</a> and issue its key; with it, the page <code>/docs</code> of the
service’s own address sends a test lead. `
  }As soon as one comes, this page tells you.</p>`;
}
