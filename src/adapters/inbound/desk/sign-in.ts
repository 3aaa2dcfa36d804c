import Router, { type RouterContext } from '@koa/router';
import type { Context } from 'koa';
import type { DeskAccess, Session } from '../../../application/ports/inbound/desk.ts';
import { html } from './html.ts';
import { answerHtml, document } from './page.ts';
import { cookieName, sessionCookie, setSessionCookie } from './session-cookie.ts';

export interface SignInOptions {
  readonly access: DeskAccess;
  /** Whether there is an identity provider; else only links let people in. */
  readonly hasProvider: boolean;
  /** Whether the command line can make a link; else only the start of the server does. */
  readonly hasCommandLine: boolean;
  /** The public address of the desk, ending in a slash. */
  readonly url: string;
  /** Whether this address may try to sign in once more. */
  readonly takeAttempt: (address: string) => Promise<boolean>;
  readonly addressOf: (ctx: Context) => string;
}

/** Thrown to whoever tries to sign in too often. */
export class TooManyAttempts extends Error {
  override readonly name = 'TooManyAttempts';
}

const PENDING_MS = 10 * 60_000;

/** Everything that is open to those who have not signed in. */
export function signInRoutes(options: SignInOptions): Router {
  const { access, url, takeAttempt, addressOf } = options;
  const router = new Router();
  const returnTo = new URL('sign-in/done', url).href;

  router.get('/sign-in', (ctx) => {
    answerHtml(ctx, document('Sign in', signInPage(options, localPath(ctx.query.goal))));
  });

  attempt('/sign-in/begin', async (ctx) => {
    if (ctx.host !== new URL(url).host) return ctx.redirect(new URL(ctx.url, url).href); // where the provider leads back to
    const begun = await access.beginSignIn({ returnTo, goal: localPath(ctx.query.goal) });
    setPending(ctx, begun.text);
    ctx.redirect(begun.url);
  });

  attempt('/sign-in/done', async (ctx) => {
    const signIn = ctx.cookies.get(cookieName('sign-in', ctx)) ?? '';
    setPending(ctx, null);
    const { goal, ...session } = await access.finishSignIn({ signIn, address: `${returnTo}${ctx.search}` });
    await enter(ctx, session, goal);
  });

  attempt('/link/:link', async (ctx) => {
    await enter(ctx, await access.openLink(ctx.params.link ?? ''), '/');
  });

  function attempt(path: string, act: (ctx: RouterContext) => Promise<void>): void {
    router.get(path, async (ctx) => {
      if (ctx.method === 'HEAD') return answerHtml(ctx, document('Sign in', html``)); // who only looks spends no link
      if (!(await takeAttempt(addressOf(ctx)))) throw new TooManyAttempts();
      await act(ctx);
    });
  }

  /** Always a new session, so that nobody else can know its text; the one before it ends. */
  async function enter(ctx: Context, { text, expires }: Session, goal: string): Promise<void> {
    const before = sessionCookie(ctx);
    if (before) await access.endSession(before);
    setSessionCookie(ctx, text, expires);
    ctx.redirect(goal);
  }

  return router;
}

/** Only this browser can end the sign-in that it began. */
function setPending(ctx: Context, text: string | null): void {
  const options = { maxAge: PENDING_MS, httpOnly: true, sameSite: 'lax', overwrite: true } as const;
  ctx.cookies.set(cookieName('sign-in', ctx), text, options);
}

/** A path on this desk; anything else becomes the inbox. */
function localPath(given: unknown): string {
  const path = typeof given === 'string' ? given : '/';
  return /^\/(?![/\\])[^\\\s]*$/.test(path) ? path : '/';
}

const signInPage = (
  { hasProvider, hasCommandLine }: SignInOptions,
  goal: string,
) => html`<main class="narrow">
<h1>Leads</h1>
${hasProvider && html`<p><a class="button" href="/sign-in/begin?goal=${encodeURIComponent(goal)}">Sign in</a></p>`}
<p>${hasProvider ? 'Or open' : 'Open'} ${
  hasCommandLine
    ? html`a link that <code>leads desk link --by "Your Name"</code> prints. It works once, for five minutes.`
    : html`the link that the server printed when it started. It works once: for another, start the server again.`
}</p>
</main>`;
