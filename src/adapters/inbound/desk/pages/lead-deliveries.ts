import type { LeadDelivery } from '../../../../application/ports/inbound/hooks.ts';
import type { LeadEvent, LeadEventType } from '../../../../domain/lead-event.ts';
import type { DeskPages } from '../desk-state.ts';
import { type Html, html } from '../html.ts';
import { goTo, timeOf } from '../page.ts';
import { hookPath } from './hooks.ts';
import { leadPath } from './lead-list.ts';

/** What webhooks are told of one lead. */
export const leadDeliveryPages: DeskPages = (router) => {
  router.post('/leads/:id/replay', async (ctx) => {
    const { form, operator, session } = ctx.state;
    const [hookId, eventId] = [form.get('hook') ?? '', form.get('event') ?? ''];
    await operator.replayHook({ hookId, eventId, by: session.name });
    goTo(ctx, `${leadPath(ctx.params.id ?? '')}#deliveries`, 'The event is delivered again.');
  });
};

/** Nothing if there are none. */
export const deliveriesPart = (
  leadId: string,
  deliveries: readonly LeadDelivery[],
  mayReplay: boolean,
): Html | false =>
  deliveries.length > 0 &&
  html`<section class="panel" aria-labelledby="deliveries"><h2 id="deliveries">Told by webhooks</h2>
<ol class="history">${deliveries.map((delivery) => deliveryItem(leadId, delivery, mayReplay))}</ol></section>`;

const outcomes: Readonly<Record<LeadDelivery['outcome'], Html>> = {
  delivered: html`<span class="chip good">delivered</span>`,
  waiting: html`<span class="chip">waiting</span>`,
  paused: html`<span class="chip warn">kept: the webhook is paused</span>`,
  retrying: html`<span class="chip warn">failed, tried again</span>`,
  failed: html`<span class="chip warn">failed, given up</span>`,
};

const words = {
  'lead.received': () => 'new lead',
  'lead.status_changed': ({ status }) => `new status ${status}`,
} satisfies Record<LeadEventType, (event: LeadEvent) => string>;

function deliveryItem(leadId: string, delivery: LeadDelivery, mayReplay: boolean): Html {
  const { event, hookId, host, outcome, tries, lastTry, due } = delivery;
  const what = words[event.type](event);
  const to = html`<bdi>${host}</bdi>`;
  return html`<li class="delivery"><div>${outcomes[outcome]} ${timeOf(event.at)} ${what}, to ${mayReplay ? html`<a href="${hookPath(hookId)}">${to}</a>` : to}
<div class="soft">${tries === 1 ? '1 try' : `${tries} tries`}${lastTry?.error !== undefined && `: ${lastTry.error}`}${outcome === 'retrying' && due && html`, the next at ${timeOf(due)}`}</div></div>
${
  mayReplay &&
  html`<form method="post" action="${leadPath(leadId)}/replay"><input type="hidden" name="hook" value="${hookId}"><input type="hidden" name="event" value="${event.id}"><button>Replay<span class="unseen"> ${what} to ${host}</span></button></form>`
}</li>`;
}
