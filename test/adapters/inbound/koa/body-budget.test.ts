import { once } from 'node:events';
import { expect, it } from 'vitest';
import type { HttpApi } from '../../../../src/adapters/inbound/http/http-api.ts';
import { makeLeadApp } from '../../../../src/adapters/inbound/koa/lead-app.ts';
import { serve } from '../../../../src/adapters/inbound/node-http/serve.ts';
import { validLead } from '../../../support/http-target.ts';
import { keys, startLeadServer } from '../../../support/lead-server.ts';
import { connectTo } from '../../../support/socket.ts';
import { someApi } from '../../../support/some-api.ts';

const BODY = 600_000;
const ROOM = Math.floor((64 * 1024 * 1024) / BODY);
const head = `POST /v1/lead HTTP/1.1\r\nHost: x\r\nx-api-key: ${keys.key}\r\nContent-Length: ${BODY}\r\n\r\n`;

it('of too many incomplete bodies some get a 503 with Retry-After, and others still get in', async () => {
  const server = await startLeadServer();
  const openSocket = () => connectTo(server.url).on('error', () => {});
  const unfinished = Array.from({ length: ROOM + 1 }, openSocket);
  for (const socket of unfinished) socket.write(head + ' '.repeat(BODY - 1));
  const [answer] = await Promise.race(unfinished.map((socket) => once(socket, 'data')));
  expect(String(answer)).toMatch(/^HTTP\/1.1 503 /);
  expect(String(answer)).toMatch(/\r\nretry-after: 2\r\n/i);

  for (let others = 0; others < 3; others += 1) {
    const { status } = await fetch(`${server.url}/v1/lead`, {
      method: 'POST',
      headers: { 'x-api-key': keys.key, 'content-type': 'application/json' },
      body: JSON.stringify(validLead) + ' '.repeat(BODY),
    });
    expect(status).toBe(200);
  }
  for (const socket of unfinished) socket.destroy();
  await server.drain();
});

it('as many complete bodies as there is room for wait for their answers, again and again', async () => {
  let held: (() => void)[] = [];
  const handle: HttpApi['handle'] = async (request) => {
    const untilAnswered = () => new Promise<number>((answer) => held.push(() => answer(200)));
    const status = await request.body(BODY).then(untilAnswered, () => 503);
    return { status, headers: {}, body: '' };
  };
  const api = { ...someApi(), routes: [], handle };
  const server = await serve(makeLeadApp(api), { api, port: 0 });
  const submit = () => fetch(server.url, { method: 'POST', body: ' '.repeat(BODY) });

  for (let round = 0; round < 2; round += 1) {
    const room = Array.from({ length: ROOM }, submit);
    await expect.poll(() => held.length, { timeout: 20_000 }).toBe(ROOM);
    expect((await submit()).status).toBe(503);
    for (const answer of held) answer();
    for (const { status } of await Promise.all(room)) expect(status).toBe(200);
    held = [];
  }
  await server.drain();
}, 60_000);
