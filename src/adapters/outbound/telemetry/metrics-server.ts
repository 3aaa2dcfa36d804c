import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';

/**
 * Serves `/metrics` on a port of its own, which vendors are never let near.
 * Gives its address. Rejects where the port is taken. Does not keep the process from ending.
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
  server.listen(port, host).unref();
  await once(server, 'listening'); // rejects at an error
  server.on('error', () => {}); // no fault of the metrics' may end the service
  const { address, family, port: taken } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${taken}/metrics`;
}
