import Koa, { type Context, type Middleware } from 'koa';
import { AnswerLost } from '../../../application/ports/inbound/vendor.ts';
import type { HttpApi } from '../http/http-api.ts';
import { ClientGone, type HttpResponse } from '../http/message.ts';
import { pathAndQuery } from '../http/request-target.ts';
import { findRoute, type RouteMatch } from '../http/routes.ts';
import { Bodies } from '../node-http/bodies.ts';
import { KoaRequest } from './koa-request.ts';

/**
 * Makes the service a Koa application. Listen with `serve`, or mount it in your own application. `pages` handle
 * paths that are not the service's.
 */
export function makeLeadApp(api: HttpApi, ...pages: readonly Middleware[]): Koa {
  const bodies = Bodies.ofProcess;

  async function reply(ctx: Context, match?: RouteMatch): Promise<void> {
    answer(ctx, await api.handle(new KoaRequest(ctx, bodies), match));
  }

  const app = new Koa();
  app.silent = true; // every error is answered and reported below, except those of clients that went away
  app.use(async (ctx, next) => {
    try {
      ctx.url = pathAndQuery(ctx.url);
      const match = findRoute(api.routes, ctx.path);
      await (match ? reply(ctx, match) : next());
    } catch (error) {
      answerError(api, ctx, error);
    }
  });
  for (const page of pages) app.use(page);
  app.use((ctx) => reply(ctx));
  return app;
}

function answer(ctx: Context, { status, headers, body }: HttpResponse): void {
  const { response } = ctx;
  response.status = status;
  response.set(headers);
  response.body = body;
}

/** Answers an error that `api.handle` throws. */
function answerError(api: HttpApi, ctx: Context, error: unknown): void {
  if (error instanceof AnswerLost || error instanceof ClientGone) {
    ctx.respond = false;
    ctx.res.destroy();
  } else answer(ctx, api.fail(error));
}
