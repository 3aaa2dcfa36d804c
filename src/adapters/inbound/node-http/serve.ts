import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HttpApi } from '../http/http-api.ts';
import { HEADERS_LIMIT } from '../http/http-error.ts';
import { oncePerMinute } from '../http/once-per-minute.ts';
import { Connections } from './connections.ts';
import { EarlyAnswer } from './early-answer.ts';
import { Shutdown, usualDrainTime } from './shutdown.ts';
import { answerUnparsable } from './unparsable.ts';

/** How to listen, and the limits of connections. */
export interface ServeOptions {
  /** Words and logs the response to what never becomes a request, and is told when the server leaves and drains. */
  readonly api: Pick<HttpApi, 'refuse' | 'drain'> & Partial<Pick<HttpApi, 'leave'>>;
  /** Default: 127.0.0.1. */
  readonly host?: string | undefined;
  /** 0 for any free one. */
  readonly port: number;
  /** Milliseconds a client has to send its whole request. Default: 30 s. */
  readonly requestTimeout?: number | undefined;
  /**
   * Milliseconds, added to `requestTimeout`: a connection on which nothing happens for that long during a request is cut.
   * It must be longer than any response takes. Default: 16 s.
   */
  readonly responseTimeout?: number | undefined;
  /** Milliseconds that an idle connection is kept between requests: a proxy in front must close first. Default: 65 s. */
  readonly keepAliveTimeout?: number | undefined;
  /** Milliseconds for the requests that are in flight when the server drains. Default: 8 s. */
  readonly drainTime?: number | undefined;
  /** Connections open at once; any further one is closed. Default: 10,000. */
  readonly maxConnections?: number | undefined;
  /** That nobody reads the body of a request that declares none: its stream has ended from the start, which costs less. */
  readonly skipEmptyBodies?: boolean | undefined;
  /** Told, at most once a minute, that connections are turned away. By default nobody is. */
  readonly warn?: ((message: string) => void) | undefined;
}

/** A server that serves. */
export interface LeadServer {
  /** The address without a path. */
  readonly url: string;
  /** Serves on, but closes each connection after its next response, and lets the API say at `/readyz` that it will end. */
  leave(): void;
  /**
   * Accepts no new connections. Requests that have arrived are answered; later ones get a 503 from the API, and those
   * that are incomplete after three quarters of `drainTime` a 408. Connections are closed after their next response, idle
   * ones after a quarter. Resolves when all are closed, an eighth after `drainTime` at the latest.
   */
  drain(): Promise<void>;
}

/** Serves an application of Koa's shape, or any listener. Rejects if the port is taken or not permitted. */
export async function serve(
  app: RequestListener | { callback(): RequestListener },
  {
    host = '127.0.0.1',
    port,
    requestTimeout = 30_000,
    responseTimeout = 16_000,
    keepAliveTimeout = 65_000,
    drainTime = usualDrainTime,
    maxConnections = 10_000,
    skipEmptyBodies = false,
    warn = () => {},
    api,
  }: ServeOptions,
): Promise<LeadServer> {
  const handle = typeof app === 'function' ? app : app.callback();
  const server = createServer({
    ServerResponse: EarlyAnswer,
    requestTimeout,
    headersTimeout: Math.min(Math.ceil(requestTimeout / 2), 10_000),
    maxHeaderSize: HEADERS_LIMIT,
    connectionsCheckingInterval: 1_000,
    keepAliveTimeout,
    optimizeEmptyRequests: skipEmptyBodies,
    requireHostHeader: false, // Node's own refusal would not be the envelope, and nothing here reads Host
  });
  server.maxConnections = maxConnections;
  server.timeout = requestTimeout + responseTimeout; // for a client that does not read its response
  const connections = new Connections();
  answerUnparsable(server, connections, api.refuse);
  server.on('request', (request, response) => {
    if (!request.socket.writable) return; // a refusal has ended the connection
    const refuse = () => {
      const { status, headers, body } = api.refuse('too-many-unanswered');
      response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body);
    };
    connections.take(response, () => handle(request, response), refuse);
  });
  const shutdown = new Shutdown(server, connections, api, drainTime);

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    // In a burst, Node's default backlog of 511 overflows, and the system resets the connections that do not fit.
    server.listen({ port, host, backlog: maxConnections }, resolve);
  });
  server.on('error', () => {}); // failing to accept one (out of memory, for example) must not end the others
  const warnOnce = oncePerMinute(warn);
  server.on('drop', () => warnOnce(`Connections are turned away: ${maxConnections} are open.`));

  function leave(): void {
    api.leave?.();
    connections.closeWhenAnswered();
  }

  return { url: urlOf(server.address() as AddressInfo), leave, drain: shutdown.drain };
}

function urlOf({ address, family, port }: AddressInfo): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
