import type { OwnUseCases } from '#operators/application/operator-as.ts';
import type { Hook } from '#operators/domain/events/hook.ts';
import { hookEventTypes } from '#operators/domain/events/lead-event.ts';
import { Refused } from '#operators/domain/refused.ts';
import { type Vendor, vendorLabel } from '../../../../../domain/vendor.ts';
import { hookPath } from '../../presentation/desk-paths.ts';
import { eventWords, hookColumns, pauseWords } from '../../presentation/hook-views.ts';
import type { FreshHook } from '../../presentation/shapes/hook-shapes.ts';
import { change, notDone } from '../change.ts';
import type { DeskContext, DeskPages } from '../desk-state.ts';
import { type Html, html, required } from '../html.ts';
import { listTable } from '../list-table.ts';
import { options } from '../options.ts';
import { showPage, timeOf } from '../page.ts';
import { showOnce } from '../shown-once.ts';

/** Lists all webhooks, and adds one. */
export const hooksPages: DeskPages = (routes) => {
  routes.get('/hooks', 'listHooks', (ctx) => showHooks(ctx));

  change(routes, 'addHook', {
    path: '/hooks',
    shown: (ctx, fresh: FreshHook) => showSecret(ctx, fresh),
    again: showHooks,
    given: ({ state: { form } }) => {
      const vendor = form.get('vendor') || undefined;
      const events = form.getAll('events');
      return {
        url: form.get('url')?.trim(),
        vendor,
        operator: vendor === undefined,
        events: events.length > 0 ? events : undefined,
      };
    },
  });
};

/** Resolves to all webhooks; to `undefined` if the store keeps none. */
export async function keptHooks(operator: OwnUseCases): Promise<readonly Hook[] | undefined> {
  try {
    return await operator.listHooks();
  } catch (error) {
    if (error instanceof Refused && error.reason === 'no-hooks') return undefined;
    throw error;
  }
}

/** Shows the secret of a new webhook, or a new secret. */
export function showSecret(
  ctx: DeskContext,
  { hook, url, operator: isOwn, secret }: FreshHook,
  oldEnds?: Date,
): void {
  const receiver = isOwn ? 'your receiver' : 'the vendor’s receiver';
  const firstStep = isOwn
    ? 'Put it into the settings of your receiver.'
    : `Send it to whoever runs the vendor’s receiver, by a way that nobody else reads:
a shared vault or a message that can be opened once. Not by mail or chat.`;
  const lastStep = oldEnds
    ? html`Until ${timeOf(oldEnds)}, the old secret signs, too: ${receiver} has to know the new one by then.`
    : 'Then send a test, and see in the log what the receiver answered.';
  showOnce(ctx, {
    title: 'Secret of the webhook',
    label: `Secret for ${url}`,
    secret,
    steps: html`<li>${firstStep}</li>
<li>With it, ${receiver} verifies that an event comes from here:
<a href="https://www.standardwebhooks.com" rel="noreferrer">Standard Webhooks</a> has libraries for that.</li>
<li>${lastStep}</li>
<li>If it was lost or seen by others: rotate it.</li>`,
    back: hookPath(hook),
  });
}

async function showHooks(ctx: DeskContext): Promise<void> {
  const { operator } = ctx.state;
  const hooks = await keptHooks(operator);
  const vendors = await operator.nameVendors();
  showPage(
    ctx,
    'Webhooks',
    html`<div class="head"><h1>Webhooks</h1> <a class="button end" href="/vendors">Vendors</a></div>
${
  hooks === undefined
    ? html`<p class="empty panel">This store keeps no webhooks.</p>`
    : html`${hookTable(hooks, noHooks, vendors)}
${addForm(ctx, hooks, vendors)}`
}`,
  );
}

const noHooks = `There are no webhooks yet. A vendor’s is told of each new status of its leads;
the operator’s of new leads, too.`;

/** A table of webhooks, with their vendors if `vendors` are given. */
export function hookTable(hooks: readonly Hook[], empty: string, vendors?: readonly Vendor[]): Html {
  const { vendor, ...columns } = hookColumns;
  return listTable(hooks, {
    columns,
    caption: 'Webhooks, the oldest first',
    empty,
    shown: [
      {
        of: 'url',
        head: 'Address',
        html: (hook) => html`<a href="${hookPath(hook.id)}"><bdi>${hook.url}</bdi></a>`,
      },
      ...(vendors ? [{ head: vendor.head, html: (hook: Hook) => whose(hook, vendors) }] : []),
      { of: 'events', html: eventsOf },
      { of: 'state', html: stateOf },
      { of: 'created', head: 'Added' },
    ],
  });
}

export const whose = ({ vendorId }: Hook, vendors: readonly Vendor[]): Html =>
  vendorId === undefined
    ? html`the operator: all vendors`
    : html`<bdi>${vendorLabel(vendorId, vendors)}</bdi>`;

export const eventsOf = ({ events }: Hook): string => events.map((type) => eventWords[type]).join(', ');

export function stateOf({ paused, failingSince }: Hook): Html {
  if (paused)
    return html`<span class="chip warn">${pauseWords[paused.why]}</span> since ${timeOf(paused.at)}`;
  if (failingSince) return html`<span class="chip warn">failing</span> since ${timeOf(failingSince)}`;
  return html`<span class="chip good">working</span>`;
}

function addForm(ctx: DeskContext, hooks: readonly Hook[], vendors: readonly Vendor[]): Html {
  const { form, query } = ctx.state;
  const chosen = form.get('vendor') ?? query.get('vendor') ?? '';
  const known = [...vendors.map(({ id }) => id), ...hooks.flatMap(({ vendorId }) => vendorId ?? [])];
  const ids = new Set(chosen === '' ? known : [...known, chosen]);
  const events = form.getAll('events');
  return html`<section class="panel" aria-labelledby="add"><h2 id="add">Add a webhook</h2>
${notDone(ctx)}
<form method="post" action="/hooks" class="stack">
<label>Address <input type="url" name="url" value="${form.get('url') ?? ''}" ${required} maxlength="2000"
 placeholder="https://example.com/events" autocomplete="off"></label>
<label>For <select name="vendor">${options(
    [['', 'the operator: all vendors'], ...[...ids].map((id) => [id, vendorLabel(id, vendors)] as const)],
    chosen,
  )}</select></label>
<fieldset><legend>Events</legend>${hookEventTypes.map(
    (type) => html`<label><input type="checkbox" name="events" value="${type}" ${
      events.includes(type) && html`checked`
    }>
${eventWords[type]} <code class="soft">${type}</code></label>`,
  )}</fieldset>
<p class="soft">A vendor’s gets the new statuses of its own leads, and nothing personal.
The operator’s may have all of these. If none is chosen, it gets new leads, with the customer, and new statuses.</p>
<p><button class="primary">Add</button></p></form></section>`;
}
