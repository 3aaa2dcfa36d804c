import { type IncomingMessage, ServerResponse } from 'node:http';
import { closeAfter, endLater } from './connections.ts';

/**
 * The most that is read of a request after its answer, so that the connection can be used again: any body in
 * usual parts.
 */
const REST = { bytes: 1_048_576, parts: 1_024 };

/**
 * A response that may be given before its request has arrived completely, such as a refusal. It is sent at once
 * and ends with the request. Node itself would close the connection, or read on without an end.
 */
export class EarlyAnswer<R extends IncomingMessage = IncomingMessage> extends ServerResponse<R> {
  #isGiven = false;

  // biome-ignore lint/suspicious/noExplicitAny: as Node declares it, in three forms
  override end(...given: any[]): this {
    const isEarly = !this.#isGiven && !this.req.complete && hasBody(this.req);
    if (!isEarly) return super.end(...given);
    this.#isGiven = true;
    if (declared(this.req) > REST.bytes) closeAfter(this); // who is told in time begins no request on it
    const [body, ...rest] = given;
    const whenSent = given.find((each) => typeof each === 'function');
    if (whenSent) this.once('finish', whenSent);
    if (body === undefined || body === null || body === whenSent) this.flushHeaders();
    else this.#send(body, typeof rest[0] === 'string' ? (rest[0] as BufferEncoding) : 'utf8');
    receiveRest(this.req, () => super.end());
    return this;
  }

  #send(body: string | Uint8Array, encoding: BufferEncoding): void {
    if (!this.headersSent && !this.hasHeader('content-length'))
      this.setHeader('content-length', Buffer.byteLength(body, encoding));
    this.write(body, encoding);
  }
}

/** The bytes that a request says beforehand that it has. */
const declared = ({ headers }: IncomingMessage): number => Number(headers['content-length'] ?? 0);

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

function receiveRest(request: IncomingMessage, whenReceived: () => void): void {
  const left = { ...REST };
  request.on('end', whenReceived).on('data', (part: Buffer) => {
    left.bytes -= part.length;
    left.parts -= 1;
    if (left.bytes < 0 || left.parts < 0) endLater(request.socket);
  });
  request.resume();
}
