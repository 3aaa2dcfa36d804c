import type { FindContacts, ListLeads } from '../../../../application/ports/inbound/operator.ts';
import type { DealSummary } from '../../../../application/ports/records.ts';
import { dealTypes } from '../../../../domain/deal-type.ts';
import { mayAct } from '../../../../domain/desk-role.ts';
import { leadStatuses } from '../../../../domain/lead-status.ts';
import { nameOf } from '../../../../domain/name.ts';
import { Refused } from '../../../../domain/refused.ts';
import { type Vendor, vendorLabel } from '../../../../domain/vendor.ts';
import { leadCsv } from '../../spreadsheet/lead-csv.ts';
import type { DeskContext, DeskPages } from '../desk-state.ts';
import { type Html, html } from '../html.ts';
import { showPage } from '../page.ts';
import { apart, contactSought, emailLink, phoneLink } from '../people.ts';
import { dayOf, zoneOf } from '../zone.ts';
import {
  addressOf,
  chipText,
  conditionsOf,
  filterNames,
  filterOf,
  firstDayOf,
  type LeadFilter,
  TODAY,
} from './lead-filter.ts';
import {
  assignFields,
  contactPath,
  leadTable,
  moveButtons,
  noDefaultButton,
  ownerNames,
} from './lead-list.ts';

const PAGE = 50;
/** New leads that are counted; then there are more. */
const COUNTED = 99;

export const inboxPages: DeskPages = (router) => {
  router.get('/', async (ctx) => {
    const filter = filterOf(ctx);
    const [found, people, vendors] = await Promise.all([
      findLeads(ctx, filter),
      contactsFor(ctx, filter),
      ctx.state.operator.listVendors(),
    ]);
    showPage(ctx, 'Inbox', inboxPage(ctx, { filter, ...found, people, vendors }));
  });

  router.get('/leads.csv', async (ctx) => {
    const { operator, session, now } = ctx.state;
    const query = conditionsOf(ctx, filterOf(ctx));
    const leads = await operator.exportLeads({ ...query, by: session.name });
    ctx.type = 'text/csv; charset=utf-8';
    ctx.attachment(`leads-${dayOf(now, zoneOf(ctx))}.csv`);
    ctx.body = `\ufeff${leadCsv(leads)}\n`; // without the mark, spreadsheets misread names
  });

  router.get('/new-leads', async (ctx) => {
    const since = new Date(Number(ctx.query.since));
    if (Number.isNaN(since.getTime())) ctx.throw(400);
    const { leads, more } = await ctx.state.operator.listLeads({ newest: true, since, limit: COUNTED });
    ctx.body = { count: leads.length, more };
  });
};

interface Found {
  readonly leads: readonly DealSummary[];
  readonly more: boolean;
  /** Why nothing could be looked for. */
  readonly refused?: string;
}

async function findLeads(ctx: DeskContext, filter: LeadFilter): Promise<Found> {
  const query: Parameters<ListLeads>[0] = { ...conditionsOf(ctx, filter), before: placeOf(ctx), limit: PAGE };
  try {
    return await ctx.state.operator.listLeads(query);
  } catch (error) {
    if (error instanceof Refused) return { leads: [], more: false, refused: error.message };
    throw error;
  }
}

/** `before=TIME_ID`: where the page before ended. */
function placeOf({ query }: DeskContext) {
  const [, time, id] = /^(\d{1,15})_(.+)$/s.exec(String(query.before ?? '')) ?? [];
  return id === undefined ? undefined : { receivedAt: new Date(Number(time)), id };
}

const afterLast = ({ receivedAt, id }: DealSummary): string => `${receivedAt.getTime()}_${id}`;

const SHOWN_CONTACTS = 5;

/** The people whom the text finds. No name has a digit: that is an id. */
async function contactsFor({ state }: DeskContext, { q }: LeadFilter): Promise<ContactsFound> {
  const sought = q === undefined ? undefined : contactSought(q);
  if (!sought || ('leadName' in sought && /\d/.test(sought.leadName))) return { contacts: [], more: false };
  return state.operator.findContacts({ ...sought, limit: SHOWN_CONTACTS });
}

type ContactsFound = Awaited<ReturnType<FindContacts>>;

interface InboxView extends Found {
  readonly filter: LeadFilter;
  readonly people: ContactsFound;
  readonly vendors: readonly Vendor[];
}

function inboxPage(ctx: DeskContext, view: InboxView): Html {
  const { filter, leads, more, refused, people } = view;
  const { session, now } = ctx.state;
  const last = leads.at(-1);
  const maySell = mayAct(session.role, 'sales');
  const table = leadTable(leads, { now, selectable: maySell });
  return html`
<div class="head"><h1>Inbox</h1>
<form role="search" class="line find"><input type="search" name="q" value="${filter.q}" aria-label="Phone, email, name or id of a lead" placeholder="Phone, email, name or id" maxlength="300" aria-keyshortcuts="/"><button>Find</button></form></div>
${views(filter)}
${filterForm(ctx, view)}
${chips(filter, view.vendors)}
<p class="news note" role="status" data-since="${now.getTime()}"></p>
${refused !== undefined && html`<p class="refused" role="alert">${refused}</p>`}
${people.contacts.length > 0 && peoplePart(people, filter)}
${
  leads.length === 0
    ? refused === undefined && empty(ctx, filter)
    : maySell
      ? html`<form method="post" action="${addressOf('/leads/change', filter)}" data-select>${table}${bulk}</form>${ownerNames(session.name, leads)}`
      : table
}
<p class="line pages">
${ctx.query.before !== undefined && html`<a class="button" href="${addressOf('/', filter)}">Newest</a>`}
${more && last && html`<a class="button" rel="next" href="${addressOf('/', { ...filter, before: afterLast(last) })}">Older</a>`}
<span class="end">
${leads.length > 0 && html`<a href="${addressOf('/leads.csv', filter)}" title="At most 10,000 leads; the audit log says who took it">This list as a spreadsheet (CSV)</a>`}
${maySell && html` <a href="/leads/move">Move leads from a spreadsheet</a>`}</span></p>`;
}

/** The lists of every day, one click away. */
function views(filter: LeadFilter): Html {
  const all: readonly (readonly [string, LeadFilter])[] = [
    ['All', {}],
    ['Today', { since: TODAY }],
    ['Open', { status: 'open' }],
    ['Mine', { status: 'open', owner: 'me' }],
    ['Nobody’s', { status: 'open', owner: 'nobody' }],
    ['Waiting for 3 days', { status: 'open', waiting: '3' }],
  ];
  const present = addressOf('/', filter);
  return html`<nav aria-label="Views"><ul class="chips">${all.map(([name, wanted]) => {
    const address = addressOf('/', wanted);
    return html`<li><a class="chip" href="${address}" ${address === present && html`aria-current="true"`}>${name}</a></li>`;
  })}</ul></nav>`;
}

function filterForm(ctx: DeskContext, { filter, vendors, leads, refused }: InboxView): Html {
  const owners = new Set(leads.flatMap(({ owner }) => owner ?? []));
  const vendor =
    vendors.find(({ id, name }) => filter.vendor === id || filter.vendor === name)?.id ?? filter.vendor;
  const others = vendor === undefined || vendors.some(({ id }) => id === vendor) ? [] : [vendor];
  return html`<details class="filters" ${refused !== undefined && html`open`}><summary>More filters</summary>
<form class="line">
${(['q', 'contact'] as const).map((name) => filter[name] !== undefined && html`<input type="hidden" name="${name}" value="${filter[name]}">`)}
<label class="above">Status <select name="status">${option('', 'any', filter.status)}${option('open', 'open', filter.status)}${leadStatuses.map((status) => option(status, status, filter.status))}</select></label>
<label class="above">Type <select name="type">${option('', 'any', filter.type)}${dealTypes.map((type) => option(type, type, filter.type))}</select></label>
<label class="above">Vendor <select name="vendor">${option('', 'any', vendor)}${others.map((id) => option(id, vendorLabel(id, vendors), vendor))}${vendors.map(({ id, name }) => option(id, name, vendor))}</select></label>
<label class="above">Received from <input type="date" name="since" value="${filter.since && firstDayOf(ctx, filter.since)}"></label>
<label class="above">to <input type="date" name="until" value="${filter.until}"></label>
<label class="above">Days waiting <input type="number" name="waiting" value="${filter.waiting}" min="1" max="9999" placeholder="any"></label>
<label class="above">Owner <input name="owner" value="${filter.owner}" list="wanted-owners" placeholder="any, me, nobody" maxlength="100" autocomplete="off"></label>
<button>Show</button>
</form>
<datalist id="wanted-owners"><option value="me"></option><option value="nobody"></option>${[...owners].map((name) => html`<option value="${name}"></option>`)}</datalist>
</details>`;
}

const option = (value: string, text: string, present: string | undefined): Html =>
  html`<option value="${value}" ${value === present && html`selected`}>${text}</option>`;

/** What is on, each with a cross that takes it away. */
function chips(filter: LeadFilter, vendors: readonly Vendor[]): Html | undefined {
  const on = filterNames.filter((name) => filter[name] !== undefined);
  if (on.length === 0) return undefined;
  return html`<ul class="chips on" aria-label="Filters that are on">${on.map((name) => {
    const given = filter[name] ?? '';
    const text = chipText[name](name === 'vendor' ? vendorLabel(given, vendors) : given);
    const { [name]: _, ...rest } = filter;
    return html`<li><a class="chip on" href="${addressOf('/', rest)}"><bdi>${text}</bdi> <span aria-hidden="true">×</span><span class="unseen"> (remove)</span></a></li>`;
  })}</ul>`;
}

const peoplePart = ({ contacts, more }: ContactsFound, { q = '' }: LeadFilter): Html =>
  html`<section class="panel people" aria-label="Contacts that match">
<h2>Contacts</h2><ul>${contacts.map(
    (contact) =>
      html`<li><a href="${contactPath(contact.id)}">${apart(nameOf(contact))}</a> ${contact.phone && phoneLink(contact.phone)} ${contact.email && emailLink(contact.email)}</li>`,
  )}</ul>${more && html`<p><a href="${`/contacts?${new URLSearchParams({ q })}`}">More contacts</a></p>`}</section>`;

const bulk = html`<fieldset class="bulk"><legend class="unseen">With the selected leads</legend>
${noDefaultButton}
<p class="line"><strong data-selected>Selected leads</strong> <span>move to</span> ${moveButtons(leadStatuses)}
<input name="reason" aria-label="Reason for the move" placeholder="Reason (needed to reopen)" maxlength="500" autocomplete="off"></p>
<p class="line"><span>or assign</span> ${assignFields()}</p></fieldset>`;

function empty({ query, state: { session } }: DeskContext, filter: LeadFilter): Html {
  if (query.before !== undefined) return html`<p class="empty panel">There are no older leads.</p>`;
  if (filter.q !== undefined)
    return html`<p class="empty panel">No lead is found by this. A phone or an email has to be complete; of a name, the beginnings of its words do. A lead that was refused is not kept: ${mayAct(session.role, 'admin') ? html`<a href="/vendors">Vendors</a> counts them` : 'an admin sees under Vendors'} how many, and why.</p>`;
  if (Object.keys(filter).length > 0)
    return html`<p class="empty panel">No lead is like this. <a href="/">Show all leads</a>, or take a filter away.</p>`;
  return html`<p class="empty panel">There are no leads yet. As soon as a vendor sends one, it is here: this page tells you.</p>`;
}
