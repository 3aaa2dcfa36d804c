import type { OwnUseCases } from '#operators/application/operator-as.ts';
import type { ActiveVendor } from '#operators/application/ports/inbound/vendor-use-cases.ts';
import type { RefusedRequest } from '#operators/application/ports/outbound/refusals.ts';
import { keyOf } from '#operators/domain/work/vendor-account.ts';
import { isConfiguredVendorId, vendorLabel } from '../../../../../domain/vendor.ts';
import { addHookPath, listPath, vendorPath } from '../../presentation/desk-paths.ts';
import { InvalidValue } from '../../presentation/invalid-value.ts';
import { refusedRequestColumns } from '../../presentation/vendor-views.ts';
import { asks } from '../ask.ts';
import { change, changeBy } from '../change.ts';
import type { DeskContext, DeskPages } from '../desk-state.ts';
import { type Html, html } from '../html.ts';
import { listTable } from '../list-table.ts';
import { showPage, timeOf } from '../page.ts';
import { notDone } from '../why-not.ts';
import { facts } from './facts.ts';
import { hookTable, keptHooks } from './hooks-page.ts';
import { brokenRuleWords, refusalWords, repeated } from './refusal-words.ts';
import { ENDLESS, keysPart, revocation, showKey } from './vendor-keys.ts';
import { sourcesPart } from './vendor-sources.ts';
import { lastLead } from './vendors-page.ts';

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
