import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';

/**
 * Serves `/metrics` on its own port, which vendors are never given access to.
 * Resolves to its URL. Rejects if the port is taken. Does not keep the process alive.
 */
export async function serveMetrics(registry: Registry, host: string, port: number): Promise<string> {
  const server = createServer({ requestTimeout: 5_000 }, async (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return response.writeHead(404).end();
    try {
      const text = await registry.metrics();
      return response.writeHead(200, { 'content-type': registry.contentType }).end(text);
    } catch {
      return response.writeHead(500).end();
    }
  });
  server.on('connection', (socket) => socket.unref()); // an open scrape must not keep the process alive either
  server.listen(port, host).unref();
  await once(server, 'listening'); // rejects on an error
  server.on('error', () => {}); // a failure of the metrics must not end the service
  const { address, family, port: taken } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${taken}/metrics`;
}
