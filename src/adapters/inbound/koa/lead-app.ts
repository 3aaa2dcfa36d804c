import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import Koa, { type Context, type Middleware } from 'koa';
import { AnswerLost } from '../../../application/ports/inbound/vendor.ts';
import type { HttpApi } from '../http/http-api.ts';
import { ClientGone, type HttpResponse } from '../http/message.ts';
import { findRoute, type RouteMatch } from '../http/routes.ts';
import { HeldBodies } from './held-bodies.ts';
import { KoaRequest } from './koa-request.ts';

/**
 * The service as a Koa application. Listen with `serve`, or mount it in your own application.
 * `pages` handle the paths that are not the service's.
 */
export function makeLeadApp(api: HttpApi, ...pages: readonly Middleware[]): Koa {
  const bodies = new HeldBodies();

  async function reply(ctx: Context, match?: RouteMatch): Promise<void> {
    const request = new KoaRequest(ctx, bodies);
    try {
      answer(ctx, await api.handle(request, match));
    } finally {
      request.releaseBody();
    }
  }

  const app = new Koa();
  app.silent = true; // every error is answered and reported below; what is left are clients that went away
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

/** The path and query of a request target, which may be a whole URL: Koa fails on one that is malformed. */
const pathAndQuery = (target: string): string =>
  target.replaceAll('#', '%23').replace(/^[a-z][a-z\d+.-]*:\/\/[^/?]*\/?/i, '/');

function answer(ctx: Context, { status, headers, body }: HttpResponse): void {
  const { response } = ctx;
  response.status = status;
  response.set(headers);
  if (!closesEarly(ctx)) {
    response.body = body;
  } else {
    response.body = Readable.from(untilReceived(ctx.req, body));
    response.length = Buffer.byteLength(body);
  }
}

/** What `api.handle` does not answer. */
function answerError(api: HttpApi, ctx: Context, error: unknown): void {
  if (error instanceof AnswerLost || error instanceof ClientGone) {
    ctx.respond = false;
    ctx.res.destroy();
  } else answer(ctx, api.fail(error));
}

/**
 * Whether the connection would be closed while the client may still be sending its request. The system would then reset
 * it, and take the answer back from a client, or a proxy, that has not read it yet (RFC 9112, 9.6).
 */
const closesEarly = ({ req, res }: Context): boolean =>
  !req.complete && !(res.shouldKeepAlive && res.getHeader('connection') !== 'close');

/** Sends the whole answer at once, and ends it when the rest of the request has arrived and been discarded. */
async function* untilReceived(req: IncomingMessage, body: string): AsyncGenerator<string> {
  yield body;
  if (!req.destroyed) await new Promise((end) => req.once('end', end).once('close', end).resume());
}
