import type {
  AuditOutcome,
  OperatorAction,
  RecordedEntry,
} from '../../../../application/ports/outbound/audit-log.ts';
import type { VendorAccount } from '../../../../domain/vendor.ts';
import type { DeskContext, DeskPages } from '../desk-state.ts';
import { type Html, html } from '../html.ts';
import { showPage, timeOf } from '../page.ts';
import { dayOf, startOfDay, zoneOf } from '../zone.ts';
import { hookPath } from './hooks.ts';
import { vendorPath } from './vendors.ts';

const PAGE = 100;

/** What operators did. */
export const auditPages: DeskPages = (router) => {
  router.get('/audit', async (ctx) => {
    const query = new URLSearchParams(ctx.querystring);
    const on = query.get('on')?.trim() || undefined;
    const day = query.get('day')?.trim() ?? '';
    const until = timeIn(query.get('before')) ?? startOfDay(day, zoneOf(ctx), 1);
    const { operator } = ctx.state;
    const [found, accounts] = await Promise.all([
      operator.readAudit({ on, until, limit: PAGE + 1 }),
      operator.listVendors(),
    ]);
    showPage(ctx, 'Audit', auditPage(ctx, { on, day, found, accounts }));
  });
};

function timeIn(text: string | null): Date | undefined {
  const time = new Date(text !== null && /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN);
  return Number.isNaN(time.getTime()) ? undefined : time;
}

interface AuditView {
  readonly on: string | undefined;
  /** The last day that is shown. */
  readonly day: string;
  readonly found: readonly RecordedEntry[];
  readonly accounts: readonly VendorAccount[];
}

function auditPage(ctx: DeskContext, { on, day, found, accounts }: AuditView): Html {
  const entries = found.slice(0, PAGE);
  const next = found[PAGE];
  return html`<div class="head"><h1>Audit</h1></div>
<form class="line asked"><label>Id <input name="on" value="${on}" placeholder="of a lead, contact, vendor, key or webhook" maxlength="300" autocomplete="off" class="id"></label>
<label>Up to <input type="date" name="day" value="${day}" max="${dayOf(ctx.state.now, zoneOf(ctx))}"></label> <button>Show</button>
${(on !== undefined || day !== '' || ctx.query.before !== undefined) && html`<a class="button" href="/audit">Show all</a>`}</form>
${entries.length > 0 ? auditTable(entries, accounts) : html`<p class="empty panel">${on === undefined ? 'Nothing was done in this time.' : 'Nothing was done to it in this time. An id has to be complete.'}</p>`}
${next && html`<p><a class="button" rel="next" href="/audit?${pageAfter(next, on)}">Older</a></p>`}
<p class="soft">Nothing personal is kept here. Why a lead was moved, its own page says.</p>`;
}

/** Those of the same millisecond are shown again rather than left out. */
const pageAfter = ({ at }: RecordedEntry, on: string | undefined): string =>
  new URLSearchParams({ ...(on !== undefined && { on }), before: `${at.getTime() + 1}` }).toString();

const auditTable = (
  entries: readonly RecordedEntry[],
  accounts: readonly VendorAccount[],
): Html => html`<table class="list cards">
<caption class="unseen">What was done, the newest first</caption>
<thead><tr><th scope="col">When</th><th scope="col">Who</th><th scope="col">What</th><th scope="col">To what</th><th scope="col">Outcome</th></tr></thead>
<tbody>${entries.map(
  (entry) => html`<tr><td>${timeOf(entry.at)}</td><th scope="row" class="whole"><bdi>${entry.by}</bdi></th>
<td class="whole">${words[entry.action]}${entry.fields && entry.fields.length > 0 && html` <span class="soft">(${entry.fields.join(', ')})</span>`}</td>
<td>${targetOf(entry, accounts)}${entry.merged !== undefined && html` <span class="soft">and ${entry.merged}</span>`} <a class="trace" href="/audit?on=${encodeURIComponent(entry.on)}">history<span class="unseen"> of ${entry.on}</span></a></td>
<td>${outcomeOf(entry.outcome)}</td></tr>`,
)}</tbody></table>`;

/** Worded to follow the name of who did it. */
const words: Readonly<Record<OperatorAction, string>> = {
  'vendor.add': 'added the vendor',
  'key.issue': 'issued the key',
  'key.rotate': 'rotated the key',
  'key.revoke': 'revoked the key',
  'lead.move': 'moved the lead',
  'lead.assign': 'assigned the lead',
  'lead.export': 'exported a list of',
  'lead.erase': 'erased the customer of the lead',
  'contact.show': 'looked at the contact',
  'contact.edit': 'edited the contact',
  'contact.merge': 'merged the contact',
  'store.upgrade': 'brought up to date',
  'contact.rekey': 'brought up to date the keys of all',
  'contact.erase': 'erased the contact',
  'desk.link': 'made a sign-in link for',
  'desk.sign-in': 'signed in as',
  'desk.end-sessions': 'ended the sessions of',
  'hook.add': 'added the webhook',
  'hook.test': 'tested the webhook',
  'hook.replay': 'replayed events to the webhook',
  'hook.rotate': 'rotated the secret of the webhook',
  'hook.pause': 'paused the webhook',
  'hook.resume': 'resumed the webhook',
  'hook.remove': 'removed the webhook',
};

/** Of a key, the vendor that has it. */
function targetOf({ action, on }: RecordedEntry, accounts: readonly VendorAccount[]): Html {
  const id = encodeURIComponent(on);
  if (action.startsWith('desk.') || on === 'leads' || on === 'contacts') return html`<bdi>${on}</bdi>`;
  if (action.startsWith('lead.')) return html`<a href="/leads/${id}">${on}</a>`;
  if (action.startsWith('contact.')) return html`<a href="/contacts/${id}">${on}</a>`;
  if (action.startsWith('hook.')) return html`<a href="${hookPath(on)}">${on}</a>`;
  if (action === 'vendor.add') {
    const account = accounts.find((each) => each.id === on);
    return account ? html`<a href="${vendorPath(on)}"><bdi>${account.name}</bdi></a>` : html`${on}`;
  }
  const holder = accounts.find(({ keys }) => keys.some((key) => key.id === on));
  const key = holder?.keys.find((each) => each.id === on);
  return holder && key
    ? html`<a href="${vendorPath(holder.id)}#${id}">${key.hint}…</a> of <bdi>${holder.name}</bdi>`
    : html`${on}`;
}

const outcomes: Readonly<Record<AuditOutcome, Html>> = {
  done: html`done`,
  refused: html`<span class="chip warn">refused</span>`,
  failed: html`<span class="chip warn">failed</span>`,
};

const outcomeOf = (outcome: AuditOutcome | undefined): Html =>
  outcome === undefined
    ? html`<span class="chip warn" title="The store did not answer: it may have been done or not">not known</span>`
    : outcomes[outcome];
