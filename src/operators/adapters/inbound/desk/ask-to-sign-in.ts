import type { Context } from 'koa';
import type { Bodies } from '../../../../adapters/inbound/node-http/bodies.ts';
import { answerError } from './error-page.ts';
import { type Html, html } from './html.ts';
import { sentForm } from './sent-form.ts';

/**
 * Asks for a sign-in: a page leads there and back; a form is not carried out, and its answer leads back to its
 * page.
 */
export async function askToSignIn(ctx: Context, bodies: Bodies): Promise<void> {
  const isPage = ctx.method === 'GET' && ctx.accepts('html') !== false;
  if (isPage) {
    ctx.redirect(`/sign-in?goal=${encodeURIComponent(ctx.url)}`);
    return;
  }
  const from = URL.parse(ctx.get('referer'));
  const back = from && from.host === ctx.host ? `${from.pathname}${from.search}` : '/';
  const form = await sentForm(ctx, bodies, '', MOST_OF_STRANGERS).catch(() => new URLSearchParams());
  answerError(ctx, 401, html`Nothing was done: your session has ended. ${textPart(form)}`, {
    path: back,
    name: 'Sign in',
  });
}

/** The most bytes read from somebody without a session: a long note, but not a spreadsheet. */
const MOST_OF_STRANGERS = 65_536;

/** Fields for longer texts. */
const textFields = ['text', 'reason', 'rows', 'notes'];

/**
 * Saves the text of a form. A script keeps it until its writer is back; without scripts, the page shows the
 * text to be copied.
 */
function textPart(form: URLSearchParams): Html {
  const texts = textFields.map((name) => form.get(name)?.trim()).filter(Boolean);
  return html`<span data-kept hidden>Sign in, and your text is there again.</span>
${
  texts.length > 0 &&
  html`<noscript><label class="above">What you wrote, to be copied before you sign in
<textarea readonly>\n${texts.join('\n\n')}</textarea></label></noscript>`
}`;
}
