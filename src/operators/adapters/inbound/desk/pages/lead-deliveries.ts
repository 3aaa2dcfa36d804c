import type { LeadDelivery } from '#operators/application/ports/inbound/hook-use-cases.ts';
import type { LeadEvent } from '#operators/domain/events/lead-event.ts';
import { hookPath, leadPath } from '../../presentation/desk-paths.ts';
import { eventWords, outcomeWords } from '../../presentation/hook-views.ts';
import type { DeskPages } from '../desk-state.ts';
import { type Html, html } from '../html.ts';
import { goTo, timeOf } from '../page.ts';

/** Delivers an event of a lead again. */
export const leadDeliveryPages: DeskPages = (routes) => {
  routes.post('/leads/:id/replay', 'replayHook', async (ctx) => {
    const { form, operator } = ctx.state;
    const [hookId, eventId] = [form.get('hook') ?? '', form.get('event') ?? ''];
    await operator.replayHook({ hookId, eventId });
    goTo(ctx, `${leadPath(ctx.params.id ?? '')}#deliveries`, 'The event is delivered again.');
  });
};

/** The lead's deliveries to webhooks; `false` if there are none. */
export const deliveriesPart = (
  leadId: string,
  deliveries: readonly LeadDelivery[],
  mayReplay: boolean,
): Html | false =>
  deliveries.length > 0 &&
  html`<section aria-labelledby="deliveries"><h2 id="deliveries">Told by webhooks</h2>
<ol class="history">${deliveries.map((delivery) => deliveryItem(leadId, delivery, mayReplay))}</ol></section>`;

const outcomeMarks = {
  delivered: 'chip good',
  waiting: 'chip',
  paused: 'chip warn',
  retrying: 'chip warn',
  failed: 'chip warn',
} as const satisfies Record<LeadDelivery['outcome'], string>;

const wordsOf = (event: LeadEvent): string =>
  event.type === 'lead.status_changed' ? `new status ${event.status}` : eventWords[event.type];

function deliveryItem(leadId: string, delivery: LeadDelivery, mayReplay: boolean): Html {
  const { event, hookId, host, outcome, tries, lastTry, due } = delivery;
  const what = wordsOf(event);
  const to = html`<bdi>${host}</bdi>`;
  const next = outcome === 'retrying' && due && html`, the next at ${timeOf(due)}`;
  return html`<li class="delivery"><div><span class="${outcomeMarks[outcome]}">${outcomeWords[outcome]}</span>
${timeOf(event.at)} ${what}, to ${mayReplay ? html`<a href="${hookPath(hookId)}">${to}</a>` : to}
<div class="soft">${tries === 1 ? '1 try' : `${tries} tries`}${
    lastTry?.error !== undefined && `: ${lastTry.error}`
  }${next}</div></div>
${mayReplay && replayForm(leadId, delivery, `${what} to ${host}`)}</li>`;
}

const replayForm = (leadId: string, { event, hookId }: LeadDelivery, what: string): Html =>
  html`<form method="post" action="${leadPath(leadId)}/replay">
<input type="hidden" name="hook" value="${hookId}"><input type="hidden" name="event" value="${event.id}">
<button>Replay<span class="unseen"> ${what}</span></button></form>`;
