import { HOUSE } from '#operators/application/leads/add-lead.ts';
import type { OwnUseCases } from '#operators/application/operator-as.ts';
import type { ActiveVendor, ShareKey } from '#operators/application/ports/inbound/vendor-use-cases.ts';
import type { RefusedRequest } from '#operators/application/ports/outbound/refusals.ts';
import { keyOf } from '#operators/domain/work/vendor-account.ts';
import { type IssuedKey, isUsable, keyState } from '../../../../../domain/issued-key.ts';
import { isConfiguredVendorId, type VendorAccount, vendorLabel } from '../../../../../domain/vendor.ts';
import { addHookPath, listPath, vendorPath } from '../../presentation/desk-paths.ts';
import { InvalidValue } from '../../presentation/invalid-value.ts';
import { type FreshKey, Key, type RotatedKey } from '../../presentation/shapes/vendor-shapes.ts';
import { dateText } from '../../presentation/time-words.ts';
import { keyColumns, refusedRequestColumns } from '../../presentation/vendor-views.ts';
import { asks, type Question } from '../ask.ts';
import { change, changeBy, notDone } from '../change.ts';
import type { DeskContext, DeskPages } from '../desk-state.ts';
import { type Html, html, required } from '../html.ts';
import { listTable, stateMark } from '../list-table.ts';
import { options } from '../options.ts';
import { showPage, timeOf } from '../page.ts';
import { addressesPart, showOnce } from '../shown-once.ts';
import { facts } from './facts.ts';
import { hookTable, keptHooks } from './hooks-page.ts';
import { brokenRuleWords, refusalWords, repeated } from './refusal-words.ts';
import { sourcesPart } from './vendor-sources.ts';
import { expiry, lastLead, usableOf } from './vendors-page.ts';

/** Shows one vendor with its keys, and changes it. */
export const vendorPages: DeskPages = (routes) => {
  routes.get('/vendors/:id', 'listKeys', (ctx) => showVendor(ctx));

  change(routes, 'issueKey', {
    path: '/vendors/:id/keys',
    shown: showKey,
    again: showVendor,
    given({ state: { form } }) {
      const days = form.get('days');
      if (!days) throw new InvalidValue('Choose how long the key works.');
      return days === ENDLESS ? {} : { expires: `${days}d` };
    },
  });

  change(routes, 'rotateKey', {
    path: '/vendors/:id/keys/:key/rotate',
    shown: showKey,
    again: showVendor,
    given({ state: { form } }) {
      if (!form.get('days')) throw new InvalidValue('An overlap must be a number of days.');
      return { overlap: `${form.get('days')}d` };
    },
  });

  asks(routes, '/vendors/:id/keys/:key/revoke', 'revokeKey', {
    async question({ params, state: { operator, now } }) {
      const vendor = await operator.listKeys({ vendor: params.id ?? '' });
      return revocation(vendor, keyOf(vendor, params.key ?? ''), now);
    },
    act: changeBy('revokeKey', { back: ({ params }) => vendorPath(params.id ?? ''), again: showVendor }),
  });
};

async function showVendor(ctx: DeskContext): Promise<void> {
  const { now, operator } = ctx.state;
  const vendor = await vendorOf(operator, ctx.params.id ?? '');
  const { vendorId, account } = vendor;
  const name = vendorLabel(vendorId, account ? [account] : []);
  const { requests } = await operator.listRefusals({ vendor: vendorId });
  const hooks = (await keptHooks(operator))?.filter((hook) => hook.vendorId === vendorId);
  showPage(
    ctx,
    name,
    html`<div class="head"><h1><bdi>${name}</bdi></h1>
<a class="button end" href="${listPath('/', { vendor: vendorId })}">Its leads</a></div>
<section class="panel" aria-label="What is known of it">${facts([
      ['Last lead', lastLead(vendor, now)],
      ['Added', account && timeOf(account.created)],
      ['Id', html`<code>${vendorId}</code>`],
    ])}</section>
<section aria-labelledby="keys"><h2 id="keys">Keys</h2>
${notDone(ctx, 'issueKey', 'rotateKey', 'revokeKey')}
${account ? keysPart(account, now) : keysInSettings}</section>
${account && (await sourcesPart(ctx, account.id))}
<section aria-labelledby="hooks"><h2 id="hooks">Webhooks</h2>
${
  hooks === undefined
    ? html`<p class="panel">This store keeps no webhooks.</p>`
    : html`${hookTable(hooks, 'It has none: it has to ask for the status of its leads.')}
<p><a class="button" href="${addHookPath(vendorId)}">Add a webhook…</a></p>`
}</section>
<section aria-labelledby="refused"><h2 id="refused">Last refused requests</h2>
${refusedTable(requests)}</section>`,
  );
}

const keysInSettings = html`<p class="panel">The key of this vendor is in the settings of the service (<code>API_KEYS</code>):
whoever runs it can change it there.</p>`;

const refusedTable = (requests: readonly RefusedRequest[]): Html =>
  listTable(repeated(requests), {
    columns: refusedRequestColumns,
    caption: `The last ${requests.length} refused requests, the newest first`,
    empty: 'Nothing was refused in the last month.',
    shown: [
      {
        of: 'at',
        html: ({ at, times, first }) =>
          html`${timeOf(at)}${times > 1 && html` <span class="soft">${times} times since ${timeOf(first)}</span>`}`,
      },
      'status',
      'externalId',
      {
        of: 'why',
        html: ({ problems = [], reason }) =>
          problems.length > 0 ? problems.map(brokenRuleWords).join(', ') : refusalWords(reason),
      },
      { of: 'requestId', html: ({ requestId }) => html`<code>${requestId}</code>` },
    ],
  });

/** Resolves to a vendor. One from the configuration is known by its id alone. */
async function vendorOf(operator: OwnUseCases, idOrName: string): Promise<ActiveVendor> {
  const account = isConfiguredVendorId(idOrName) ? undefined : await operator.listKeys({ vendor: idOrName });
  const vendorId = account?.id ?? idOrName;
  const active = (await operator.vendorActivity()).find((vendor) => vendor.vendorId === vendorId);
  if (active) return active;
  const { leads } = await operator.listLeads({ vendor: vendorId, newest: true, limit: 1 });
  return { vendorId, account, lastLead: leads[0]?.receivedAt, quiet: false, lastRefused: undefined };
}

type SharedKey = Awaited<ReturnType<ShareKey>>;

/** The choice of a key that does not expire. */
const ENDLESS = 'endless';

/** Terms of a key in days. */
const terms: readonly (readonly [days: string, name: string])[] = [
  ['365', 'for a year'],
  ['180', 'for 180 days'],
  ['90', 'for 90 days'],
  ['30', 'for 30 days'],
  [ENDLESS, 'until it is revoked'],
];

/** Shows a new key, and a message for whoever runs the vendor's system, with a link that shows it to them once. */
async function showKey(
  ctx: DeskContext,
  { key, keyId, vendor: id, expires, replaces, oldExpires }: FreshKey & Partial<RotatedKey>,
): Promise<void> {
  const { operator, serviceUrl } = ctx.state;
  const vendor = await operator.listKeys({ vendor: id });
  const shared = isReached(ctx)
    ? await operator.shareKey({ keyId, text: key }).catch(() => undefined)
    : undefined;
  const term = expires ? html`It works until ${timeOf(expires)}.` : 'It works until it is revoked.';
  const change =
    oldExpires &&
    html` The old one, ${keyOf(vendor, `${replaces}`).hint}…, works until ${timeOf(oldExpires)}: they have to change over by then.`;
  showOnce(ctx, {
    title: `New key for ${vendor.name}`,
    label: 'Key',
    secret: key,
    more: messagePart(ctx, shared, expires),
    steps: html`<li>${addressesPart(serviceUrl)}; the key is sent in the header <code>x-api-key</code>.</li>
<li>${term}${change}</li>
<li>If it was lost or seen by others: revoke it, and issue another.</li>`,
    back: vendorPath(vendor.id),
  });
}

/** Whether others reach the desk: at an address of its own, with TLS. */
const isReached = ({ origin }: DeskContext): boolean => origin.startsWith('https:');

/** A message to send as it is. Without a desk that others reach, the key goes by another way. */
function messagePart(ctx: DeskContext, shared: SharedKey | undefined, expires: Date | undefined): Html {
  const { serviceUrl, zone } = ctx.state;
  const text = [
    shared
      ? `Your key for sending us leads:\n${ctx.origin}/link/${shared.link}\nThe link shows it once, until ${dateText(shared.expires, zone)}. If it was opened before, tell us: then we replace the key.`
      : 'You get the key for sending us leads in a message of its own.',
    expires ? `The key works until ${dateText(expires, zone)}.` : 'The key works until we revoke it.',
    `Leads go to ${serviceUrl}/v1/lead, with the key in the header x-api-key.`,
    `How to send them: ${serviceUrl}/docs`,
  ].join('\n');
  return html`<p class="copied"><label class="above"><span id="message">A message to whoever runs the vendor’s system</span>
<textarea readonly rows="8" dir="auto">\n${text}</textarea></label>
<button type="button" data-copy="${text}" aria-describedby="message" hidden>Copy</button></p>
${
  !shared &&
  html`<p class="soft">Send the key itself by a shared vault or a message that can be opened once, not by mail or chat.</p>`
}`;
}

const keysPart = (account: VendorAccount, now: Date): Html => html`
${usableOf(account, now).length === 0 && account.name !== HOUSE && html`<p class="warning">It has no key that works: it cannot send leads.</p>`}
${account.keys.length > 0 && keyTable(account, now)}
<form method="post" action="${vendorPath(account.id)}/keys" class="line panel" id="issue">
<label>Issue a key that works
<select name="days">${options(terms)}</select></label>
<button class="primary">Issue</button></form>`;

const keyTable = ({ id, keys }: VendorAccount, now: Date): Html =>
  listTable(
    keys.toReversed().map((key) => Key.of(key, { vendor: id, now })),
    {
      columns: keyColumns,
      caption: 'Its keys, the newest first',
      idOf: ({ keyId }) => keyId,
      shown: [
        { of: 'hint', html: ({ hint }) => html`<code>${hint}…</code>` },
        { of: 'state', html: ({ state, revoked }) => html`${stateMark(state)} ${revoked}` },
        'created',
        { of: 'lastUsed', none: 'never' },
        { of: 'expires', html: (key) => expiry(key, now) },
        { head: html`<span class="unseen">Change</span>`, html: changePart },
      ],
    },
  );

function changePart({ vendor, keyId, hint, state }: ReturnType<typeof Key.of>): Html | false {
  const path = `${vendorPath(vendor)}/keys/${encodeURIComponent(keyId)}`;
  return (
    isUsable(state) &&
    html`<details><summary>Change<span class="unseen"> the key ${hint}</span></summary>
${state === 'active' && rotateForm(path)}
<p class="soft">Seen by others? <a href="#issue">Issue another key</a>, then revoke this one.</p>
<p><a class="button danger" href="${path}/revoke">Revoke…</a></p></details>`
  );
}

const rotateForm = (path: string): Html => html`<form method="post" action="${path}/rotate" class="line">
<label>The old one works for
<input type="number" name="days" value="7" min="0" max="3650" ${required} class="days"> more days</label>
<button>Rotate</button></form>`;

/** The question before a key is revoked. */
function revocation(vendor: VendorAccount, key: IssuedKey, now: Date): Question & { seen: string } {
  const others = usableOf(vendor, now).filter(({ id }) => id !== key.id).length;
  const rest =
    others === 0
      ? 'The vendor has no other key that works: until it has a new one, its leads are refused.'
      : `The vendor has ${others === 1 ? 'another key that works' : `${others} other keys that work`}.`;
  return {
    title: 'Revoke a key',
    asks: `Revoke the key ${key.hint}…?`,
    says: html`${facts([
      ['Vendor', html`<bdi>${vendor.name}</bdi>`],
      ['Key', html`<code>${key.hint}…</code> (${key.id})`],
      ['State', keyState(key, now)],
      ['Created', timeOf(key.created)],
      ['Last used', key.lastUsed ? timeOf(key.lastUsed) : 'never'],
    ])}
<p>It stops working for good, everywhere within 5 seconds. ${rest}</p>`,
    seen: rest, // a key in use is used again while somebody reads this
    button: html`<button class="danger">Revoke</button>`,
    leave: { path: vendorPath(vendor.id) },
  };
}
