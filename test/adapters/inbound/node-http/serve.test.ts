import { networkInterfaces } from 'node:os';
import { afterEach, expect, it } from 'vitest';
import type { LeadServer } from '../../../../src/adapters/inbound/node-http/serve.ts';
import { startLeadServer } from '../../../support/lead-server.ts';
import { envelopeOf, get } from '../../../support/raw-http.ts';
import { sender, speakRaw } from '../../../support/socket.ts';

let server: LeadServer;
afterEach(() => server?.drain());

it('works with a request timeout of an odd number of milliseconds', async () => {
  server = await startLeadServer({ REQUEST_TIMEOUT_MS: '15001' });
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
});

it('keeps idle connections longer than the 60 seconds of a usual load balancer', async () => {
  server = await startLeadServer();
  const { send, close } = sender(server.url);
  const { headers } = await send({ method: 'GET', path: '/healthz' });
  close();
  expect(headers['keep-alive']).toBe('timeout=65');
});

it('keeps them as long as it is told', async () => {
  server = await startLeadServer({ KEEP_ALIVE_TIMEOUT_MS: '1000' });
  const started = performance.now();
  const heard = await speakRaw(server.url, get('/healthz'));
  expect(heard.toLowerCase()).toContain('keep-alive: timeout=1\r\n');
  expect(performance.now() - started).toBeGreaterThan(900);
  expect(performance.now() - started).toBeLessThan(5_000);
});

const hasIpv6 = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ address }) => address === '::1'),
);

it.skipIf(!hasIpv6)('has brackets around an IPv6 address in its URL', async () => {
  server = await startLeadServer({ HOST: '::1' });
  expect(server.url).toMatch(/^http:\/\/\[::1\]:\d+$/);
});

it('carries out nothing behind chunks over HTTP/1.0, of which a proxy may see the end elsewhere', async () => {
  server = await startLeadServer();
  const chunked =
    'GET /healthz HTTP/1.0\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n';
  const heard = await speakRaw(server.url, chunked + get('/readyz'));
  expect(envelopeOf(heard).statusCode).toBe(400);
});
