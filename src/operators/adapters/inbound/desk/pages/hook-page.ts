import type { Attempt } from '#operators/application/events/ports/deliveries.ts';
import type { Hook } from '#operators/domain/events/hook.ts';
import { Refused } from '#operators/domain/refused.ts';
import { HOUR_MS } from '../../presentation/days.ts';
import { hookPath, leadPath, vendorPath } from '../../presentation/desk-paths.ts';
import { attemptColumns, eventWords, replayedText } from '../../presentation/hook-views.ts';
import { InvalidValue } from '../../presentation/invalid-value.ts';
import { leadName } from '../../presentation/lead-words.ts';
import type { FreshHook } from '../../presentation/shapes/hook-shapes.ts';
import { since } from '../../presentation/values.ts';
import { asks, type Question } from '../ask.ts';
import { change, notDone } from '../change.ts';
import type { DeskContext, DeskPages } from '../desk-state.ts';
import { formOf, formsOn } from '../forms.ts';
import { type Html, html, required } from '../html.ts';
import { listTable } from '../list-table.ts';
import { changeLong, workPart } from '../long-work.ts';
import { options } from '../options.ts';
import { showPage, timeOf } from '../page.ts';
import { apart } from '../reach.ts';
import { facts } from './facts.ts';
import { eventsOf, showSecret, stateOf, whose } from './hooks-page.ts';

/** Shows one webhook with its log, and changes it. */
export const hookPages: DeskPages = (routes) => {
  routes.get('/hooks/:id', 'hookLog', (ctx) => showHook(ctx));

  formsOn(routes, 'hook', { back: here, again: showHook });

  routes.post('/hooks/:id/replay', 'replayHook', replay);

  change(routes, 'rotateHook', {
    path: '/hooks/:id/rotate',
    shown(ctx, fresh: FreshHook) {
      const { form, now } = ctx.state;
      showSecret(ctx, fresh, new Date(now.getTime() + Number(form.get('hours')) * HOUR_MS));
    },
    again: showHook,
    given: ({ state: { form } }) => ({ overlap: `${form.get('hours')}h` }), // an emptied field must not end the old secret at once
  });

  asks(routes, '/hooks/:id/remove', 'removeHook', {
    question: async (ctx) => removal(await hookOf(ctx)),
    act(ctx) {
      const hookId = ctx.params.id ?? '';
      const long = { id: hookId, what: 'The webhook is being removed', here: here(ctx), after: '/hooks' };
      return changeLong(ctx, long, async (progress) => {
        await ctx.state.operator.removeHook({ hookId, progress });
        return { said: 'Removed the webhook.' };
      });
    },
  });
};

const here = ({ params }: DeskContext): string => hookPath(params.id ?? '');

async function hookOf({ params, state }: DeskContext): Promise<Hook> {
  const found = (await state.operator.listHooks()).find(({ id }) => id === params.id);
  if (!found) throw new Refused('unknown-hook', 'No webhook has this id. It may have been removed.');
  return found;
}

async function showHook(ctx: DeskContext): Promise<void> {
  const hook = await hookOf(ctx);
  const [log, vendors] = await Promise.all([logPart(ctx, hook), ctx.state.operator.nameVendors()]);
  const { vendorId } = hook;
  const owner = whose(hook, vendors);
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
${log}`,
  );
}

/** The buttons of a webhook, which can be either paused or resumed. */
const changes = (ctx: DeskContext, hook: Hook): Html => html`<div class="line changes">
${formOf(ctx, 'testHook', hook)} ${formOf(ctx, hook.paused ? 'resumeHook' : 'pauseHook', hook)}
<a class="button danger" href="${hookPath(hook.id)}/remove">Remove…</a></div>
<div class="line changes">
${replayForm(hook)}
<form method="post" action="${hookPath(hook.id)}/rotate" class="line"><label>The old secret signs for
<input type="number" name="hours" value="24" min="0" max="8760" ${required} class="days"> more hours</label>
<button>Rotate</button></form></div>`;

const removal = (hook: Hook): Question => ({
  title: 'Remove a webhook',
  asks: 'Remove this webhook?',
  says: html`<p><bdi>${hook.url}</bdi></p>
<p>It goes with its log and with what was still to be delivered. To stop it for a while, pause it instead.</p>`,
  button: html`<button class="danger">Remove</button>`,
  leave: { path: hookPath(hook.id) },
});

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

/** Delivers one event again, or all of a time. */
async function replay(ctx: DeskContext): Promise<void> {
  const { params, state } = ctx;
  const { form, operator } = state;
  const hookId = params.id ?? '';
  const eventId = form.get('event');
  const which = eventId === null ? spanOf(form.get('since') ?? '', state) : { eventId };
  const here = hookPath(hookId);
  const long = { id: hookId, what: 'Events are delivered again', here, after: here };
  await changeLong(ctx, long, async (progress) => ({
    said: replayedText(await operator.replayHook({ hookId, ...which, progress })),
  }));
}

/**
 * Reads which events to deliver again: those of the last hours, since a time, or undelivered ones. Throws
 * InvalidValue.
 */
function spanOf(
  text: string,
  { now, zone: timeZone }: DeskContext['state'],
): { readonly since: Date } | { readonly undelivered: true } {
  if (text === UNDELIVERED) return { undelivered: true };
  if (text === '') throw new InvalidValue('Choose since when to deliver again.');
  const read = since({ clock: () => now, timeZone });
  return { since: read(/^\d{1,4}$/.test(text) ? `${text}h` : text) };
}

const replayForm = (hook: Hook): Html => {
  const choices = hook.failingSince ? [sinceItFails, ...spans] : spans;
  return replayWith(
    hook,
    html`<label>Deliver again what is of
<select name="since">${options(choices, hook.failingSince ? UNDELIVERED : '24')}</select></label>
<button>Replay</button>`,
  );
};

const replayWith = ({ id }: Hook, fields: Html): Html =>
  html`<form method="post" action="${hookPath(id)}/replay" class="line">${fields}</form>`;

/** The log of a hook, all tries or failed ones, with buttons to deliver again. */
async function logPart({ query, state: { operator } }: DeskContext, hook: Hook): Promise<Html> {
  const failed = query.failed !== undefined;
  const attempts = await operator.hookLog({ hookId: hook.id, failed, limit: MAX_ATTEMPTS_SHOWN });
  const ids = [...new Set(attempts.flatMap(({ leadId }) => leadId ?? []))];
  const { leads } =
    ids.length > 0 ? await operator.listLeads({ ids, limit: MAX_ATTEMPTS_SHOWN }) : { leads: [] };
  const names = new Map(leads.map((lead) => [lead.id, leadName(lead)]));
  const none = failed
    ? 'Nothing has failed.'
    : 'Nothing yet. Send a test to see whether the receiver accepts it.';
  return html`<section aria-labelledby="log"><h2 id="log">What was sent in the last 30 days</h2>
<nav aria-label="Log" class="asked"><ul class="chips">
<li><a class="chip" href="${hookPath(hook.id)}" ${!failed && html`aria-current="true"`}>All</a></li>
<li><a class="chip" href="${hookPath(hook.id)}?failed" ${failed && html`aria-current="true"`}>Only failed</a></li></ul></nav>
${logTable(hook, attempts, (leadId) => names.get(leadId) ?? leadName(undefined), none)}
${
  attempts.length === MAX_ATTEMPTS_SHOWN &&
  html`<p class="soft">These are the last ${MAX_ATTEMPTS_SHOWN}.</p>`
}</section>`;
}

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
        of: 'leadId',
        class: 'whole',
        html: ({ leadId }) => leadId && html`<a href="${leadPath(leadId)}">${apart(nameOf(leadId))}</a>`,
      },
      { of: 'outcome', html: outcomeOf },
      { of: 'duration', class: 'num' },
      {
        head: html`<span class="unseen">Replay</span>`,
        html: ({ eventId, type, leadId }) =>
          replayWith(
            hook,
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
