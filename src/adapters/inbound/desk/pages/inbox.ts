import { Readable } from 'node:stream';
import { customerMatch } from '../../../../application/leads/seek-leads.ts';
import { whoMayUse } from '../../../../application/operator-as.ts';
import type { FindContacts, ListedLead } from '../../../../application/ports/inbound/operator.ts';
import { StoreUnavailable } from '../../../../application/ports/outbound/store.ts';
import type { Contact } from '../../../../domain/contact.ts';
import { dealTypes } from '../../../../domain/deal-type.ts';
import { leadStatuses } from '../../../../domain/lead-status.ts';
import { nameOf } from '../../../../domain/name.ts';
import { type NamedPerson, personName } from '../../../../domain/person.ts';
import { Refused } from '../../../../domain/refused.ts';
import { type Vendor, vendorLabel } from '../../../../domain/vendor.ts';
import { UNANSWERED } from '../../operators/answers.ts';
import { contactSought } from '../../operators/contacts.ts';
import { contactPath, listPath } from '../../operators/desk-paths.ts';
import { InvalidValue } from '../../operators/invalid-value.ts';
import {
  conditionsOf,
  filterIn,
  filterNames,
  filterWords,
  firstDayOf,
  type LeadFilter,
  TODAY,
} from '../../operators/lead-filter.ts';
import { instant, place, placeText } from '../../operators/values.ts';
import { leadCsv } from '../../spreadsheet/lead-csv.ts';
import type { DeskContext, DeskPages } from '../desk-state.ts';
import { type Html, html } from '../html.ts';
import { showPage } from '../page.ts';
import { apart, emailLink, phoneLink } from '../people.ts';
import { searchForm } from '../search-form.ts';
import { assignFields, leadTable, moveButtons, noDefaultButton } from './lead-list.ts';

const MAX_LEADS_SHOWN = 50;
const MAX_CONTACTS_SHOWN = 5;
/** How many new leads are counted; then there are more. */
const MAX_LEADS_COUNTED = 99;

export const inboxPages: DeskPages = (routes) => {
  routes.get('/', 'listLeads', async (ctx) => {
    const filter = filterIn(new URLSearchParams(ctx.querystring));
    const [found, people, vendors, staff, counts] = await Promise.all([
      findLeads(ctx, filter),
      contactsFor(ctx, filter),
      ctx.state.operator.nameVendors(),
      ctx.state.operator.namePeople(),
      countViews(ctx),
    ]);
    showPage(ctx, 'Inbox', inboxPage(ctx, { filter, ...found, people, vendors, staff, counts }));
  });

  routes.get('/leads.csv', 'exportLeads', async (ctx) => {
    const { operator, may, now, zone } = ctx.state;
    const filter = filterIn(new URLSearchParams(ctx.querystring));
    const conditions = conditionsOf(filter, lookingIn(ctx));
    const whole = may('exportWholeLeads');
    const pages = await (whole ? operator.exportWholeLeads(conditions) : operator.exportLeads(conditions));
    ctx.type = 'text/csv; charset=utf-8';
    ctx.attachment(`leads-${zone.dayOf(now)}.csv`);
    const people = await operator.namePeople();
    ctx.body = Readable.from(marked(leadCsv(pages, zone, { people, whole })));
  });

  routes.get('/new-leads', 'listLeads', async (ctx) => {
    const query = new URLSearchParams(ctx.querystring);
    const since = instant(query.get('opened') ?? '');
    const conditions = conditionsOf(filterIn(query), lookingIn(ctx));
    const { leads, more } = await ctx.state.operator.listLeads({
      ...conditions,
      since: conditions.since && conditions.since > since ? conditions.since : since,
      limit: MAX_LEADS_COUNTED,
    });
    ctx.body = { count: leads.length, more };
  });
};

/** Without the mark, spreadsheets misread names. */
async function* marked(parts: AsyncIterable<string>): AsyncGenerator<string> {
  yield '\ufeff';
  try {
    yield* parts;
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error; // else its last line says so
  }
}

interface Found {
  readonly leads: readonly ListedLead[];
  readonly more: boolean;
  /** Why nothing could be looked for. */
  readonly why?: string;
}

async function findLeads(ctx: DeskContext, filter: LeadFilter): Promise<Found> {
  const { before } = ctx.query;
  try {
    return await ctx.state.operator.listLeads({
      ...conditionsOf(filter, lookingIn(ctx)),
      before: before === undefined ? undefined : place(String(before)),
      limit: MAX_LEADS_SHOWN,
    });
  } catch (error) {
    if (error instanceof InvalidValue) ctx.status = 400;
    else if (!(error instanceof Refused)) throw error;
    return { leads: [], more: false, why: error.message };
  }
}

/** What the buttons to the first page and to the next are called. */
function pagesOf({ status, due, order }: LeadFilter): readonly [first: string, next: string] {
  if (status === UNANSWERED) return ['Longest', 'More'];
  if (due !== undefined || order === 'changed') return ['First', 'More'];
  return order === 'oldest' ? ['Oldest', 'Newer'] : ['Newest', 'Older'];
}

const lookingIn = (ctx: DeskContext) => ({
  me: ctx.state.session.person,
  now: ctx.state.now,
  zone: ctx.state.zone,
});

/** The people whom the text finds. No name has a digit: that is an id. */
async function contactsFor({ state }: DeskContext, { q }: LeadFilter): Promise<ContactsFound> {
  const sought = q === undefined ? undefined : contactSought(q);
  if (!sought || ('clue' in sought && isOfNobody(sought.clue))) return { contacts: [], more: false };
  return state.operator.findContacts({ ...sought, limit: MAX_CONTACTS_SHOWN });
}

/** No name has a digit: that is an id or a vehicle. */
function isOfNobody(clue: string): boolean {
  const match = customerMatch(clue);
  return !match || ('words' in match && match.words.some((word) => /\d/.test(word)));
}

type ContactsFound = Awaited<ReturnType<FindContacts>>;

interface InboxView extends Found {
  readonly filter: LeadFilter;
  readonly counts: Counts;
  readonly people: ContactsFound;
  readonly vendors: readonly Vendor[];
  /** Who takes care of leads. */
  readonly staff: readonly NamedPerson[];
}

function inboxPage(ctx: DeskContext, view: InboxView): Html {
  const { filter, leads, why, people, staff } = view;
  const { may, now } = ctx.state;
  const mayChange = may('moveLeads');
  const table = leadTable(leads, { now, selectable: mayChange, people: staff });
  return html`
<div class="head"><h1>Inbox</h1>
${searchForm({
  value: filter.q,
  label: 'Phone or its last digits, email, name, vehicle or id of a lead',
  placeholder: 'Phone, email, name, vehicle or id',
})}</div>
${viewChips(filter, view.counts)}
${filterForm(ctx, view)}
${chips(view)}
${hasNews(ctx, filter) && html`<p class="news note" role="status" data-opened="${now.getTime()}"></p>`}
${why !== undefined && html`<p class="refused" role="alert">${why}</p>`}
${people.contacts.length > 0 && peoplePart(people, filter)}
${
  leads.length === 0
    ? why === undefined && empty(ctx, filter)
    : mayChange
      ? html`<form method="post" action="${listPath('/leads/change', filter)}" data-select>
${table}${bulk(staff)}</form>`
      : table
}
${otherPages(ctx, view)}`;
}

function otherPages(ctx: DeskContext, { filter, leads, more }: InboxView): Html {
  const {
    query,
    state: { may },
  } = ctx;
  const last = leads.at(-1);
  const next =
    more &&
    last &&
    listPath('/', { ...filter, before: placeText(last, conditionsOf(filter, lookingIn(ctx))) });
  const [first, further] = pagesOf(filter);
  return html`<p class="line pages">
${query.before !== undefined && html`<a class="button" href="${listPath('/', filter)}">${first}</a>`}
${next && html`<a class="button" rel="next" href="${next}">${further}</a>`}
<span class="end">
${
  leads.length > 0 &&
  html`<a href="${listPath('/leads.csv', filter)}"
 title="All of them; the audit log says who took it">This list as a spreadsheet (CSV)</a>`
}
${may('moveLeads') && html` <a href="/leads/move">Move leads from a spreadsheet</a>`}</span></p>`;
}

/** The lists of every day, one click away. */
const views: readonly (readonly [name: string, wanted: LeadFilter])[] = [
  ['All', {}],
  ['Today', { since: TODAY }],
  ['Open', { status: 'open' }],
  ['Mine', { status: 'open', owner: 'me' }],
  ['Nobody’s', { status: 'open', owner: 'nobody' }],
  ['Unanswered', { status: UNANSWERED }],
  ['Due', { due: TODAY }],
  ['Waiting for 3 days', { status: 'open', waiting: '3', order: 'oldest' }],
  ['Changed last', { order: 'changed' }],
];

/** Those whose number an index gives, without a look at any lead. */
const counted = ['Today', 'Open', 'Mine'];
/** How many leads of a view are counted; then there are more. */
const MOST_COUNTED = 100;

/** How many leads a view has, by its name. */
type Counts = ReadonlyMap<string, number>;

async function countViews(ctx: DeskContext): Promise<Counts> {
  const of = views
    .filter(([name]) => counted.includes(name))
    .map(([, wanted]) => {
      const { since, open, owner } = conditionsOf(wanted, lookingIn(ctx));
      return { since, open, owner };
    });
  try {
    const counts = await ctx.state.operator.countLeads({ of, most: MOST_COUNTED + 1 });
    return new Map(counted.map((name, place) => [name, counts[place] ?? 0]));
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    return new Map(); // while an index is being built, the list may do without it
  }
}

function viewChips(filter: LeadFilter, counts: Counts): Html {
  const present = listPath('/', filter);
  const chip = ([name, wanted]: (typeof views)[number]) => {
    const path = listPath('/', wanted);
    const count = counts.get(name);
    return html`<li><a class="chip" href="${path}" ${path === present && html`aria-current="true"`}>${name}${
      count !== undefined &&
      html` <span class="count">${count > MOST_COUNTED ? `${MOST_COUNTED}+` : count}</span>`
    }</a></li>`;
  };
  return html`<nav aria-label="Views"><ul class="chips">${views.map(chip)}</ul></nav>`;
}

/** Whether a lead that comes now would be the first of this list. */
const hasNews = ({ query }: DeskContext, { q, until, waiting, order }: LeadFilter): boolean =>
  [query.before, q, until, waiting, order].every((each) => each === undefined);

function filterForm(ctx: DeskContext, { filter, vendors, staff, why }: InboxView): Html {
  const owner = filter.owner;
  const owners = ['me', 'nobody', ...staff.map(({ id }) => id)];
  const otherOwners = owner === undefined || owners.includes(owner) ? [] : [owner];
  const vendor =
    vendors.find(({ id, name }) => filter.vendor === id || filter.vendor === name)?.id ?? filter.vendor;
  const others = vendor === undefined || vendors.some(({ id }) => id === vendor) ? [] : [vendor];
  const since = filter.since && firstDayOf(filter.since, lookingIn(ctx));
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
<label class="above">Days waiting
<input type="number" name="waiting" value="${filter.waiting}" min="1" max="9999" placeholder="any"></label>
<label class="above">Owner <select name="owner">${options(owner, [...otherOwners, ...owners], (id) =>
    personName(id, staff),
  )}</select></label>
<button>Show</button>
</form>
</details>`;
}

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
function chips({ filter, vendors, staff }: InboxView): Html | undefined {
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

const peoplePart = ({ contacts, more }: ContactsFound, { q = '' }: LeadFilter): Html =>
  html`<section class="panel people" aria-label="Contacts that match">
<h2>Contacts</h2><ul>${contacts.map(personItem)}</ul>${
    more && html`<p><a href="${listPath('/contacts', { q })}">More contacts</a></p>`
  }</section>`;

const personItem = (contact: Contact): Html =>
  html`<li><a href="${contactPath(contact.id)}">${apart(nameOf(contact))}</a>
${contact.phone && phoneLink(contact.phone)} ${contact.email && emailLink(contact.email)}</li>`;

const bulk = (
  staff: readonly NamedPerson[],
): Html => html`<fieldset class="bulk"><legend class="unseen">With the selected leads</legend>
${noDefaultButton}
<p class="line"><strong data-selected>Selected leads</strong> <span>move to</span> ${moveButtons(leadStatuses)}
<input name="reason" aria-label="Reason for the move" placeholder="Reason (needed to reopen)"
 maxlength="500" autocomplete="off"></p>
<p class="line"><span>or assign</span> ${assignFields(staff)}</p></fieldset>`;

function empty({ query, state: { may } }: DeskContext, filter: LeadFilter): Html {
  if (query.before !== undefined) return html`<p class="empty panel">There are no older leads.</p>`;
  if (filter.q !== undefined) {
    const where = may('vendorActivity')
      ? html`under <a href="/vendors">Vendors</a> you see`
      : `${whoMayUse('vendorActivity')} can see under Vendors`;
    return html`<p class="empty panel">No lead is found by this. An email has to be complete;
of a phone the last four digits do, of a name or a vehicle the beginnings of its words.
A lead that was refused is not kept: ${where} how many leads of each vendor were refused, and why.</p>`;
  }
  if (Object.keys(filter).length > 0)
    return html`<p class="empty panel">No lead is like this. <a href="/">Show all leads</a>,
or take a filter away.</p>`;
  return html`<p class="empty panel">There are no leads yet. As soon as a vendor sends one, it is here:
this page tells you.</p>`;
}
