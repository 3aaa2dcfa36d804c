import { extname } from 'node:path';
import Router from '@koa/router';
import Koa, { type Context, type Middleware } from 'koa';
import { keptAnswer } from '#operators/application/kept-answer.ts';
import type { OperatorUseCases } from '#operators/application/operator.ts';
import { mayUse, operatorAs, requireRight } from '#operators/application/operator-as.ts';
import type { TimeZone } from '#operators/domain/time-zone.ts';
import { Bodies } from '../../../../adapters/inbound/node-http/bodies.ts';
import { readQueriesPlainly } from '../../../../adapters/inbound/node-http/plain-request.ts';
import type { Clock, Digest } from '../../../../application/ports/outbound/runtime.ts';
import { clientAddress } from '../presentation/client-address.ts';
import { answeredOnce } from './answered-once.ts';
import { askToSignIn } from './ask-to-sign-in.ts';
import { assets } from './assets.ts';
import { removeSessionCookie, sessionCookie } from './cookies.ts';
import type { DeskPages, DeskState, RegisterRoute } from './desk-state.ts';
import { answerError, answerThrown } from './error-page.ts';
import { makeHookTrouble } from './hook-trouble.ts';
import { html } from './html.ts';
import { isFetchedAhead, isOnlyAsked } from './only-asked.ts';
import { answerHtml, document } from './page.ts';
import { sentForm } from './sent-form.ts';
import { RETURN_PATH, SIGNED_OUT, type SignInOptions, signInRoutes } from './sign-in.ts';
import { leavingPage } from './sign-in-pages.ts';
import { undoOffer } from './undo.ts';
import { makeWhoIsHere } from './who-is-here.ts';

export interface DeskOptions extends Omit<SignInOptions, 'addressOf'> {
  readonly operator: OperatorUseCases;
  readonly clock: Clock;
  readonly digest: Digest;
  /** The time zone of the business. */
  readonly timeZone: TimeZone;
  /** The version of the service, for the foot of each page. */
  readonly version: string;
  /** The name of the business. */
  readonly name?: string | undefined;
  /** Whether an origin, such as `http://127.0.0.1:3001`, is the desk's. */
  readonly isOwnOrigin: (origin: string) => boolean;
  /** Resolves to problems of the store that an admin should know, in sentences. */
  readonly concern?: (() => Promise<string | undefined>) | undefined;
  /** Called with an unexpected error. Its message may quote a customer. */
  readonly fault: (error: unknown) => void;
}

/** Milliseconds for which pages repeat the store's problems before asking again. */
const CONCERN_FRESH = 60_000;

/** Response headers that allow only our own scripts and styles, nothing from other hosts, and no frames. */
const headers = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin', // with less, a browser would not say where a change comes from
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
};

/** Makes the operators' desk as a Koa application. */
export function makeDeskApp(options: DeskOptions, ...pages: readonly DeskPages[]): Koa {
  const { access, operator, clock, digest, timeZone: zone, version, isOwnOrigin, fault } = options;
  const isSecure = options.url.startsWith('https:');
  const bodies = Bodies.ofProcess;

  const app = new Koa();
  app.silent = true;
  readQueriesPlainly(app);
  app.use(async (ctx, next) => {
    ctx.cookies.secure = isSecure;
    ctx.set(headers);
    if (isSecure) ctx.set('strict-transport-security', 'max-age=31536000');
    try {
      await next();
      if (ctx.status === 404 && ctx.body === undefined) answerError(ctx, 404, 'There is no such page.');
    } catch (error) {
      answerThrown(ctx, error, { clock, fault });
    }
  });
  app.use(async (ctx, next) => {
    const { host, origin } = URL.parse(`${isSecure ? 'https' : 'http'}://${ctx.host}`) ?? {};
    if (!host || !origin || !isOwnOrigin(origin))
      return answerError(ctx, 421, otherHost(ctx.host, options.url));
    ctx.req.headers.host = host; // in small letters, and without the port that goes without saying
    // Pages of others must not act for the person signed in here.
    const isRead = ctx.method === 'GET' || ctx.method === 'HEAD';
    if (isRead || isOwnOrigin(originOf(ctx))) return next();
    answerError(ctx, 403, saysNoPage(ctx) ? NO_PAGE : OTHER_PAGE);
  });
  app.use(staticFiles);
  // Opening a lead counts: the audit log has it, colleagues are told, and it stands no longer under For you. A page in
  // advance would be shown later without a request, so the browser gets none, and asks once somebody opens it.
  app.use((ctx, next) =>
    isFetchedAhead(ctx) ? answerError(ctx, 503, 'A page of the desk is not fetched in advance.') : next(),
  );
  const addressOf = (ctx: Context) => clientAddress(ctx.get('x-forwarded-for'), ctx.ip, isSecure);
  app.use(signInRoutes({ ...options, addressOf }).routes());

  const whoIsHere = makeWhoIsHere();
  const troubleNow = makeHookTrouble(operator, clock);
  const concern = keptAnswer(async () => options.concern?.().catch(() => undefined), CONCERN_FRESH, clock);
  const desk = new Router<DeskState>({ sensitive: true });
  desk.use(async (ctx, next) => {
    const text = sessionCookie(ctx);
    const session = text && (await access.session(text));
    if (!session) return askToSignIn(ctx, bodies);
    const said = ctx.cookies.get('said');
    if (said !== undefined && ctx.method === 'GET') ctx.cookies.set('said', null);
    const now = clock();
    Object.assign(ctx.state, {
      session,
      operator: operatorAs({ ...session, id: session.person }, operator),
      may: (useCase) => mayUse(session.role, useCase),
      now,
      zone,
      version,
      name: options.name,
      host: new URL(options.url).host,
      serviceUrl: options.serviceUrl,
      query: new URLSearchParams(ctx.querystring),
      form: new URLSearchParams(),
      plans: access,
      digest,
      said: said && decoded(said),
      undo: undoOffer(ctx),
      whoIsAt: whoIsHere(session, now),
      trouble: mayUse(session.role, 'listHooks')
        ? await troubleNow({ anew: ctx.path.startsWith('/hooks') })
        : [],
      concern: mayUse(session.role, 'listHooks') ? await concern() : undefined,
    } satisfies DeskState);
    return next();
  });
  desk.post('/sign-out', async (ctx) => {
    await sentForm(ctx, bodies, ctx.state.session.person);
    const { text } = ctx.state.session;
    const returnTo = new URL(RETURN_PATH, options.url).href;
    const next = await access.signOut({ text, returnTo, state: SIGNED_OUT });
    removeSessionCookie(ctx);
    if (next === undefined) return ctx.redirect('/sign-in?out');
    const goOn = html`<meta http-equiv="refresh" content="0; url=${next}">`;
    answerHtml(ctx, document('Signed out', leavingPage(next), goOn));
  });
  const once = answeredOnce(digest);
  const get: RegisterRoute = (path, needs, answer) =>
    void desk.get(path, (ctx) => {
      requireRight(ctx.state.session.role, needs);
      return isOnlyAsked(ctx) ? undefined : answer(ctx);
    });
  const post: RegisterRoute = (path, needs, answer) =>
    void desk.post(path, async (ctx) => {
      requireRight(ctx.state.session.role, needs);
      ctx.state.form = await sentForm(ctx, bodies, ctx.state.session.person);
      await once(ctx, () => answer(ctx));
    });
  for (const register of pages) register({ get, post });
  app.use(desk.routes());
  return app;
}

/** Answers with styles, scripts and what else pages need. */
const staticFiles: Middleware = (ctx, next) => {
  const content = assets.get(ctx.path.slice(1));
  if (content === undefined) return next();
  ctx.set('cache-control', 'public, max-age=300');
  ctx.type = extname(ctx.path);
  ctx.body = content;
};

/**
 * The origin of the page that a change comes from; empty if the browser does not name it. w3m, Lynx and Links name it in
 * Referer alone; a page can keep that header back, but not say another.
 */
const originOf = ({ req: { headers } }: Context): string =>
  headers.origin === undefined && headers['sec-fetch-site'] === undefined
    ? (URL.parse(headers.referer ?? '')?.origin ?? '')
    : (headers.origin ?? '');

const saysNoPage = ({ req: { headers } }: Context): boolean =>
  [headers.origin, headers['sec-fetch-site'], headers.referer].every((each) => each === undefined);

const NO_PAGE =
  'Your browser does not say which page this change comes from: have it send Referer. Lynx does so for every page with REFERER_WITH_QUERY:PARTIAL in lynx.cfg.';
const OTHER_PAGE = 'This change does not come from a page of the desk: open the desk and try again.';

/**
 * The page for another host, with help for whoever sets up the desk: nginx and Apache send a Host of their own
 * by default.
 */
const otherHost = (host: string, url: string): string =>
  `This request names the host ${host}, and the desk answers at ${url} alone. If you opened that address, the proxy in front has to pass the host on: for nginx “proxy_set_header Host $http_host;”, for Apache “ProxyPreserveHost On”. If not, open it, or set DESK_URL to the address that you opened.`;

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
