import { leadPath } from '../../presentation/desk-paths.ts';
import type { DeskPages } from '../desk-state.ts';
import { html } from '../html.ts';
import { showPage, timeOf } from '../page.ts';
import { facts } from './facts.ts';

/** The page with what a source sent for a lead. */
export const asItCamePages: DeskPages = (routes) => {
  routes.get('/leads/:id/as-it-came', 'showAsItCame', async (ctx) => {
    const leadId = ctx.params.id ?? '';
    const came = await ctx.state.operator.showAsItCame({ leadId });
    showPage(
      ctx,
      'As it came',
      html`<div class="head"><h1>As it came</h1> <a class="button end" href="${leadPath(leadId)}">The lead</a></div>
<section class="panel" aria-label="What is known of it">${facts([
        ['Came', timeOf(came.at)],
        ['Gone after', timeOf(came.ends)],
        ['Source', html`<code>${came.sourceId}</code>`],
        ['Declared as', came.declared],
      ])}</section>
<pre class="panel" tabindex="0" dir="auto" aria-label="What was sent">${came.text}</pre>
${came.cut && html`<p class="soft">It was longer.</p>`}`,
    );
  });
};
