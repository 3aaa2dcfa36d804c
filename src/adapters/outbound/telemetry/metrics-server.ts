import { once } from 'node:events';
import { createServer, type ServerOptions } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Registry } from 'prom-client';

/** Limits for a few scrapers, each connected for the time of one answer. */
const limits = {
  headersTimeout: 5_000,
  requestTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 8 * 1024,
} satisfies ServerOptions;
const MAX_CONNECTIONS = 32;

interface Served {
  readonly registry: Registry;
  /** Says why the process does not do its work; `undefined` if it does. Never rejects. */
  readonly trouble: () => Promise<string | undefined>;
  /** A reason for a person to act although the service works; never rejects. */
  readonly concern: () => Promise<string | undefined>;
}

/**
 * Serves `/metrics` on a port of its own, which vendors get no access to; `/healthz`, which answers while the process
 * runs; and `/readyz`, which tells of trouble. Resolves to the URL of the metrics, and a function that ends it all.
 * Rejects if the port is taken. Does not keep the process alive.
 */
export async function serveMetrics(
  { registry, trouble, concern }: Served,
  host: string,
  port: number,
  endLater: (connection: Socket) => void,
): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const scrape = shared(() => registry.metrics());
  const server = createServer(limits).on('request', async (request, response) => {
    const { method = '', url = '' } = request;
    const [path] = ['GET', 'HEAD'].includes(method) ? url.split('?', 1) : [];
    if (path === '/healthz') return response.end('ok\n');
    if (path === '/readyz') {
      const [wrong, doubt] = await Promise.all([trouble(), concern()]);
      return response.writeHead(wrong ? 503 : 200).end(`${wrong ?? (doubt ? `ok, but: ${doubt}` : 'ok')}\n`);
    }
    if (path !== '/metrics') return response.writeHead(404).end();
    try {
      const text = await scrape();
      const headers = { 'content-type': registry.contentType, 'content-length': Buffer.byteLength(text) };
      return response.writeHead(200, headers).end(text);
    } catch {
      return response.writeHead(500).end();
    }
  });
  server.maxConnections = MAX_CONNECTIONS;
  server.maxRequestsPerSocket = 1;
  server.on('dropRequest', (_request, socket) => endLater(socket as Socket)); // no scraper sends a second one
  server.timeout = limits.requestTimeout; // for a client that does not read its answer
  server.on('connection', (socket) => socket.unref()); // an open scrape must not keep the process alive either
  server.listen(port, host).unref();
  await once(server, 'listening'); // rejects on an error
  server.on('error', () => {}); // a failure of the metrics must not end the service
  const { address, family, port: taken } = server.address() as AddressInfo;
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${taken}/metrics`,
    async close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Shares one run of `work` among all callers who ask while it goes on. */
function shared<T>(work: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<T> | undefined;
  return () => {
    underWay ??= work().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}
