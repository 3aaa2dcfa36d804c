import type { RecordedEntry } from '#operators/application/ports/outbound/audit-log.ts';
import { type NamedPerson, personName, personWith } from '#operators/domain/work/person.ts';
import { endOfDay, startOfDay } from '../../presentation/days.ts';
import { auditPlace, placeText } from '../../presentation/values.ts';
import type { DeskContext, DeskPages } from '../desk-state.ts';
import { type Html, html } from '../html.ts';
import { options } from '../options.ts';
import { showPage } from '../page.ts';
import { auditTable, isOfLead, type Meanings } from './audit-table.ts';

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
<p class="line">${before !== undefined && html`<a class="button" href="/audit?${queryOf({ ...filter, before: '' })}">Newest</a>`}
${last && html`<a class="button" rel="next" href="/audit?${queryOf({ ...filter, before: placeText(last) })}">Older</a>`}</p>
<p class="soft">Nothing personal is kept here: names of customers are those that their leads have now.
Why a lead was moved, its own page says.</p>`;
}

/** The people to choose from, with the one in the query even if nobody is known by that id. */
const whoOptions = (chosen: string, people: readonly NamedPerson[]): Html[] => {
  const others = chosen === '' || personWith(chosen, people)?.id === chosen ? [] : [chosen];
  const ids = [...others, ...people.map(({ id }) => id)];
  return options([['', 'anybody'], ...ids.map((id) => [id, personName(id, people)] as const)], chosen);
};

function queryOf(filter: Filter): string {
  const query = new URLSearchParams();
  for (const [name, text] of Object.entries(filter)) if (text) query.set(name, text);
  return query.toString();
}
