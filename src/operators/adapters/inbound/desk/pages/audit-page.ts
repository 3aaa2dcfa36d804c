import type { AuditOutcome, RecordedEntry } from '#operators/application/ports/outbound/audit-log.ts';
import type { DealSummary } from '#operators/application/ports/records.ts';
import type { TimeZone } from '#operators/domain/time-zone.ts';
import { authorNow, type NamedPerson, personName, personWith } from '#operators/domain/work/person.ts';
import type { VendorAccount } from '../../../../../domain/vendor.ts';
import { actionText, auditColumns, changeText } from '../../presentation/audit-views.ts';
import { endOfDay, startOfDay } from '../../presentation/days.ts';
import {
  contactPath,
  historyPath,
  hookPath,
  leadPath,
  pathWith,
  vendorPath,
} from '../../presentation/desk-paths.ts';
import { leadName } from '../../presentation/lead-words.ts';
import { auditPlace, placeText } from '../../presentation/values.ts';
import type { DeskContext, DeskPages } from '../desk-state.ts';
import { type Html, html } from '../html.ts';
import { listTable } from '../list-table.ts';
import { options } from '../options.ts';
import { showPage } from '../page.ts';
import { apart } from '../reach.ts';

const MAX_ENTRIES_SHOWN = 100;

/** Lists what operators did. People who are not admins see only their own actions. */
export const auditPages: DeskPages = (routes) => {
  routes.get('/audit', 'readOwnAudit', async (ctx) => {
    const { operator, may, now, zone, query: asked } = ctx.state;
    const given = filterIn(asked);
    const filter = asked.has('today') ? { ...given, since: zone.dayOf(now), until: undefined } : given;
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
type Filter = { readonly [F in (typeof filterNames)[number]]?: string | undefined };

const filterIn = (query: URLSearchParams): Filter =>
  Object.fromEntries(
    filterNames.flatMap((name) => {
      const text = query.get(name)?.trim();
      return text ? [[name, text]] : [];
    }),
  );

/**
 * Resolves to the leads in entries. The log has no customers' names, so those of leads that are not erased are
 * looked up.
 */
async function leadsOf({ state }: DeskContext, entries: readonly RecordedEntry[]) {
  const ids = new Set(entries.flatMap(leadIdOf));
  if (ids.size === 0) return [];
  return (await state.operator.listLeads({ ids: [...ids], limit: ids.size })).leads;
}

/** The id of an entry's lead, if it is about one. */
const leadIdOf = ({ action, on, lead }: RecordedEntry): string[] =>
  lead !== undefined ? [lead] : isOfLead(action) && on !== 'leads' ? [on] : [];

interface AuditView extends Meanings {
  readonly filter: Filter;
  readonly found: readonly RecordedEntry[];
  /** Whether entries of others are shown as well. */
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
${!isToday && html`<button name="today" value="1">Today</button>`}
${isNarrowed && html`<a class="button" href="/audit">Show all</a>`}</form>
${auditTable(entries, view, none)}
<p class="line">${before !== undefined && html`<a class="button" href="${pathWith('/audit', { ...filter, before: '' })}">Newest</a>`}
${last && html`<a class="button" rel="next" href="${pathWith('/audit', { ...filter, before: placeText(last) })}">Older</a>`}</p>
<p class="soft">Nothing personal is kept here: names of customers are those that their leads have now.
Why a lead was moved, its own page says.</p>`;
}

/** The people to choose from, with the one in the query even if nobody is known by that id. */
const whoOptions = (chosen: string, people: readonly NamedPerson[]): Html[] => {
  const others = chosen === '' || personWith(chosen, people)?.id === chosen ? [] : [chosen];
  const ids = [...others, ...people.map(({ id }) => id)];
  return options([['', 'anybody'], ...ids.map((id) => [id, personName(id, people)] as const)], chosen);
};

const isOfLead = (action: RecordedEntry['action']): boolean => action.startsWith('lead.');

/** What the ids and times of the log stand for. */
interface Meanings {
  readonly zone: TimeZone;
  readonly accounts: readonly VendorAccount[];
  readonly people: readonly NamedPerson[];
  readonly leads: readonly DealSummary[];
}

const auditTable = (entries: readonly RecordedEntry[], meanings: Meanings, empty: string): Html =>
  listTable(entries, {
    columns: auditColumns,
    context: meanings,
    caption: 'What was done, the newest first',
    empty,
    heading: 1,
    speaks: true,
    shown: [
      'at',
      { of: 'by', class: 'whole', html: (entry) => authorPart(entry, meanings) },
      { of: 'action', class: 'whole', html: actionPart },
      { of: 'on', head: 'To what', html: (entry) => targetPart(entry, meanings) },
      {
        of: 'change',
        class: 'whole',
        html: (entry) => {
          const change = changeText(entry, meanings);
          return change !== '' && apart(change);
        },
      },
      {
        of: 'shown',
        mark: ({ outcome }) => outcome === 'done' && 'done',
        html: ({ outcome }) => outcomeOf(outcome),
      },
    ],
  });

/** Whether an entry is about all leads or contacts, whose word ends its sentence. */
const isOfAll = ({ on }: RecordedEntry): boolean => ['leads', 'changes', 'held', 'contacts'].includes(on);

function actionPart(entry: RecordedEntry): Html {
  const { on, fields = [] } = entry;
  return html`${actionText(entry)}${isOfAll(entry) && html` <bdi>${on}</bdi>`}${
    fields.length > 0 && html` <span class="soft">(${fields.join(', ')})</span>`
  }`;
}

const targetPart = (entry: RecordedEntry, meanings: Meanings): Html =>
  html`${!isOfAll(entry) && targetOf(entry, meanings)}${
    entry.lead !== undefined && entry.lead !== entry.on && html`, ${leadPart(entry.lead, meanings)}`
  }${entry.merged !== undefined && html` <span class="soft">and ${entry.merged}</span>`}
<a class="trace" href="${historyPath(entry.on)}">history<span class="unseen"> of ${entry.on}</span></a>`;

/** The author, as a link to their other actions. */
function authorPart(entry: RecordedEntry, { people }: Meanings): Html {
  const { by, byId = by } = authorNow(entry, people);
  return html`<a href="/audit?by=${encodeURIComponent(byId)}">${apart(by)}</a>`;
}

/** The page of a thing, by the first word of the action. */
const pages: Readonly<Record<string, (id: string) => string>> = {
  contact: contactPath,
  hook: hookPath,
  token: (id) => `/people/programs#${encodeURIComponent(id)}`,
};

/** The thing that an action was done to; for a key, also its vendor. */
function targetOf({ action, on, lead }: RecordedEntry, { accounts, people, leads }: Meanings): Html {
  const person = personWith(on, people);
  if (person) return html`<a href="/people#${person.id}">${apart(person.name)}</a>`;
  const path = pages[action.split('.')[0] ?? '']?.(on);
  if (isOfLead(action) || on === lead) return leadPart(on, { leads });
  if (path) return html`<a href="${path}">${on}</a>`;
  const account = accounts.find(({ id, keys }) => id === on || keys.some((key) => key.id === on));
  if (!account) return apart(on);
  const key = account.keys.find(({ id }) => id === on);
  const [at, name] = [vendorPath(account.id), apart(account.name)];
  return key
    ? html`<a href="${at}#${encodeURIComponent(on)}">${key.hint}…</a> of ${name}`
    : html`<a href="${at}">${name}</a>`;
}

function leadPart(leadId: string, { leads }: Pick<Meanings, 'leads'>): Html {
  const lead = leads.find(({ id }) => id === leadId);
  if (!lead?.customer) return html`<a href="${leadPath(leadId)}">${leadId}</a>`;
  const { externalId } = lead;
  return html`<a href="${leadPath(leadId)}">${apart(leadName(lead))}</a><br><span class="soft">${leadId}${
    externalId !== undefined && html`, ${apart(externalId)}`
  }</span>`;
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
