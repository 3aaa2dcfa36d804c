import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HttpApi } from '../http/http-api.ts';
import { HEADERS_LIMIT } from '../http/http-error.ts';
import { oncePerMinute } from '../http/once-per-minute.ts';
import { Connections } from './connections.ts';
import { EarlyAnswer } from './early-answer.ts';
import { Listeners } from './listeners.ts';
import { Shutdown, usualDrainTime } from './shutdown.ts';
import { answerUnparsable } from './unparsable.ts';

/** Where to listen, and the limits of connections. */
export interface ServeOptions {
  /** Words and logs the response to a message that is no request, and is called when the server leaves and drains. */
  readonly api: Pick<HttpApi, 'refuse' | 'drain'> & Partial<Pick<HttpApi, 'leave'>>;
  /** The address to listen on. Default: 127.0.0.1. */
  readonly host?: string | undefined;
  /** The port; 0 for any free one. */
  readonly port: number;
  /** Milliseconds in which a client has to send its whole request. Default: 30 s. */
  readonly requestTimeout?: number | undefined;
  /**
   * Milliseconds, added to `requestTimeout`, after which a connection without traffic during a request is cut.
   * Must be longer than any response takes. Default: 16 s.
   */
  readonly responseTimeout?: number | undefined;
  /**
   * Milliseconds for which an idle connection is kept between requests: a proxy in front must close first.
   * Default: 65 s.
   */
  readonly keepAliveTimeout?: number | undefined;
  /** Milliseconds for requests that are under way when the server drains. Default: 8 s. */
  readonly drainTime?: number | undefined;
  /** The most open connections; any further one is closed. Default: 10,000. */
  readonly maxConnections?: number | undefined;
  /**
   * Set if nobody reads the body of a request that declares none: its stream has then ended from the start,
   * which costs less.
   */
  readonly skipEmptyBodies?: boolean | undefined;
  /** Called, at most once a minute, when connections are turned away. By default nobody hears of that. */
  readonly warn?: ((message: string) => void) | undefined;
}

/** A server at work. */
export interface LeadServer {
  /** The server's address, without a path. */
  readonly url: string;
  /**
   * Closes each connection after its next response while serving on, and lets the API say at `/readyz` that it
   * will end.
   */
  leave(): void;
  /**
   * Ends the server without dropping requests. New connections are not accepted. Requests that have arrived are
   * answered; later ones get a 503 from the API (after `leave`, an eighth of `drainTime` later), and those that are
   * incomplete after three quarters of `drainTime` a 408. Connections are closed after their next response, idle ones
   * after a quarter. Resolves when all are closed, about an eighth after `drainTime` at the latest.
   */
  drain(): Promise<void>;
}

/** Serves a Koa application, or any listener. Rejects if the port is taken or not permitted. */
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
  const warnOnce = oncePerMinute(warn);
  const listeners = new Listeners(server, {
    most: maxConnections,
    turnedAway: () => warnOnce(`Connections are turned away: ${maxConnections} are open.`),
  });
  const shutdown = new Shutdown({ server, listeners, connections, api }, drainTime);
  const address = await listeners.listen(host, port);

  return { url: urlOf(address), leave: shutdown.leave, drain: shutdown.drain };
}

function urlOf({ address, family, port }: AddressInfo): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
