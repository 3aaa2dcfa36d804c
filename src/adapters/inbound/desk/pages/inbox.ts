import type { DeskPages } from '../desk-state.ts';
import { html } from '../html.ts';
import { showPage } from '../page.ts';

export const inboxPages: DeskPages = (router) => {
  router.get('/', async (ctx) => {
    const { leads } = await ctx.state.operator.listLeads({ newest: true, limit: 50 });
    const rows = leads.map(({ id, status }) => html`<li><a href="/leads/${id}">${id}</a> ${status}</li>`);
    showPage(ctx, 'Inbox', html`<h1>Inbox</h1><ul>${rows}</ul>`);
  });
};
