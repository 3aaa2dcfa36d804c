import Router from '@koa/router';
import type { Context } from 'koa';
import type { DeskAccess, Session } from '../../../application/ports/inbound/desk.ts';
import { Refused } from '../../../domain/refused.ts';
import { html } from './html.ts';
import { answerHtml, document } from './page.ts';
import { setSessionCookie } from './session-cookie.ts';

export interface SignInOptions {
  readonly access: DeskAccess;
  /** Whether there is an identity provider; else only links let people in. */
  readonly hasProvider: boolean;
  /** The public address of the desk, ending in a slash. */
  readonly url: string;
  /** Whether this address may try to sign in once more. */
  readonly takeAttempt: (address: string) => Promise<boolean>;
}

const PENDING = 'sign-in';
const PENDING_MS = 10 * 60_000;

/** Everything that is open to those who have not signed in. */
export function signInRoutes({ access, hasProvider, url, takeAttempt }: SignInOptions): Router {
  const router = new Router();
  const returnTo = new URL('sign-in/done', url).href;

  router.get('/sign-in', (ctx) => {
    const goal = localPath(ctx.query.goal);
    answerHtml(ctx, document('Sign in', signInPage(hasProvider, goal)));
  });

  router.get('/sign-in/begin', async (ctx) => {
    await limit(ctx);
    const begun = await access.beginSignIn({ returnTo, goal: localPath(ctx.query.goal) });
    const options = { maxAge: PENDING_MS, httpOnly: true, sameSite: 'lax', overwrite: true } as const;
    ctx.cookies.set(PENDING, begun.text, options);
    ctx.redirect(begun.url);
  });

  router.get('/sign-in/done', async (ctx) => {
    await limit(ctx);
    const signIn = ctx.cookies.get(PENDING) ?? '';
    ctx.cookies.set(PENDING, null, { overwrite: true });
    const { goal, ...session } = await access.finishSignIn({ signIn, address: `${returnTo}${ctx.search}` });
    enter(ctx, session, goal);
  });

  router.get('/link/:link', async (ctx) => {
    await limit(ctx);
    enter(ctx, await access.openLink(ctx.params.link ?? ''), '/');
  });

  async function limit({ ip }: Context): Promise<void> {
    if (!(await takeAttempt(ip))) throw new Refused('sign-in-failed', 'Too many attempts: wait a minute.');
  }

  return router;
}

/** Always a new session, so that nobody else can know its text. */
function enter(ctx: Context, { text, expires }: Session, goal: string): void {
  setSessionCookie(ctx, text, expires);
  ctx.redirect(goal);
}

/** A path on this desk; anything else becomes the inbox. */
function localPath(given: unknown): string {
  const path = typeof given === 'string' ? given : '/';
  return /^\/(?![/\\])[^\\\s]*$/.test(path) ? path : '/';
}

const signInPage = (hasProvider: boolean, goal: string) => html`<main class="narrow">
<h1>Leads</h1>
${hasProvider && html`<p><a class="button" href="/sign-in/begin?goal=${encodeURIComponent(goal)}">Sign in</a></p>`}
<p>${hasProvider ? 'Or open' : 'Open'} a link that <code>leads desk link --by "Your Name"</code> prints. It works once, for five minutes.</p>
</main>`;
