import Router from '@koa/router';
import Koa, { type Context } from 'koa';
import type { HttpApi } from '../http/http-api.ts';
import type { RouteMatch } from '../http/routes.ts';
import { AnswerLost } from '../http/sandbox-leads.ts';
import { koaRequest } from './koa-request.ts';

/** The service as a Koa application. Listen with `serve`, or mount it into one of your own. */
export function makeLeadApp(api: HttpApi): Koa {
  const router = new Router({ sensitive: true, strict: true });
  for (const route of api.routes) {
    const path = route.path.replace(/\{(\w+)\}/g, ':$1');
    router.all(path, (ctx) => reply(api, ctx, { route, params: ctx.params }));
  }
  const app = new Koa();
  app.use(router.routes());
  app.use((ctx) => reply(api, ctx, undefined));
  return app;
}

/** Writes the answer straight to the socket: Koa has nothing left to decide about it. */
async function reply(api: HttpApi, ctx: Context, match: RouteMatch | undefined): Promise<void> {
  ctx.respond = false;
  try {
    const { status, headers, body } = await api.handle(koaRequest(ctx), match);
    if (ctx.method === 'HEAD') ctx.res.writeHead(status, headers).end();
    else ctx.res.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body);
  } catch (error) {
    if (!(error instanceof AnswerLost)) throw error;
    ctx.req.socket.destroy();
  }
}
