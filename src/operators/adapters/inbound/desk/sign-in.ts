import Router, { type RouterContext } from '@koa/router';
import type { Context } from 'koa';
import type { DeskAccess, Session } from '../../../application/ports/inbound/desk-use-cases.ts';
import { type RefusalReason, Refused } from '../../../domain/refused.ts';
import { localPath } from './local-path.ts';
import { answerHtml, document } from './page.ts';
import {
  pendingSignIn,
  removePendingSignIn,
  setGoal,
  setPendingSignIn,
  takeGoal,
} from './pending-sign-in.ts';
import { sessionCookie, setSessionCookie } from './session-cookie.ts';
import { linkPage, noRolePage, signInPage } from './sign-in-pages.ts';

export interface SignInOptions {
  readonly access: DeskAccess;
  /** Whether there is an identity provider; otherwise only links let people in. */
  readonly hasProvider: boolean;
  /** Whether the command line can make a link; otherwise only the start of the server can. */
  readonly hasCommandLine: boolean;
  /** The public address of the desk, which ends in a slash. */
  readonly url: string;
  /** Counts a sign-in that begins at the provider. Resolves to whether this address may have one more. */
  readonly takeSignIn: (address: string) => Promise<boolean>;
  /** Counts a failed sign-in. Returns whether this address has had too many. */
  readonly countFailure: (address: string, presented: string) => boolean;
  readonly addressOf: (ctx: Context) => string;
  /** Told why a sign-in failed, in a sentence without personal data. */
  readonly warn: (message: string) => void;
}

/** Somebody has failed to sign in too often. */
export class TooManyAttempts extends Error {
  override readonly name = 'TooManyAttempts';
}

/** Registers everything that is open to people who have not signed in. */
export function signInRoutes(options: SignInOptions): Router {
  const { access, url, takeSignIn, countFailure, addressOf, warn } = options;
  const router = new Router({ sensitive: true }); // as a proxy in front knows a link that its log must not have
  const returnTo = new URL('sign-in/done', url).href;

  router.get('/sign-in', (ctx) => {
    const goal = localPath(ctx.query.goal);
    setGoal(ctx, goal);
    answerHtml(ctx, document('Sign in', signInPage(options, goal)));
  });

  router.get('/sign-in/begin', async (ctx) => {
    if (isOnlyAsked(ctx)) return;
    if (ctx.host !== new URL(url).host) return ctx.redirect(new URL(ctx.url, url).href); // where the provider leads back to
    if (!(await takeSignIn(addressOf(ctx)))) throw new TooManyAttempts();
    const another = ctx.query.another !== undefined;
    const begun = await access
      .beginSignIn({ returnTo, goal: localPath(ctx.query.goal), another })
      .catch(tellRefusal);
    setPendingSignIn(ctx, begun);
    ctx.redirect(begun.url);
  });

  router.get('/sign-in/done', async (ctx) => {
    if (isOnlyAsked(ctx)) return;
    const signIn = pendingSignIn(ctx);
    removePendingSignIn(ctx);
    await attempt(ctx, `${signIn}${ctx.search}`, async () => {
      const arrival = await access
        .finishSignIn({ signIn, address: `${returnTo}${ctx.search}` })
        .catch(async (error) => {
          // The page was loaded again, or in a second tab: the person who is signed in goes on.
          if (isRefused(error, 'sign-in-over') && (await isSignedIn(ctx))) return undefined;
          throw error;
        });
      if (!arrival) return ctx.redirect('/');
      const { session, account, goal } = arrival;
      if (session) return enter(ctx, session, goal);
      warn('A sign-in failed: the identity provider knows the account, and gives it no role.');
      ctx.status = 403;
      answerHtml(ctx, document('No role', noRolePage(account, goal)));
    });
  });

  // Programs that open links, such as the preview of a chat, get no further than this page.
  router.get('/link/:link', (ctx) => {
    const { link = '' } = ctx.params;
    return attempt(ctx, link, async () => {
      answerHtml(ctx, document('Sign in', linkPage(await access.lookAtLink(link))));
    });
  });

  router.post('/link/:link', (ctx) => {
    const { link = '' } = ctx.params;
    return attempt(ctx, link, async () => {
      const session = await access.openLink(link);
      ctx.status = 303;
      await enter(ctx, session, localPath(takeGoal(ctx)));
    });
  });

  /** Runs an attempt to sign in. A refusal counts as a guess. */
  async function attempt(ctx: RouterContext, presented: string, act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      const hasFailed = isRefused(error, 'sign-in-failed', 'sign-in-over');
      if (hasFailed && countFailure(addressOf(ctx), presented)) throw new TooManyAttempts();
      return tellRefusal(error);
    }
  }

  function tellRefusal(error: unknown): never {
    if (isRefused(error, 'sign-in-failed', 'sign-in-over'))
      warn(`A sign-in failed: ${(error as Refused).message}`);
    throw error;
  }

  async function isSignedIn(ctx: Context): Promise<boolean> {
    const text = sessionCookie(ctx);
    return text !== undefined && (await access.session(text)) !== undefined;
  }

  /** Begins a new session, so that nobody else can know its text, and ends the one before. */
  async function enter(ctx: Context, { text, expires, role }: Session, goal: string): Promise<void> {
    const before = sessionCookie(ctx);
    if (before) await access.endSession(before);
    setSessionCookie(ctx, text, expires);
    ctx.redirect(goal === '/' && role === 'sales' ? '/day' : goal); // salespeople begin with My day
  }

  return router;
}

const isRefused = (error: unknown, ...reasons: readonly RefusalReason[]): boolean =>
  error instanceof Refused && reasons.includes(error.reason);

/** Answers HEAD without beginning or ending anything. Returns whether it did. */
function isOnlyAsked(ctx: RouterContext): boolean {
  if (ctx.method !== 'HEAD') return false;
  ctx.status = 200;
  ctx.type = 'html';
  return true;
}
