import type { ServerResponse } from 'node:http';
import type { HttpResponse } from '../http/message.ts';
import { isCutShort, onCutShort } from './cut-short.ts';
import { boundDiscarded } from './discarded-body.ts';

/** The response is sent in the order of the requests on the connection, whoever else is waiting there. */
export function writeAnswer(response: ServerResponse, { status, headers, body }: HttpResponse): void {
  const hasBody = response.req.method !== 'HEAD';
  response.writeHead(status, hasBody ? { ...headers, 'content-length': Buffer.byteLength(body) } : headers);
  if (!closesEarly(response)) return void response.end(hasBody ? body : undefined);
  if (hasBody) response.write(body);
  else response.flushHeaders();
  linger(response);
}

/** Whether the connection would be closed, and so reset, while the client may still be sending its request. */
function closesEarly(response: ServerResponse): boolean {
  const { req, shouldKeepAlive } = response;
  const closes = !shouldKeepAlive || response.getHeader('connection') === 'close';
  return closes && !req.complete && !req.destroyed && !isCutShort(req);
}

/** A reset would take the response back from a client, or a proxy, that has not read it yet (RFC 9112, 9.6). */
function linger(response: ServerResponse): void {
  const end = () => response.end();
  response.req.once('end', end).resume();
  onCutShort(response.req, end);
  boundDiscarded(response.req);
}
