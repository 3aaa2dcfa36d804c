import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, Server as NetServer } from 'node:net';
import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';
import type Koa from 'koa';
import { errorResponse } from '../http/error-response.ts';
import type { HttpApi } from '../http/http-api.ts';
import { Refusal } from '../http/refusal.ts';
import { boundDiscarded } from './discarded-body.ts';
import { answerUnparsable } from './unparsable.ts';

export interface ServeOptions {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  /** Milliseconds a client has to send its whole request. */
  readonly requestTimeout: number;
  /** Connections open at once; one more is closed unheard. */
  readonly maxConnections?: number;
  /** Answers what never becomes a request: `HttpApi`'s, which logs it and names it. */
  readonly refuse?: HttpApi['refuse'];
}

export interface LeadServer {
  /** Without a path. */
  readonly url: string;
  /**
   * Takes no new connection, ends the open ones after their next answer, and resolves when all are gone:
   * at the latest after `DRAIN_LIMIT` milliseconds.
   */
  drain(): Promise<void>;
}

const DRAIN_LIMIT = 8_000;
/** How long idle connections are kept for a last request: it gets a 503 rather than a reset. */
const IDLE_GRACE = 2_000;

/** Milliseconds without a byte in either direction, beyond what a request may take: longer than any answer is made. */
const STANDSTILL = 10_000;

/** Listens. Rejects where the port is taken or not allowed. */
export async function serve(
  app: Koa,
  { host, port, requestTimeout, maxConnections = 10_000, refuse = refuseUnnamed }: ServeOptions,
): Promise<LeadServer> {
  const server = createServer(
    {
      requestTimeout,
      headersTimeout: Math.min(Math.ceil(requestTimeout / 2), 10_000),
      maxHeaderSize: 16 * 1024,
      connectionsCheckingInterval: 1_000,
      keepAliveTimeout: 65_000,
      requireHostHeader: false, // Node's own refusal would not be the envelope, and nothing here reads it
    },
    app.callback(),
  );
  server.maxConnections = maxConnections;
  server.timeout = requestTimeout + STANDSTILL; // for a client that takes no answer
  const underWay = new Set<ServerResponse>();
  let draining = false;
  server.prependListener('request', (request, response) => {
    underWay.add(response);
    response.on('close', () => {
      underWay.delete(response);
      boundDiscarded(request);
    });
    if (draining) response.setHeader('connection', 'close');
  });
  answerUnparsable(server, refuse);

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    // Node's usual 511 overflow in a burst, and the system resets the connections that it has no room to keep waiting.
    server.listen({ port, host, backlog: maxConnections }, resolve);
  });
  server.on('error', () => {}); // a connection that cannot be accepted, for want of memory say, ends no other

  return {
    url: urlOf(server.address() as AddressInfo),
    async drain() {
      // Closing would reset whoever waits to be accepted: they are let in first, and nobody is sent away to come back.
      await turn();
      await turn();
      draining = true;
      for (const response of underWay) if (!response.headersSent) response.setHeader('connection', 'close');
      const closed = stopListening(server);
      await Promise.race([closed, quiet(underWay), delay(DRAIN_LIMIT, undefined, { ref: false })]);
      server.closeAllConnections();
    },
  };
}

const refuseUnnamed: HttpApi['refuse'] = (reason) => errorResponse(new Refusal(reason));

/** http.Server's own close() would cut idle connections at once, and with them the requests on their way. */
const stopListening = (server: Server): Promise<void> =>
  new Promise((resolve) => NetServer.prototype.close.call(server, () => resolve()));

/** Resolves once the grace for idle connections is over and nothing is under way. */
async function quiet(underWay: ReadonlySet<ServerResponse>): Promise<void> {
  await delay(IDLE_GRACE, undefined, { ref: false });
  while (underWay.size > 0) await delay(20);
}

function urlOf({ address, family, port }: AddressInfo): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
