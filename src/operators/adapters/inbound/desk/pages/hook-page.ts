import type { Hook } from '#operators/domain/events/hook.ts';
import { Refused } from '#operators/domain/refused.ts';
import { HOUR_MS } from '../../presentation/days.ts';
import { hookPath, vendorPath } from '../../presentation/desk-paths.ts';
import type { FreshHook } from '../../presentation/shapes/hook-shapes.ts';
import { asks, type Question } from '../ask.ts';
import { change } from '../change.ts';
import type { DeskContext, DeskPages } from '../desk-state.ts';
import { formOf, formsOn } from '../forms.ts';
import { type Html, html, required } from '../html.ts';
import { changeLong, workPart } from '../long-work.ts';
import { showPage, timeOf } from '../page.ts';
import { notDone } from '../why-not.ts';
import { facts } from './facts.ts';
import { logPart, replay, replayForm } from './hook-log.ts';
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
