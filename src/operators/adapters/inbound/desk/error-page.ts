import type { Context } from 'koa';
import { Refused } from '#operators/domain/refused.ts';
import type { Clock } from '../../../../application/ports/outbound/runtime.ts';
import { statusOf } from '../presentation/refusals.ts';
import type { DeskContext } from './desk-state.ts';
import { type Html, heardFirst, html } from './html.ts';
import { answerHtml, document, showPage } from './page.ts';
import { TooManyAttempts } from './sign-in.ts';

/** Answers with a page about an error. `fault`: called with an unexpected one. */
export function answerThrown(
  ctx: Context,
  error: unknown,
  { clock, fault }: { readonly clock: Clock; readonly fault: (error: unknown) => void },
): void {
  const known = explained(error, clock);
  if (!known) fault(error);
  answerError(ctx, ...(known ?? ([500, `Something went wrong. ${perhapsDone}`] as const)));
}

/** The status and the message for an error; `undefined` for an unexpected one. */
function explained(
  error: unknown,
  clock: Clock,
): readonly [status: number, message: Html | string] | undefined {
  const { status } = error as { readonly status?: unknown };
  if (status === 400) return [400, 'This request cannot be read: go back and try again.'];
  if (status === 413) return [413, 'This is too much at once: send less.'];
  if (error instanceof TooManyAttempts) return [429, 'Too many attempts to sign in: wait a minute.'];
  if (error instanceof Refused && error.reason === 'provider-down')
    return [
      503,
      html`${error.message} It was asked at ${clock()}. Who is signed in can go on; to sign in, try again in a minute.`,
    ];
  const told = statusOf(error);
  if (told === undefined) return undefined;
  return [told, told === 503 ? `The store does not answer. ${perhapsDone}` : (error as Error).message];
}

const perhapsDone = 'What you did last may have been done: look, then try again.';

const inbox = { path: '/', name: 'To the inbox' };

/** Answers with a page that says what was not done, and where to go on. */
export function answerError(ctx: Context, status: number, message: Html | string, next = inbox): void {
  ctx.status = status;
  const title = titles[status] ?? 'Not done';
  const content = html`<div class="head"><h1>${title}</h1></div>
<p role="alert" ${heardFirst}>${message}</p>
<p><a class="button" href="${next.path}">${next.name}</a></p>`;
  if (ctx.state.session) showPage(ctx as DeskContext, title, content);
  else answerHtml(ctx, document(title, html`<main class="narrow">${content}</main>`));
}

const titles: Readonly<Record<number, string>> = {
  401: 'Sign in',
  403: 'Not permitted',
  404: 'Not found',
  503: 'Not now',
};
