import Router from '@koa/router';
import Koa, { type Context, type Middleware } from 'koa';
import { AnswerLost } from '../../../application/ports/inbound/vendor.ts';
import type { HttpApi } from '../http/http-api.ts';
import type { RouteMatch } from '../http/routes.ts';
import { BodyBudget } from '../node-http/body-budget.ts';
import { NodeRequest } from '../node-http/node-request.ts';
import { writeAnswer } from '../node-http/write-answer.ts';

/**
 * The service as a Koa application. Listen with `serve`, or mount it in your own application.
 * `pages` handle the paths that are not the service's.
 */
export function makeLeadApp(api: HttpApi, ...pages: readonly Middleware[]): Koa {
  const budget = new BodyBudget();
  const router = new Router({ sensitive: true, strict: true });
  for (const route of api.routes) {
    const path = route.path.replace(/\{(\w+)\}/g, ':$1');
    router.all(path, (ctx) => reply(api, budget, ctx, { route, params: ctx.params }));
  }
  const app = new Koa();
  app.use((ctx, next) => {
    ctx.url = pathAndQuery(ctx.url);
    return next();
  });
  app.use(router.routes());
  for (const page of pages) app.use(page);
  app.use((ctx) => reply(api, budget, ctx, undefined));
  app.on('error', (error: NodeJS.ErrnoException) => {
    if (!hungUp.has(error.code)) app.onerror(error);
  });
  return app;
}

/** A client that went away is not an error. */
const hungUp = new Set<string | undefined>(['ECONNRESET', 'EPIPE']);

/**
 * The path and query of a request target, which may be a whole URL. Nothing here reads the rest, and Koa fails
 * if that is malformed. A target has no fragment: `#` is part of the path, although Koa would cut it off.
 */
const pathAndQuery = (target: string): string =>
  target.replaceAll('#', '%23').replace(/^[a-z][a-z\d+.-]*:\/\/[^/?]*\/?/i, '/');

/** Writes the response itself: Koa has nothing left to decide about it. */
async function reply(
  api: HttpApi,
  budget: BodyBudget,
  ctx: Context,
  match: RouteMatch | undefined,
): Promise<void> {
  ctx.respond = false;
  if (ctx.res.headersSent) return; // `serve` already answered: the body was cut short before this ran
  const request = new NodeRequest(ctx, budget);
  try {
    writeAnswer(ctx.res, await api.handle(request, match));
  } catch (error) {
    if (!(error instanceof AnswerLost)) throw error;
    ctx.req.socket.destroy();
  } finally {
    request.answered();
  }
}
