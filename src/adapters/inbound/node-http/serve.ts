import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { oncePerMinute } from '../../../application/once-per-minute.ts';
import type { HttpApi } from '../http/http-api.ts';
import { HEADERS_LIMIT } from '../http/http-error.ts';
import { boundDiscarded } from './discarded-body.ts';
import { Pipelines } from './pipelines.ts';
import { Shutdown } from './shutdown.ts';
import { answerUnparsable } from './unparsable.ts';
import { writeAnswer } from './write-answer.ts';

/** How to listen, and the limits of connections. */
export interface ServeOptions {
  /** Words and logs the response to what never becomes a request, and is told when the server drains. */
  readonly api: Pick<HttpApi, 'refuse' | 'drain'>;
  /** Default: 127.0.0.1. */
  readonly host?: string | undefined;
  /** 0 for any free one. */
  readonly port: number;
  /** Milliseconds a client has to send its whole request. Default: 30 s. */
  readonly requestTimeout?: number | undefined;
  /**
   * Milliseconds. A connection on which nothing happens for `requestTimeout` and this long is cut in the middle of a
   * request: it must be longer than any response takes. Between requests it is kept for 65 s. Default: 16 s.
   */
  readonly responseTimeout?: number | undefined;
  /**
   * Connections open at once, of which any further one is closed; and unanswered requests: one more gets a 503, unless
   * it is the only one of its connection. Whoever sends many without reading cannot keep others out.
   */
  readonly maxConnections?: number | undefined;
  /** Told, at most once a minute, that connections are turned away. By default nobody is. */
  readonly warn?: ((message: string) => void) | undefined;
}

export interface LeadServer {
  /** Without a path. */
  readonly url: string;
  /**
   * What has arrived gets its response, from the API any later request a 503, and after six seconds a request that
   * is still incomplete a 408. Accepts no new connections, closes the open ones after their next response (idle ones
   * after two seconds), and resolves when all are closed: at the latest after nine seconds.
   */
  drain(): Promise<void>;
}

/**
 * Requests sent on one connection without waiting for a response: any further one gets a 503. A flood of them would keep
 * the process from everybody else, so it is cut off.
 */
const PIPELINE_LIMIT = 100;
const PIPELINE_FLOOD = 1_000;

/** Serves an application of Koa's shape, or any listener. Rejects if the port is taken or not permitted. */
export async function serve(
  app: RequestListener | { callback(): RequestListener },
  {
    host = '127.0.0.1',
    port,
    requestTimeout = 30_000,
    responseTimeout = 16_000,
    maxConnections = 10_000,
    warn = () => {},
    api,
  }: ServeOptions,
): Promise<LeadServer> {
  const pipelines = new Pipelines();
  const handle = typeof app === 'function' ? app : app.callback();
  const server = createServer(
    {
      requestTimeout,
      headersTimeout: Math.min(Math.ceil(requestTimeout / 2), 10_000),
      maxHeaderSize: HEADERS_LIMIT,
      connectionsCheckingInterval: 1_000,
      keepAliveTimeout: 65_000,
      requireHostHeader: false, // Node's own refusal would not be the envelope, and nothing here reads Host
    },
    (request, response) => {
      const { socket } = request;
      const waiting = pipelines.add(response);
      if (shutdown.isDraining || isLastOfItsConnection(request)) pipelines.end(socket);
      response.on('close', () => boundDiscarded(request));
      if (waiting > PIPELINE_FLOOD) socket.destroy();
      else if (waiting > PIPELINE_LIMIT || (waiting > 1 && pipelines.size > maxConnections))
        writeAnswer(response, api.refuse('unavailable'));
      else handle(request, response);
    },
  );
  server.maxConnections = maxConnections;
  server.timeout = requestTimeout + responseTimeout; // for a client that does not read its response
  Object.assign(server, { httpAllowHalfOpen: true }); // a client that has sent everything still reads its response
  const shutdown = new Shutdown(server, pipelines, api);
  answerUnparsable(server, (reason) => api.refuse(reason));

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    // In a burst, Node's default backlog of 511 overflows, and the system resets the connections that do not fit.
    server.listen({ port, host, backlog: maxConnections }, resolve);
  });
  server.on('error', () => {}); // failing to accept one (out of memory, for example) must not end the others
  const tell = oncePerMinute(warn);
  server.on('drop', () => tell(`Connections are turned away: ${maxConnections} are open.`));

  return { url: urlOf(server.address() as AddressInfo), drain: shutdown.drain };
}

/**
 * Node reads no further behind a request for an upgrade: what came with it would never be answered. HTTP/1.0 has no
 * chunked bodies, so a proxy may take the end of one to be elsewhere (RFC 9112, 6.1).
 */
const isLastOfItsConnection = ({ headersDistinct: sent, httpVersion }: IncomingMessage): boolean =>
  sent.upgrade !== undefined || (sent['transfer-encoding'] !== undefined && httpVersion === '1.0');

function urlOf({ address, family, port }: AddressInfo): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
