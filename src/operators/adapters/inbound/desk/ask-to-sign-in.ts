import type { Context } from 'koa';
import type { Bodies } from '../../../../adapters/inbound/node-http/bodies.ts';
import { answerError } from './error-page.ts';
import { formOf } from './form.ts';
import { type Html, html } from './html.ts';

/** A page leads to the sign-in and comes back. A form does nothing, and its answer leads back to the page it was on. */
export async function askToSignIn(ctx: Context, bodies: Bodies): Promise<void> {
  const isPage = ctx.method === 'GET' && ctx.accepts('html') !== false;
  if (isPage) {
    ctx.redirect(`/sign-in?goal=${encodeURIComponent(ctx.url)}`);
    return;
  }
  const from = URL.parse(ctx.get('referer'));
  const back = from && from.host === ctx.host ? `${from.pathname}${from.search}` : '/';
  const form = await formOf(ctx, bodies, '', MOST_OF_STRANGERS).catch(() => new URLSearchParams());
  answerError(ctx, 401, html`Nothing was done: your session has ended. ${textPart(form)}`, {
    path: back,
    name: 'Sign in',
  });
}

/** The most bytes that are read of whoever has no session: a long note, not a spreadsheet. */
const MOST_OF_STRANGERS = 65_536;

/** Where somebody writes more than a word. */
const textFields = ['text', 'reason', 'rows'];

/** The script keeps a text until its writer is back; without it, the page shows the text, or it would be lost. */
function textPart(form: URLSearchParams): Html {
  const texts = textFields.map((name) => form.get(name)?.trim()).filter(Boolean);
  return html`<span data-kept hidden>Sign in, and your text is there again.</span>
${
  texts.length > 0 &&
  html`<noscript><label class="above">What you wrote, to be copied before you sign in
<textarea readonly>\n${texts.join('\n\n')}</textarea></label></noscript>`
}`;
}
