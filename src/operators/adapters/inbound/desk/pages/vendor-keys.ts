import { type IssuedKey, isUsable, keyState } from '../../../../../domain/issued-key.ts';
import type { VendorAccount } from '../../../../../domain/vendor.ts';
import { keyOf } from '../../../../domain/work/vendor-account.ts';
import { vendorPath } from '../../presentation/desk-paths.ts';
import { type FreshKey, Key, type RotatedKey } from '../../presentation/shapes/vendor-shapes.ts';
import { keyColumns } from '../../presentation/vendor-views.ts';
import type { Question } from '../ask.ts';
import type { DeskContext } from '../desk-state.ts';
import { type Html, html } from '../html.ts';
import { listTable, stateMark } from '../list-table.ts';
import { options } from '../options.ts';
import { timeOf } from '../page.ts';
import { showOnce } from '../shown-once.ts';
import { facts } from './facts.ts';
import { expiry, usableOf } from './vendors-page.ts';

/** Terms of a key in days; empty for a key that does not expire. */
const terms: readonly (readonly [days: string, name: string])[] = [
  ['', 'until it is revoked'],
  ['30', 'for 30 days'],
  ['90', 'for 90 days'],
  ['180', 'for 180 days'],
  ['365', 'for a year'],
];

/** Shows a new key, and how to send it to the person who runs the vendor's system. */
export async function showKey(
  ctx: DeskContext,
  { key, vendor: id, expires, replaces, oldExpires }: FreshKey & Partial<RotatedKey>,
): Promise<void> {
  const vendor = await ctx.state.operator.listKeys({ vendor: id });
  const term = expires ? html`It works until ${timeOf(expires)}.` : 'It works until it is revoked.';
  const change =
    oldExpires &&
    html` The old one, ${keyOf(vendor, `${replaces}`).hint}…, works until ${timeOf(oldExpires)}: they have to change over by then.`;
  showOnce(ctx, {
    title: `New key for ${vendor.name}`,
    label: 'Key',
    secret: key,
    steps: html`<li>Send it to whoever runs the system of <bdi>${vendor.name}</bdi>, by a way that nobody else reads:
a shared vault or a message that can be opened once. Not by mail or chat.</li>
<li>They send it in the header <code>x-api-key</code> of each request.</li>
<li>${term}${change}</li>
<li>If it was lost or seen by others: revoke it, and issue another.</li>`,
    back: vendorPath(vendor.id),
  });
}

export const keysPart = (account: VendorAccount, now: Date): Html => html`
${usableOf(account, now).length === 0 && html`<p class="warning">It has no key that works: it cannot send leads.</p>`}
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
<input type="number" name="days" value="7" min="0" max="3650" required class="days"> more days</label>
<button>Rotate</button></form>`;

/** The question before a key is revoked. */
export function revocation(vendor: VendorAccount, key: IssuedKey, now: Date): Question & { seen: string } {
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
