import { emailOrPhone } from '#operators/application/leads/seek-leads.ts';
import { heldWithPath } from '../../presentation/desk-paths.ts';
import { heldText, owedText, sentences } from '../../presentation/lead-words.ts';
import { searchText } from '../../presentation/values.ts';
import type { DeskPages } from '../desk-state.ts';
import { html } from '../html.ts';
import { goTo, showPage } from '../page.ts';

/** Erases what is held of somebody without a contact, after a question. */
export const heldErasePages: DeskPages = (routes) => {
  routes.get('/held/erase', 'eraseHeld', async (ctx) => {
    const { operator, query } = ctx.state;
    const text = query.get('q') ?? '';
    const { held } = await operator.countHeldWith(emailOrPhone(searchText(text)) ?? {});
    showPage(
      ctx,
      'Erase what is held',
      html`<div class="head"><h1>Erase what is held?</h1></div>
<section class="panel ask"><p>Erased, for good: ${heldText(held)} with <b>${text}</b> in ${held === 1 ? 'it' : 'them'}.</p>
<form method="post" action="/held/erase" class="line"><input type="hidden" name="q" value="${text}">
<button class="danger">Erase</button>
<a class="button" href="${heldWithPath(text)}">Leave it as it is</a></form></section>`,
    );
  });

  routes.post('/held/erase', 'eraseHeld', async (ctx) => {
    const sought = emailOrPhone(searchText(ctx.state.form.get('q') ?? ''));
    const { held, owed } = await ctx.state.operator.eraseHeld(sought ?? {});
    goTo(ctx, '/held', sentences(`Erased ${heldText(held)}.`, owedText(owed)));
  });
};
