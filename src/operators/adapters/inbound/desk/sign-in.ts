import Router, { type RouterContext } from '@koa/router';
import type { Context } from 'koa';
import type { DeskAccess, Session } from '#operators/application/desk/desk-access.ts';
import { type RefusalReason, Refused } from '#operators/domain/refused.ts';
import { Bodies } from '../../../../adapters/inbound/node-http/bodies.ts';
import {
  deviceOf,
  pendingSignIn,
  removePendingSignIn,
  sessionCookie,
  setGoal,
  setPendingSignIn,
  setSessionCookie,
  takeGoal,
} from './cookies.ts';
import { localPath } from './local-path.ts';
import { isOnlyAsked } from './only-asked.ts';
import { answerHtml, document } from './page.ts';
import { sentForm } from './sent-form.ts';
import { keyLinkPage, openedKeyPage } from './shown-once.ts';
import { linkPage, noRolePage, signInPage } from './sign-in-pages.ts';

export interface SignInOptions {
  readonly access: DeskAccess;
  /** Whether there is an identity provider; otherwise only links let people in. */
  readonly hasProvider: boolean;
  /** Whether the command line can make a link; otherwise only the start of the server can. */
  readonly hasCommandLine: boolean;
  /** The public address of the desk, which ends in a slash. */
  readonly url: string;
  /** The address at which vendors reach the service, without `/v1`. */
  readonly serviceUrl: string;
  /** Counts a sign-in that begins at the provider. Resolves to whether this address may have one more. */
  readonly takeSignIn: (address: string) => Promise<boolean>;
  /** Counts a failed sign-in. Returns whether this address has had too many. */
  readonly countFailure: (address: string, presented: string) => boolean;
  readonly addressOf: (ctx: Context) => string;
  /** Called when a sign-in fails, with the reason in a sentence without personal data. */
  readonly warn: (message: string) => void;
}

/** The most bytes of the form on a link's page, whose sender nobody knows yet. */
const MOST_OF_FORM = 1_000;

/** The state by which a browser that comes back from the provider tells that it has signed out there. */
export const SIGNED_OUT = 'signed-out';

/** The address, below the desk's, to which the provider sends browsers back. */
export const RETURN_PATH = 'sign-in/done';

/** Somebody has failed to sign in too often. */
export class TooManyAttempts extends Error {
  override readonly name = 'TooManyAttempts';
}

/** Registers everything that is open to people who have not signed in. */
export function signInRoutes(options: SignInOptions): Router {
  const { access, url, serviceUrl, takeSignIn, countFailure, addressOf, warn } = options;
  const router = new Router({ sensitive: true }); // as a proxy in front knows a link that its log must not have
  const returnTo = new URL(RETURN_PATH, url).href;

  router.get('/sign-in', (ctx) => {
    const goal = localPath(ctx.query.goal);
    setGoal(ctx, goal);
    const isOut = ctx.query.out !== undefined;
    answerHtml(ctx, document('Sign in', signInPage(options, goal, isOut)));
  });

  router.get('/sign-in/begin', async (ctx) => {
    if (isOnlyAsked(ctx)) return;
    if (ctx.host !== new URL(url).host) return ctx.redirect(new URL(ctx.url, url).href); // where the provider leads back to
    if (!(await takeSignIn(addressOf(ctx)))) throw new TooManyAttempts();
    const [another, isOwn] = [ctx.query.another !== undefined, ctx.query.own !== undefined];
    const begun = await access
      .beginSignIn({ returnTo, goal: localPath(ctx.query.goal), another, isOwn })
      .catch(tellRefusal);
    setPendingSignIn(ctx, begun);
    ctx.redirect(begun.url);
  });

  router.get('/sign-in/done', async (ctx) => {
    if (isOnlyAsked(ctx)) return;
    if (ctx.query.state === SIGNED_OUT) return ctx.redirect('/sign-in?out');
    const signIn = pendingSignIn(ctx);
    removePendingSignIn(ctx);
    await attempt(ctx, `${signIn}${ctx.search}`, async () => {
      const arrival = await access
        .finishSignIn({ signIn, address: `${returnTo}${ctx.search}`, ...deviceOf(ctx) })
        .catch(async (error) => {
          // The page was loaded again, or in a second tab: the person who is signed in goes on.
          if (isRefused(error, 'sign-in-over') && (await isSignedIn(ctx))) return undefined;
          throw error;
        });
      if (!arrival) return ctx.redirect('/');
      const { session, lack, account, goal } = arrival;
      if (session) return enter(ctx, session, goal);
      warn(`A sign-in failed: the identity provider knows the account, and gives it no role: ${lack}.`);
      ctx.status = 403;
      answerHtml(ctx, document('No role', noRolePage(account, goal)));
    });
  });

  // Programs that open links, such as the preview of a chat, get no further than this page.
  router.get('/link/:link', (ctx) => {
    const { link = '' } = ctx.params;
    return attempt(ctx, link, async () => {
      const goal = await access.lookAtLink(link);
      const page = 'vendor' in goal ? keyLinkPage(goal) : linkPage(goal);
      answerHtml(ctx, document('vendor' in goal ? 'A key' : 'Sign in', page));
    });
  });

  router.post('/link/:link', (ctx) => {
    const { link = '' } = ctx.params;
    return attempt(ctx, link, async () => {
      const form = await sentForm(ctx, Bodies.ofProcess, '', MOST_OF_FORM);
      if ('vendor' in (await access.lookAtLink(link))) {
        const { vendor, key } = await access.openKey(link);
        return answerHtml(ctx, document('A key', openedKeyPage({ vendor, key, serviceUrl })));
      }
      const session = await access.openLink(link, { ...deviceOf(ctx), isOwn: form.has('own') });
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
    if (isRefused(error, 'sign-in-failed', 'sign-in-over', 'provider-down'))
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
