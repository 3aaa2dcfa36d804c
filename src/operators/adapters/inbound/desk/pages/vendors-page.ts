import { HOUSE } from '#operators/application/leads/add-lead.ts';
import type { ActiveVendor } from '#operators/application/ports/inbound/vendor-use-cases.ts';
import { DAY_MS } from '#operators/domain/day.ts';
import { isExpiring } from '#operators/domain/work/key-term.ts';
import { type IssuedKey, isUsable, keyState } from '../../../../../domain/issued-key.ts';
import type { VendorAccount } from '../../../../../domain/vendor.ts';
import { vendorLabel } from '../../../../../domain/vendor.ts';
import { vendorPath } from '../../presentation/desk-paths.ts';
import type { DeskContext, DeskPages } from '../desk-state.ts';
import { formPanels, formsOn } from '../forms.ts';
import { type Html, html } from '../html.ts';
import { listTable } from '../list-table.ts';
import { showPage, timeOf } from '../page.ts';
import { apart } from '../reach.ts';
import { refusalWords } from './refusal-words.ts';

/** Milliseconds before a key's end from which it is marked. */
const SOON_MS = 30 * DAY_MS;

/** Lists all vendors, and what they have lately sent. */
export const vendorsPages: DeskPages = (routes) => {
  routes.get('/vendors', 'vendorActivity', (ctx) => showVendors(ctx));

  formsOn(routes, 'vendors', {
    back: (_, { vendor }: { readonly vendor: string }) => vendorPath(vendor),
    again: showVendors,
  });
};

async function showVendors(ctx: DeskContext): Promise<void> {
  const { now, operator } = ctx.state;
  const vendors = await operator.vendorActivity();
  const accounts = vendors.flatMap(({ account }) => account ?? []);
  const named = vendors
    .map((vendor) => ({ ...vendor, name: vendorLabel(vendor.vendorId, accounts) }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'));
  const quiet = named.filter((vendor) => vendor.quiet);
  showPage(
    ctx,
    'Vendors',
    html`<div class="head"><h1>Vendors</h1></div>
${quiet.length > 0 && quietNote(quiet)}
${vendorTable(named, now)}
<p class="soft">A vendor whose key is in the settings of the service is listed here once something of it was refused;
the <a href="/report">report</a> has all its leads.</p>
${formPanels(ctx, 'vendors')}`,
  );
}

interface NamedVendor extends ActiveVendor {
  readonly name: string;
}

const quietNote = (quiet: readonly NamedVendor[]): Html => {
  const links = quiet.map(
    ({ vendorId, name }, n) => html`${n > 0 && ', '}<a href="${vendorPath(vendorId)}"><bdi>${name}</bdi></a>`,
  );
  return html`<p class="warning">${
    quiet.length === 1 ? 'One vendor has' : `${quiet.length} vendors have`
  } gone quiet: ${links}</p>`;
};

const vendorTable = (vendors: readonly NamedVendor[], now: Date): Html =>
  listTable(vendors, {
    columns: {},
    caption: 'Vendors by name',
    empty: 'There are no vendors yet. Add the first one, then issue a key to it.',
    shown: [
      {
        head: 'Vendor',
        html: ({ vendorId, name }) => html`<a href="${vendorPath(vendorId)}">${apart(name)}</a>`,
      },
      { head: 'Last lead', html: (vendor) => lastLead(vendor, now) },
      { head: 'Keys that work', html: ({ account }) => keysPart(account, now) },
      { head: 'Next to expire', html: ({ account }) => account && nextExpiry(usableOf(account, now), now) },
      { head: 'Last refused', html: lastRefusal },
    ],
  });

/** When the last lead came, with a mark if that is long ago. */
export function lastLead(
  { lastLead: last, quiet }: Pick<ActiveVendor, 'lastLead' | 'quiet'>,
  now: Date,
): Html {
  if (!last) return html`<span class="soft">none yet</span>`;
  const silence = countedDays(now.getTime() - last.getTime());
  return html`${timeOf(last)}${quiet && html` <span class="chip warn">quiet for ${silence}</span>`}`;
}

const countedDays = (ms: number): string => {
  const days = Math.floor(ms / DAY_MS);
  return days === 1 ? '1 day' : `${days} days`;
};

export const usableOf = ({ keys }: VendorAccount, now: Date): readonly IssuedKey[] =>
  keys.filter((key) => isUsable(keyState(key, now)));

function keysPart(account: VendorAccount | undefined, now: Date): Html | string | number {
  if (!account) return 'in the settings';
  if (account.name === HOUSE) return 'needs none';
  return usableOf(account, now).length || html`<span class="chip warn">none</span>`;
}

function nextExpiry(usable: readonly IssuedKey[], now: Date): Html | undefined {
  const [next] = usable.flatMap(({ expires }) => expires ?? []).sort((a, b) => a.getTime() - b.getTime());
  return next && expiry({ expires: next, revoked: undefined }, now);
}

/** When a key expires, with a mark if that is soon. */
export function expiry(key: Pick<IssuedKey, 'expires' | 'revoked'>, now: Date): Html {
  if (!key.expires) return html`<span class="soft">never</span>`;
  const left = countedDays(key.expires.getTime() - now.getTime());
  const mark = isExpiring(key, now, SOON_MS) && html` <span class="chip warn">in ${left}</span>`;
  return html`${timeOf(key.expires)}${mark}`;
}

/** When and why a request of a vendor was last refused. */
const lastRefusal = ({ lastRefused }: Pick<ActiveVendor, 'lastRefused'>): Html =>
  lastRefused
    ? html`${timeOf(lastRefused.at)} <span class="chip">${refusalWords(lastRefused.reason)}</span>`
    : html`<span class="soft">none</span>`;
