import {
  type AuditOutcome,
  operatorActions,
  type RecordedEntry,
} from '../../../../application/operators/ports/outbound/audit-log.ts';
import type { DealSummary } from '../../../../application/operators/ports/records.ts';
import { nameOf } from '../../../../domain/intake/name.ts';
import type { VendorAccount } from '../../../../domain/intake/vendor.ts';
import type { TimeZone } from '../../../../domain/time-zone.ts';
import { authorNow, type NamedPerson, personName, personWith } from '../../../../domain/work/person.ts';
import { auditColumns, changeText } from '../../operators/audit-views.ts';
import { endOfDay, startOfDay } from '../../operators/days.ts';
import { contactPath, historyPath, hookPath, leadPath, vendorPath } from '../../operators/desk-paths.ts';
import { auditPlace, auditPlaceText } from '../../operators/values.ts';
import type { DeskContext, DeskPages } from '../desk-state.ts';
import { type Html, html } from '../html.ts';
import { listTable } from '../list-table.ts';
import { options } from '../options.ts';
import { showPage } from '../page.ts';
import { apart } from '../reach.ts';

const MAX_ENTRIES_SHOWN = 100;

/** What operators did; whoever is no admin sees what they did themselves. */
export const auditPages: DeskPages = (routes) => {
  routes.get('/audit', 'readOwnAudit', async (ctx) => {
    const filter = filterIn(new URLSearchParams(ctx.querystring));
    const { operator, may, zone } = ctx.state;
    const { on, by: person, since, until, before } = filter;
    const query = {
      on,
      since: since === undefined ? undefined : startOfDay(since, zone),
      until: until === undefined ? undefined : endOfDay(until, zone),
      after: before === undefined ? undefined : auditPlace(before),
      limit: MAX_ENTRIES_SHOWN + 1,
    };
    const seesAll = may('readAudit');
    const [found, accounts, people] = await Promise.all([
      seesAll ? operator.readAudit({ ...query, person }) : operator.readOwnAudit(query),
      may('listVendors') ? operator.listVendors() : [],
      operator.namePeople(),
    ]);
    const leads = await leadsOf(ctx, found);
    showPage(ctx, 'Audit', auditPage(ctx, { filter, found, seesAll, accounts, people, leads, zone }));
  });
};

const filterNames = ['by', 'on', 'since', 'until', 'before'] as const;
type Filter = { readonly [F in (typeof filterNames)[number]]?: string };

const filterIn = (query: URLSearchParams): Filter =>
  Object.fromEntries(
    filterNames.flatMap((name) => {
      const text = query.get(name)?.trim();
      return text ? [[name, text]] : [];
    }),
  );

/** The customers' names are not kept with the entries: those of leads that are not erased are looked up. */
async function leadsOf({ state }: DeskContext, entries: readonly RecordedEntry[]) {
  const ids = new Set(entries.flatMap(leadIdOf));
  if (ids.size === 0) return [];
  return (await state.operator.listLeads({ ids: [...ids], limit: ids.size })).leads;
}

/** The lead of an entry, if it is of one. */
const leadIdOf = ({ action, on, lead }: RecordedEntry): string[] =>
  lead !== undefined ? [lead] : isOfLead(action) && on !== 'leads' ? [on] : [];

const isOfLead = (action: RecordedEntry['action']): boolean => action.startsWith('lead.');

/** What ids and times in the log stand for. */
interface Meanings {
  readonly zone: TimeZone;
  readonly accounts: readonly VendorAccount[];
  readonly people: readonly NamedPerson[];
  readonly leads: readonly DealSummary[];
}

interface AuditView extends Meanings {
  readonly filter: Filter;
  readonly found: readonly RecordedEntry[];
  /** Not only their own. */
  readonly seesAll: boolean;
}

function auditPage({ state: { now, zone } }: DeskContext, view: AuditView): Html {
  const { filter, found, seesAll, people } = view;
  const { by = '', on = '', since, until, before } = filter;
  const entries = found.slice(0, MAX_ENTRIES_SHOWN);
  const last = found.length > MAX_ENTRIES_SHOWN && entries.at(-1);
  const isNarrowed = Object.keys(filter).length > 0;
  const none = `Nothing was done ${on === '' ? 'in this time.' : 'to it in this time. An id has to be complete.'}`;
  const today = zone.dayOf(now);
  const isToday = since === today && (until ?? today) === today && before === undefined;
  return html`<div class="head"><h1>Audit</h1> ${!seesAll && html`<span class="soft">What you did</span>`}</div>
<form class="line asked">
${seesAll && html`<label>Who <select name="by">${whoOptions(by, people)}</select></label>`}
<label>Id
<input name="on" value="${on}" placeholder="of a lead, a key, a webhook…"
 maxlength="300" autocomplete="off" class="id"></label>
<label>From <input type="date" name="since" value="${since}" max="${today}"></label>
<label>to <input type="date" name="until" value="${until}" max="${today}"></label>
<button>Show</button>
${!isToday && html`<a class="button" href="/audit?${queryOf({ by, on, since: today })}">Today</a>`}
${isNarrowed && html`<a class="button" href="/audit">Show all</a>`}</form>
${entries.length > 0 ? auditTable(entries, view) : html`<p class="empty panel">${none}</p>`}
<p class="line">${before !== undefined && html`<a class="button" href="/audit?${queryOf({ ...filter, before: '' })}">Newest</a>`}
${last && html`<a class="button" rel="next" href="/audit?${queryOf({ ...filter, before: auditPlaceText(last) })}">Older</a>`}</p>
<p class="soft">Nothing personal is kept here: names of customers are those that their leads have now.
Why a lead was moved, its own page says.</p>`;
}

/** Also who was asked for and is nobody. */
const whoOptions = (chosen: string, people: readonly NamedPerson[]): Html[] => {
  const others = chosen === '' || personWith(chosen, people)?.id === chosen ? [] : [chosen];
  const ids = [...others, ...people.map(({ id }) => id)];
  return options([['', 'anybody'], ...ids.map((id) => [id, personName(id, people)] as const)], chosen);
};

const queryOf = (filter: Filter): string =>
  new URLSearchParams(Object.entries(filter).filter(([, text]) => text !== '')).toString();

const auditTable = (entries: readonly RecordedEntry[], meanings: Meanings): Html =>
  listTable(entries, {
    columns: auditColumns,
    context: meanings,
    caption: 'What was done, the newest first',
    heading: 1,
    speaks: true,
    shown: [
      'at',
      { of: 'by', class: 'whole', html: (entry) => authorPart(entry, meanings) },
      { of: 'action', class: 'whole', html: actionPart },
      { of: 'on', head: 'To what', html: (entry) => targetPart(entry, meanings) },
      {
        ...{ of: 'change', class: 'whole' },
        html: (entry) => {
          const change = changeText(entry, meanings);
          return change !== '' && apart(change);
        },
      },
      {
        ...{ of: 'shown', mark: ({ outcome }) => outcome === 'done' && 'done' },
        html: ({ outcome }) => outcomeOf(outcome),
      },
    ],
  });

/** Which ends what was done: searched the contacts. */
const isOfAll = ({ on }: RecordedEntry): boolean => on === 'leads' || on === 'contacts';

function actionPart(entry: RecordedEntry): Html {
  const { action, on, fields = [] } = entry;
  return html`${operatorActions[action]}${isOfAll(entry) && html` <bdi>${on}</bdi>`}${
    fields.length > 0 && html` <span class="soft">(${fields.join(', ')})</span>`
  }`;
}

const targetPart = (entry: RecordedEntry, meanings: Meanings): Html =>
  html`${!isOfAll(entry) && targetOf(entry, meanings)}${
    entry.lead !== undefined && entry.lead !== entry.on && html`, ${leadPart(entry.lead, meanings)}`
  }${entry.merged !== undefined && html` <span class="soft">and ${entry.merged}</span>`}
<a class="trace" href="${historyPath(entry.on)}">history<span class="unseen"> of ${entry.on}</span></a>`;

/** Leads to what else they did. */
function authorPart(entry: RecordedEntry, { people }: Meanings): Html {
  const { by, byId = by } = authorNow(entry, people);
  return html`<a href="/audit?by=${encodeURIComponent(byId)}">${apart(by)}</a>`;
}

/** What it was done to; with a key, the vendor that has it. */
function targetOf({ action, on, lead }: RecordedEntry, { accounts, people, leads }: Meanings): Html {
  const person = personWith(on, people);
  if (person) return html`<a href="/people#${person.id}">${apart(person.name)}</a>`;
  if (action.startsWith('token.'))
    return html`<a href="/people/programs#${encodeURIComponent(on)}">${on}</a>`;
  if (action.startsWith('desk.') || action.startsWith('person.')) return html`<bdi>${on}</bdi>`;
  if (isOfLead(action) || on === lead) return leadPart(on, { leads });
  if (action.startsWith('contact.')) return html`<a href="${contactPath(on)}">${on}</a>`;
  if (action.startsWith('hook.')) return html`<a href="${hookPath(on)}">${on}</a>`;
  if (action === 'vendor.add') {
    const account = accounts.find((each) => each.id === on);
    return account ? html`<a href="${vendorPath(on)}"><bdi>${account.name}</bdi></a>` : html`${on}`;
  }
  const holder = accounts.find(({ keys }) => keys.some((key) => key.id === on));
  const key = holder?.keys.find((each) => each.id === on);
  return holder && key
    ? html`<a href="${vendorPath(holder.id)}#${encodeURIComponent(on)}">${key.hint}…</a> of <bdi>${holder.name}</bdi>`
    : html`${on}`;
}

function leadPart(leadId: string, { leads }: Pick<Meanings, 'leads'>): Html {
  const { customer, externalId } = leads.find(({ id }) => id === leadId) ?? {};
  return html`<a href="${leadPath(leadId)}">${leadId}</a>${
    customer &&
    html`<br><span class="soft">${apart(nameOf(customer))}${
      externalId !== undefined && html`, ${apart(externalId)}`
    }</span>`
  }`;
}

const outcomes: Readonly<Record<AuditOutcome, Html>> = {
  done: html`done`,
  refused: html`<span class="chip warn">refused</span>`,
  failed: html`<span class="chip warn">failed</span>`,
};

const outcomeOf = (outcome: AuditOutcome | undefined): Html =>
  outcome === undefined
    ? html`<span class="chip warn"
 title="The store did not answer: it may have been done or not">not known</span>`
    : outcomes[outcome];
