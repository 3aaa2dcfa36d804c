import { keptAnswer } from '#operators/application/kept-answer.ts';
import type { OperatorUseCases } from '#operators/application/operator.ts';
import { type Hook, needsCare } from '#operators/domain/events/hook.ts';
import type { Clock } from '../../../../application/ports/outbound/runtime.ts';
import { hookPath } from '../presentation/desk-paths.ts';
import { type Html, html } from './html.ts';

/** Milliseconds for which all pages use the result of one query. */
const FRESH = 5_000;

/**
 * Finds the webhooks that somebody has to see to. Finds none if the store fails, so that pages are shown
 * nevertheless.
 */
export function makeHookTrouble(operator: Pick<OperatorUseCases, 'listHooks'>, clock: Clock) {
  const known = keptAnswer(async () => (await operator.listHooks()).filter(needsCare), FRESH, clock);
  return (order?: { readonly anew?: boolean }): Promise<readonly Hook[]> => known(order).catch(() => []);
}

/** The warning about these webhooks; `false` if there are none. */
export function troublePart(hooks: readonly Hook[]): Html | false {
  const [hook, ...others] = hooks;
  if (!hook) return false;
  if (others.length > 0)
    return html`<p class="warning">${hooks.length} webhooks fail or are paused: <a href="/hooks">see to them</a>.</p>`;
  const what = hook.paused ? 'is paused, because its receiver failed' : 'has failed for days';
  return html`<p class="warning">The webhook to <bdi>${new URL(hook.url).host}</bdi> ${what}:
<a href="${hookPath(hook.id)}">see to it</a>.</p>`;
}
