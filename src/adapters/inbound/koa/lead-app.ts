import Koa, { type Context, type Middleware } from 'koa';
import { AnswerLost } from '../../../application/ports/inbound/vendor.ts';
import type { HttpApi } from '../http/http-api.ts';
import {
  ClientGone,
  type HttpRequest,
  type HttpResponse,
  type Objection,
  queryValue,
} from '../http/message.ts';
import { pathAndQuery } from '../http/request-target.ts';
import { findRoute, type RouteMatch } from '../http/routes.ts';
import { Bodies } from '../node-http/bodies.ts';

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

/** The service's view of a Koa request. */
class KoaRequest implements HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly #ctx: Context;
  readonly #bodies: Bodies;

  constructor(ctx: Context, bodies: Bodies) {
    this.method = ctx.method;
    this.path = ctx.path;
    this.#ctx = ctx;
    this.#bodies = bodies;
  }

  header(name: string): string | string[] | undefined {
    const { rawHeaders } = this.#ctx.req; // `headers` has only the first of several Content-Type lines
    const lines: string[] = [];
    for (let at = 0; at < rawHeaders.length; at += 2) {
      const [sent = '', line = ''] = [rawHeaders[at], rawHeaders[at + 1]];
      if (sent.length === name.length && sent.toLowerCase() === name) lines.push(utf8(line));
    }
    return lines.length > 1 ? lines : lines[0];
  }

  query(name: string): string | undefined {
    return queryValue(this.#ctx.querystring, name);
  }

  body(limit: number, vendorId: string, objection?: Objection): Promise<Uint8Array> {
    return this.#bodies.receive(this.#ctx, limit, vendorId, objection);
  }
}

/** Decodes a header: Node reads headers as Latin-1, but what vendors send beyond ASCII is UTF-8. */
const utf8 = (value: string): string =>
  /[\x80-\xff]/.test(value) ? Buffer.from(value, 'latin1').toString() : value;
