import type { IncomingMessage } from 'node:http';
import { HttpError, type HttpErrorReason } from '../http/http-error.ts';
import type { HttpRequest } from '../http/message.ts';
import type { BodyBudget, HeldBody } from './body-budget.ts';
import { onCutShort } from './cut-short.ts';
import { GrowingBuffer } from './growing-buffer.ts';

/** The service was mounted behind a body parser. No vendor can fix that, so it is a fault and not a 400. */
class BodyReadBeforeLeadApp extends Error {
  override readonly name = 'BodyReadBeforeLeadApp';
}

/** A request as a framework passes it on. */
interface Received {
  readonly req: IncomingMessage;
  readonly method: string;
  readonly path: string;
}

/** A request from the socket. Its body occupies BodyBudget until `answered` is called. */
export class NodeRequest implements HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly #incoming: IncomingMessage;
  readonly #budget: BodyBudget;
  #body: HeldBody | undefined;
  #cutShort: HttpErrorReason | undefined;

  constructor({ req, method, path }: Received, budget: BodyBudget) {
    this.method = method;
    this.path = path;
    this.#incoming = req;
    this.#budget = budget;
    // Listens before the body is read, too: `cutShort` then leaves the answer to whoever has this request.
    onCutShort(req, (reason) => {
      this.#cutShort = reason;
    });
  }

  header(name: string): string | undefined {
    const { headersDistinct, headers } = this.#incoming;
    // `headers` has only the first Content-Type, and a request over HTTP/2 has nothing else.
    const sent = headersDistinct?.[name] ?? headers[name];
    return utf8(Array.isArray(sent) ? sent.join(', ') : sent);
  }

  /** A refused body is discarded: see `boundDiscarded`. */
  body(limit: number): Promise<Uint8Array> {
    const incoming = this.#incoming;
    return new Promise((resolve, reject) => {
      let received: GrowingBuffer | undefined = new GrowingBuffer();
      const refuse = (reason: HttpErrorReason): void => {
        received = undefined;
        reject(new HttpError(reason));
      };
      const body = { bytes: 0, giveWay: () => refuse('too-many-bodies') };
      this.#body = body;
      if (Number(this.header('content-length')) > limit) return refuse('body-too-large');
      if (incoming.readableDidRead || incoming.readableEnded)
        return reject(new BodyReadBeforeLeadApp('mount the lead app before any body parser'));
      if (this.#cutShort || incoming.destroyed) return refuse(this.#cutShort ?? 'bad-request');
      onCutShort(incoming, refuse);
      incoming.on('data', (chunk: Buffer) => {
        if (!received) return;
        if (body.bytes + chunk.length > limit) return refuse('body-too-large');
        if (!this.#budget.reserve(body, chunk.length)) return refuse('too-many-bodies');
        received.push(chunk);
      });
      incoming.on('end', () => {
        this.#budget.arrived(body);
        if (received) resolve(received.whole);
      });
      incoming.on('error', () => refuse('bad-request')); // the connection is lost: nobody is left to answer
    });
  }

  answered(): void {
    if (this.#body) this.#budget.release(this.#body);
  }
}

/** Node decodes headers as Latin-1; what vendors send beyond ASCII is UTF-8. */
const utf8 = (value: string | undefined): string | undefined =>
  value !== undefined && /[\x80-\xff]/.test(value) ? Buffer.from(value, 'latin1').toString() : value;
