import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { validLead } from '../../../support/http-target.ts';
import { keys, startLeadServer } from '../../../support/lead-server.ts';

const BODY = 600_000;
const padded = JSON.stringify(validLead) + ' '.repeat(BODY);

it('the bodies of requests in flight are limited: 503 with Retry-After, and room again once they are gone', async () => {
  const server = await startLeadServer();
  const { hostname, port } = new URL(server.url);
  const submit = () =>
    fetch(`${server.url}/v1/lead`, {
      method: 'POST',
      headers: { 'x-api-key': keys.key, 'content-type': 'application/json' },
      body: padded,
    });

  const head = `POST /v1/lead HTTP/1.1\r\nHost: x\r\nx-api-key: ${keys.key}\r\nContent-Length: ${BODY}\r\n\r\n`;
  const unfinished = Array.from({ length: 112 }, () => connect(Number(port), hostname)); // 67 MB of 64 MiB
  for (const socket of unfinished) {
    socket.on('error', () => {});
    socket.write(head + ' '.repeat(BODY - 1));
  }
  await Promise.race(unfinished.map((socket) => once(socket, 'data'))); // the first that found no room

  const refused = await submit();
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toBe('2');

  for (const socket of unfinished) socket.destroy();
  await delay(200);
  expect((await submit()).status).toBe(200);
  await server.drain();
});
