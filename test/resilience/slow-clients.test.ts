import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { connectTo } from '../support/socket.ts';
import { record } from './parts/figures.ts';
import { ServerProcess } from './parts/server-process.ts';
import { keyOf, numberedLead, Vendor } from './parts/vendor.ts';

const headers = 'POST /v1/lead HTTP/1.1\r\nHost: x\r\nx-api-key: key-of-acme\r\n';
const body = 'Content-Length: 60000\r\nContent-Type: application/json\r\n\r\n{"lead_notes":"';
const ways = ['', headers, headers + body];

let server: ServerProcess;
const slow: Socket[] = [];
afterEach(async () => {
  for (const socket of slow) socket.destroy();
  await server?.end('SIGKILL');
});

it('ordinary requests are served despite 1,000 slow sockets', async (context) => {
  server = await ServerProcess.start({});
  for (let n = 0; n < 1_000; n += 1) {
    const socket = connectTo(server.url);
    socket.on('error', () => {});
    slow.push(socket);
    if (n % 100 === 99) await once(socket, 'connect');
    socket.write(ways[n % ways.length] ?? '');
  }
  const drip = setInterval(() => {
    for (const socket of slow) if (!socket.destroyed) socket.write('x');
  }, 500);

  const took: number[] = [];
  const clients = Array.from({ length: 5 }, async (_, client) => {
    const vendor = new Vendor(() => server.url);
    for (let n = 0; n < 200; n += 1) {
      const began = performance.now();
      const number = client * 1_000 + n;
      expect((await vendor.submit(numberedLead(number), keyOf(number))).status).toBe(200);
      took.push(performance.now() - began);
      await sleep(10);
    }
    vendor.close();
  });
  await Promise.all(clients);
  const stillOpen = slow.filter((socket) => !socket.destroyed).length;
  clearInterval(drip);

  took.sort((a, b) => a - b);
  const p99 = took[Math.floor(took.length * 0.99)] ?? Number.POSITIVE_INFINITY;
  record(
    context,
    '1,000 slow sockets: p99 of ordinary requests',
    `${p99.toFixed(0)} ms`,
    '≤ 250 ms on a quiet machine',
  );
  expect(stillOpen).toBeGreaterThan(300); // they were there all the time
  expect(p99).toBeLessThan(2_000); // the bar is for a quiet machine; this shows that nobody waits for slow clients
});
