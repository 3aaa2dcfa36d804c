import type { AuditOutcome, RecordedEntry } from '../../../../application/ports/outbound/audit-log.ts';
import type { Person } from '../../../../domain/person.ts';
import type { VendorAccount } from '../../../../domain/vendor.ts';
import { actionWords } from '../../operators/audit.ts';
import { endOfDay } from '../../operators/days.ts';
import { contactPath, historyPath, hookPath, leadPath, vendorPath } from '../../operators/desk-paths.ts';
import { instant } from '../../operators/values.ts';
import type { DeskContext, DeskPages } from '../desk-state.ts';
import { type Html, html } from '../html.ts';
import { showPage, timeOf } from '../page.ts';
import { apart } from '../people.ts';

const MAX_ENTRIES_SHOWN = 100;

/** What operators did. */
export const auditPages: DeskPages = (routes) => {
  routes.get('/audit', 'readAudit', async (ctx) => {
    const query = new URLSearchParams(ctx.querystring);
    const on = query.get('on')?.trim() || undefined;
    const day = query.get('day')?.trim() ?? '';
    const before = query.get('before');
    const { operator, zone } = ctx.state;
    const last = day === '' ? undefined : endOfDay(day, zone);
    const until = before === null ? last : instant(before);
    const [found, accounts, people] = await Promise.all([
      operator.readAudit({ on, until, limit: MAX_ENTRIES_SHOWN + 1 }),
      operator.listVendors(),
      operator.listPeople(),
    ]);
    showPage(ctx, 'Audit', auditPage(ctx, { on, day, found, accounts, people }));
  });
};

interface AuditView {
  readonly on: string | undefined;
  /** The last day that is shown. */
  readonly day: string;
  readonly found: readonly RecordedEntry[];
  readonly accounts: readonly VendorAccount[];
  readonly people: readonly Person[];
}

function auditPage(ctx: DeskContext, { on, day, found, accounts, people }: AuditView): Html {
  const entries = found.slice(0, MAX_ENTRIES_SHOWN);
  const next = found[MAX_ENTRIES_SHOWN];
  const isNarrowed = on !== undefined || day !== '' || ctx.query.before !== undefined;
  const none = `Nothing was done ${on === undefined ? 'in this time.' : 'to it in this time. An id has to be complete.'}`;
  return html`<div class="head"><h1>Audit</h1></div>
<form class="line asked"><label>Id
<input name="on" value="${on}" placeholder="of a lead, contact, vendor, key, token or webhook"
 maxlength="300" autocomplete="off" class="id"></label>
<label>Up to <input type="date" name="day" value="${day}" max="${ctx.state.zone.dayOf(ctx.state.now)}"></label>
<button>Show</button>
${isNarrowed && html`<a class="button" href="/audit">Show all</a>`}</form>
${entries.length > 0 ? auditTable(entries, accounts, people) : html`<p class="empty panel">${none}</p>`}
${next && html`<p><a class="button" rel="next" href="/audit?${pageAfter(next, on)}">Older</a></p>`}
<p class="soft">Nothing personal is kept here. Why a lead was moved, its own page says.</p>`;
}

/** Those of the same millisecond are shown again rather than left out. */
const pageAfter = ({ at }: RecordedEntry, on: string | undefined): string =>
  new URLSearchParams({ ...(on !== undefined && { on }), before: `${at.getTime() + 1}` }).toString();

const auditTable = (
  entries: readonly RecordedEntry[],
  accounts: readonly VendorAccount[],
  people: readonly Person[],
): Html => html`<table class="list cards">
<caption class="unseen">What was done, the newest first</caption>
<thead><tr><th scope="col">When</th><th scope="col">Who</th><th scope="col">What</th>
<th scope="col">To what</th><th scope="col">Outcome</th></tr></thead>
<tbody>${entries.map((entry) => entryRow(entry, accounts, people))}</tbody></table>`;

function entryRow(entry: RecordedEntry, accounts: readonly VendorAccount[], people: readonly Person[]): Html {
  const { at, by, action, on, fields = [], merged, outcome } = entry;
  return html`<tr><td>${timeOf(at)}</td><th scope="row" class="whole"><bdi>${by}</bdi></th>
<td class="whole">${actionWords[action]}${
    fields.length > 0 && html` <span class="soft">(${fields.join(', ')})</span>`
  }</td>
<td>${targetOf(entry, accounts, people)}${merged !== undefined && html` <span class="soft">and ${merged}</span>`}
<a class="trace" href="${historyPath(on)}">history<span class="unseen"> of ${on}</span></a></td>
<td>${outcomeOf(outcome)}</td></tr>`;
}

/** What it was done to; with a key, the vendor that has it. */
function targetOf(
  { action, on }: RecordedEntry,
  accounts: readonly VendorAccount[],
  people: readonly Person[],
): Html {
  const person = people.find((each) => each.id === on);
  if (person) return html`<a href="/people#${person.id}">${apart(person.name)}</a>`;
  if (action.startsWith('token.'))
    return html`<a href="/people/programs#${encodeURIComponent(on)}">${on}</a>`;
  if (action.startsWith('desk.') || on === 'leads' || on === 'contacts') return html`<bdi>${on}</bdi>`;
  if (action.startsWith('lead.')) return html`<a href="${leadPath(on)}">${on}</a>`;
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
