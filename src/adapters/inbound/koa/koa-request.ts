import type { Context } from 'koa';
import { type HttpRequest, type Objection, queryValue } from '../http/message.ts';
import type { Bodies } from '../node-http/bodies.ts';

/** The service's view of a Koa request. */
export class KoaRequest implements HttpRequest {
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
