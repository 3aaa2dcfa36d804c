import type { Attempt } from '../../../../application/events/ports/deliveries.ts';
import type { Hook } from '../../../../domain/events/hook.ts';
import { Refused } from '../../../../domain/refused.ts';
import { HOUR_MS } from '../../operators/days.ts';
import { hookPath, leadPath, vendorPath } from '../../operators/desk-paths.ts';
import { attemptColumns, eventWords, replayedText } from '../../operators/hook-views.ts';
import { InvalidValue } from '../../operators/invalid-value.ts';
import { leadName } from '../../operators/lead-words.ts';
import type { FreshHook } from '../../operators/shapes/hook-shapes.ts';
import { since } from '../../operators/values.ts';
import { change } from '../change.ts';
import type { DeskContext, DeskPages } from '../desk-state.ts';
import { formOf, formsOn } from '../forms.ts';
import { type Html, html } from '../html.ts';
import { listTable } from '../list-table.ts';
import { changeLong, workPart } from '../long-work.ts';
import { options } from '../options.ts';
import { showPage, timeOf } from '../page.ts';
import { apart } from '../reach.ts';
import { notDone } from '../why-not.ts';
import { facts } from './facts.ts';
import { eventsOf, showSecret, stateOf, whose } from './hooks-page.ts';

const MAX_ATTEMPTS_SHOWN = 100;
const UNDELIVERED = 'undelivered';
const sinceItFails = [UNDELIVERED, 'the time since it fails'] as const;
const spans: readonly (readonly [hours: string, name: string])[] = [
  ['1', 'the last hour'],
  ['24', 'the last 24 hours'],
  ['72', 'the last 3 days'],
  ['168', 'the last 7 days'],
  ['720', 'the last 30 days'],
];

/** One webhook, with its log. */
export const hookPages: DeskPages = (routes) => {
  routes.get('/hooks/:id', 'hookLog', (ctx) => showHook(ctx));

  formsOn(routes, 'hook', { back: here, again: showHook });

  routes.post('/hooks/:id/replay', 'replayHook', async (ctx) => {
    const { form, operator } = ctx.state;
    const eventId = form.get('event');
    const which = eventId === null ? spanOf(form.get('since') ?? '', ctx.state) : { eventId };
    const order = { ...orderOf(ctx), ...which };
    const long = { id: order.hookId, what: 'Events are delivered again', here: here(ctx), after: here(ctx) };
    await changeLong(ctx, long, async (progress) => ({
      said: replayedText(await operator.replayHook({ ...order, progress })),
    }));
  });

  change(routes, 'rotateHook', {
    path: '/hooks/:id/rotate',
    shown(ctx, fresh: FreshHook) {
      const { form, now } = ctx.state;
      showSecret(ctx, fresh, new Date(now.getTime() + Number(form.get('hours')) * HOUR_MS));
    },
    again: showHook,
    given: ({ state: { form } }) => ({ overlap: `${form.get('hours')}h` }), // an emptied field must not end the old secret at once
  });

  routes.get('/hooks/:id/remove', 'removeHook', async (ctx) => {
    showPage(ctx, 'Remove a webhook', removePage(await hookOf(ctx)));
  });

  routes.post('/hooks/:id/remove', 'removeHook', async (ctx) => {
    const order = orderOf(ctx);
    const what = 'The webhook is being removed';
    await changeLong(ctx, { id: order.hookId, what, here: here(ctx), after: '/hooks' }, async (progress) => {
      await ctx.state.operator.removeHook({ ...order, progress });
      return { said: 'Removed the webhook.' };
    });
  });
};

const orderOf = ({ params }: DeskContext) => ({ hookId: params.id ?? '' });
const here = ({ params }: DeskContext): string => hookPath(params.id ?? '');

/** So many hours ago or since a time, or what did not arrive. Throws InvalidValue. */
function spanOf(
  text: string,
  { now, zone: timeZone }: DeskContext['state'],
): { readonly since: Date } | { readonly undelivered: true } {
  if (text === UNDELIVERED) return { undelivered: true };
  if (text === '') throw new InvalidValue('Choose since when to deliver again.');
  const read = since({ clock: () => now, timeZone });
  return { since: read(/^\d{1,4}$/.test(text) ? `${text}h` : text) };
}

async function hookOf({ params, state }: DeskContext): Promise<Hook> {
  const found = (await state.operator.listHooks()).find(({ id }) => id === params.id);
  if (!found) throw new Refused('unknown-hook', 'No webhook has this id. It may have been removed.');
  return found;
}

async function showHook(ctx: DeskContext): Promise<void> {
  const { operator } = ctx.state;
  const hook = await hookOf(ctx);
  const failed = ctx.query.failed !== undefined;
  const [attempts, vendors] = await Promise.all([
    operator.hookLog({ hookId: hook.id, failed, limit: MAX_ATTEMPTS_SHOWN }),
    operator.nameVendors(),
  ]);
  const ids = [...new Set(attempts.flatMap(({ leadId }) => leadId ?? []))];
  const { leads } =
    ids.length > 0 ? await operator.listLeads({ ids, limit: MAX_ATTEMPTS_SHOWN }) : { leads: [] };
  const names = new Map(leads.map((lead) => [lead.id, leadName(lead)]));
  const { vendorId } = hook;
  const owner = whose(hook, vendors);
  const none = failed
    ? 'Nothing has failed.'
    : 'Nothing yet. Send a test to see whether the receiver accepts it.';
  showPage(
    ctx,
    'Webhook',
    html`<div class="head"><h1>Webhook</h1> <a class="button end" href="/hooks">All webhooks</a></div>
<section class="panel" aria-label="What is known of it">${facts([
      ['Address', html`<bdi>${hook.url}</bdi>`],
      ['State', stateOf(hook)],
      ['For', vendorId === undefined ? owner : html`<a href="${vendorPath(vendorId)}">${owner}</a>`],
      ['Events', eventsOf(hook)],
      ['Added', timeOf(hook.created)],
      ['Id', html`<code>${hook.id}</code>`],
    ])}
${notDone(ctx)}
${workPart(ctx, hook.id)}
${changes(ctx, hook)}</section>
<section aria-labelledby="log"><h2 id="log">What was sent in the last 30 days</h2>
<nav aria-label="Log" class="asked"><ul class="chips">
<li><a class="chip" href="${hookPath(hook.id)}" ${!failed && html`aria-current="true"`}>All</a></li>
<li><a class="chip" href="${hookPath(hook.id)}?failed" ${failed && html`aria-current="true"`}>Only failed</a></li></ul></nav>
${logTable(hook, attempts, (leadId) => names.get(leadId) ?? leadName(undefined), none)}
${
  attempts.length === MAX_ATTEMPTS_SHOWN &&
  html`<p class="soft">These are the last ${MAX_ATTEMPTS_SHOWN}.</p>`
}</section>`,
  );
}

/** A webhook can be paused or resumed, never both. */
const changes = (ctx: DeskContext, hook: Hook): Html => html`<div class="line changes">
${formOf(ctx, 'testHook', hook)} ${formOf(ctx, hook.paused ? 'resumeHook' : 'pauseHook', hook)}
<a class="button danger" href="${hookPath(hook.id)}/remove">Remove…</a></div>
<div class="line changes">
${post(hook, 'replay', replayFields(hook))}
${post(hook, 'rotate', rotateFields)}</div>`;

const replayFields = ({ failingSince }: Hook): Html => {
  const choices = failingSince ? [sinceItFails, ...spans] : spans;
  return html`<label>Deliver again what is of
<select name="since">${options(choices, failingSince ? UNDELIVERED : '24')}</select></label>
<button>Replay</button>`;
};

const rotateFields = html`<label>The old secret signs for
<input type="number" name="hours" value="24" min="0" max="8760" required class="days"> more hours</label>
<button>Rotate</button>`;

const post = ({ id }: Hook, what: string, fields: Html): Html =>
  html`<form method="post" action="${hookPath(id)}/${what}" class="line">${fields}</form>`;

const logTable = (
  hook: Hook,
  attempts: readonly Attempt[],
  nameOf: (leadId: string) => string,
  empty: string,
): Html =>
  listTable(attempts, {
    columns: attemptColumns,
    caption: 'The newest first',
    empty,
    speaks: true,
    shown: [
      'at',
      { of: 'type', class: 'whole', html: ({ type }) => eventWords[type] },
      {
        ...{ of: 'leadId', class: 'whole' },
        html: ({ leadId }) => leadId && html`<a href="${leadPath(leadId)}">${apart(nameOf(leadId))}</a>`,
      },
      { of: 'outcome', html: outcomeOf },
      { of: 'duration', class: 'num' },
      {
        head: html`<span class="unseen">Replay</span>`,
        html: ({ eventId, type, leadId }) =>
          post(
            hook,
            'replay',
            html`<input type="hidden" name="event" value="${eventId}"><button>Replay<span
 class="unseen"> ${eventWords[type]}${leadId && `, ${nameOf(leadId)}`}</span></button>`,
          ),
      },
    ],
  });

const outcomeOf = ({ status, error, answer }: Attempt): Html =>
  error === undefined
    ? html`<span class="chip good">delivered</span> ${status}`
    : html`<span class="chip warn">failed</span> ${error}${
        answer !== undefined && html`: <q><bdi>${answer}</bdi></q>`
      }`;

const removePage = (hook: Hook): Html => html`<div class="head"><h1>Remove this webhook?</h1></div>
<section class="panel ask"><p><bdi>${hook.url}</bdi></p>
<p>It goes with its log and with what was still to be delivered. To stop it for a while, pause it instead.</p>
<form method="post" action="${hookPath(hook.id)}/remove" class="line"><button class="danger">Remove</button>
<a class="button" href="${hookPath(hook.id)}">Leave it as it is</a></form></section>`;
