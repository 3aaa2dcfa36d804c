import type { IncomingMessage } from 'node:http';
import type { Context } from 'koa';
import { HttpError, type HttpErrorReason } from '../http/http-error.ts';
import { ClientGone, type HttpRequest } from '../http/message.ts';
import type { HeldBodies } from './held-bodies.ts';

/** A request as Koa passes it on. Call `releaseBody` once it is answered. */
export class KoaRequest implements HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly #ctx: Context;
  readonly #bodies: HeldBodies;
  #vendorId = '';
  #held = 0;

  constructor(ctx: Context, bodies: HeldBodies) {
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

  async body(limit: number, vendorId: string): Promise<Uint8Array> {
    const { req, request } = this.#ctx;
    if (req.aborted) throw gone();
    if (hasNoBody(req)) return nothing;
    if (req.readableEnded || req.readableEncoding)
      throw new TypeError('The stream is not readable: something else has read the body');
    const length = request.length ?? limit; // in chunks: as much as there may be
    if (length > limit) throw new HttpError('body-too-large');
    this.#vendorId = vendorId;
    return this.#receive(length, limit);
  }

  releaseBody(): void {
    if (this.#held > 0) this.#bodies.remove(this.#vendorId, this.#held);
  }

  /** `length`: at most so much will come, unless the client is wrong. */
  #receive(length: number, limit: number): Promise<Uint8Array> {
    const { req } = this.#ctx;
    return new Promise((resolve, reject) => {
      let bytes = nothing;
      const refuse = (reason: HttpErrorReason) => {
        bytes = nothing;
        req.off('data', take).resume(); // the rest is discarded, so that the connection can be used again
        reject(new HttpError(reason));
      };
      const take = (piece: Buffer) => {
        if (this.#held + piece.length > limit) return refuse('body-too-large');
        if (!this.#bodies.add(this.#vendorId, piece.length)) return refuse('too-many-bodies');
        bytes = joined(bytes, this.#held, piece, length);
        this.#held += piece.length;
      };
      let isWhole = false;
      const leave = () => {
        if (!isWhole) reject(gone());
      };
      const finish = () => {
        isWhole = !req.aborted;
        if (isWhole) resolve(bytes.length === this.#held ? bytes : bytes.subarray(0, this.#held));
      };
      req.on('data', take).on('end', finish).on('error', leave).on('close', leave);
    });
  }
}

const nothing: Buffer = Buffer.alloc(0);

/**
 * The first `length` of `bytes` and then `piece`, in the same memory if there is room: a list of small pieces would occupy
 * a hundred times what was sent.
 */
function joined(bytes: Buffer, length: number, piece: Buffer, expected: number): Buffer {
  if (length === 0) return piece;
  const needed = length + piece.length;
  let room = bytes;
  if (needed > bytes.length) {
    room = Buffer.allocUnsafeSlow(Math.max(needed, Math.min(2 * needed, expected)));
    bytes.copy(room, 0, 0, length);
  }
  piece.copy(room, length);
  return room;
}

/** Over HTTP/2, a body needs neither header. */
const hasNoBody = ({ httpVersionMajor, headers }: IncomingMessage): boolean =>
  httpVersionMajor === 1 &&
  headers['content-length'] === undefined &&
  headers['transfer-encoding'] === undefined;

const gone = () => new ClientGone('the request was cut short');

/** Node decodes headers as Latin-1; what vendors send beyond ASCII is UTF-8. */
const utf8 = (value: string): string =>
  /[\x80-\xff]/.test(value) ? Buffer.from(value, 'latin1').toString() : value;
