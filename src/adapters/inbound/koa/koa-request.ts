import type { Context } from 'koa';
import getRawBody from 'raw-body';
import { HttpError } from '../http/http-error.ts';
import { ClientGone, type HttpRequest } from '../http/message.ts';

/** Bytes of all bodies whose requests are not yet answered: while the store is slow, they pile up. */
const HELD_LIMIT = 128 * 1024 * 1024;

/** How much the bodies of one application's unanswered requests occupy, by the lengths that they declare. */
export class HeldBodies {
  #bytes = 0;

  /** Returns false, and counts nothing, if there is no room. */
  add(bytes: number): boolean {
    if (this.#bytes + bytes > HELD_LIMIT) return false;
    this.#bytes += bytes;
    return true;
  }

  remove(bytes: number): void {
    this.#bytes -= bytes;
  }
}

/** A request as Koa passes it on. Call `releaseBody` once it is answered. */
export class KoaRequest implements HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly #ctx: Context;
  readonly #bodies: HeldBodies;
  #held = 0;

  constructor(ctx: Context, bodies: HeldBodies) {
    this.method = ctx.method;
    this.path = ctx.path;
    this.#ctx = ctx;
    this.#bodies = bodies;
  }

  header(name: string): string | string[] | undefined {
    const { headers, headersDistinct } = this.#ctx.req;
    // Of several Content-Type headers, `headers` has only the first. A request over HTTP/2 has nothing else.
    const sent = headersDistinct?.[name] ?? headers[name];
    return typeof sent === 'string' ? utf8(sent) : sent?.map(utf8);
  }

  async body(limit: number): Promise<Uint8Array> {
    const { req, request } = this.#ctx;
    if (req.destroyed && !req.complete) throw new ClientGone('the request was cut short');
    const length = request.length ?? limit; // in chunks: as much as there may be
    if (length > limit) throw new HttpError('body-too-large');
    if (!this.#bodies.add(length)) throw new HttpError('too-many-bodies');
    this.#held = length;
    return getRawBody(req, { limit }).catch((error) => {
      req.resume(); // the rest is discarded, so that the connection can be used again
      return refuse(error);
    });
  }

  releaseBody(): void {
    this.#bodies.remove(this.#held);
  }
}

/** What the client did wrong. Anything else is a fault: mounted behind a body parser, for example. */
function refuse(error: { readonly type?: string }): never {
  if (error.type === 'entity.too.large') throw new HttpError('body-too-large');
  if (error.type === 'request.aborted') throw new ClientGone('the request was cut short');
  throw error;
}

/** Node decodes headers as Latin-1; what vendors send beyond ASCII is UTF-8. */
const utf8 = (value: string): string =>
  /[\x80-\xff]/.test(value) ? Buffer.from(value, 'latin1').toString() : value;
