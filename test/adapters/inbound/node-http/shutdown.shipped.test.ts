import { once } from 'node:events';
import { Agent, type RequestListener, request } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import Koa from 'koa';
import { afterEach, expect, it } from 'vitest';
import { type LeadServer, serve } from '../../../../src/adapters/inbound/node-http/serve.ts';
import { validLead } from '../../../support/http-target.ts';
import { startLeadServer } from '../../../support/lead-server.ts';
import { envelopeOf, get, hear, post, postOn } from '../../../support/raw-http.ts';
import { connectTo, speakRaw } from '../../../support/socket.ts';
import { someApi } from '../../../support/some-api.ts';

const lead = JSON.stringify(validLead);
let server: LeadServer;
afterEach(() => server?.drain());

it('answers requests that had begun, refuses later ones with 503, and accepts no new connection', async () => {
  server = await startLeadServer();
  const early = connectTo(server.url);
  const idle = connectTo(server.url);
  await Promise.all([once(early, 'connect'), once(idle, 'connect')]);
  early.write(postOn(`Expect: 100-continue\r\nContent-Length: ${lead.length}\r\n`, lead.slice(0, 10)));
  await once(early, 'data');

  const drained = server.drain();
  await delay(50);
  const heardEarly = hear(early);
  const heardIdle = hear(idle);
  early.write(lead.slice(10));
  idle.write('GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n');

  const [first, second] = await Promise.all([heardEarly, heardIdle]);
  expect(envelopeOf(first).statusCode).toBe(200);
  expect(first.toLowerCase()).toContain('connection: close');
  expect(envelopeOf(second).statusCode).toBe(503);
  expect(second.toLowerCase()).toContain('retry-after:');
  expect(second.toLowerCase()).toContain('connection: close');
  await expect(speakRaw(server.url, 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')).rejects.toThrow(
    'ECONNREFUSED',
  );
  await drained;
});

it('has a proxy keep its connections when it stops listening, and answers what comes on them', async () => {
  server = await startLeadServer();
  const client = new Agent({ keepAlive: true, maxSockets: 1 });
  server.leave();
  expect(await healthOn(client, server.url)).toEqual([200, 'close']);
  const drained = server.drain();
  expect(await healthOn(client, server.url)).toEqual([200, 'keep-alive']);
  await delay(600);
  await expect(fetch(server.url)).rejects.toThrow('fetch failed'); // it listens no more
  expect(await healthOn(client, server.url)).toEqual([200, 'close']);
  await drained;
});

it('answers every request on a connection before it closes it, in their order', async () => {
  const arrived = [0, 1, 2].map(() => Promise.withResolvers<void>());
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const app = new Koa().use(async (ctx) => {
    arrived[Number(ctx.path.slice(1))]?.resolve();
    await released;
    ctx.body = `answer ${ctx.path}`;
  });
  const pipelined = await serve(app, { api: someApi(), port: 0 });
  const socket = connectTo(pipelined.url);
  const heard = hear(socket);
  socket.write(get('/0') + get('/1') + get('/2'));
  await arrived[2]?.promise;

  const drained = pipelined.drain();
  await delay(50);
  release();
  const told = (await heard).match(/answer .\d|connection: close/gi);
  expect(told).toEqual(['answer /0', 'answer /1', 'connection: close', 'answer /2']);
  await drained;
});

it('leaves responses whole that have begun, in their order', async () => {
  const begun = [0, 1].map(() => Promise.withResolvers<void>());
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const begins: RequestListener = async ({ url = '' }, response) => {
    response.write(`begin ${url}`);
    begun[Number(url.slice(1))]?.resolve();
    await released;
    response.end(`end ${url}`);
  };
  const halfway = await serve(begins, { api: someApi(), port: 0 });
  const heard = speakRaw(halfway.url, get('/0') + get('/1'));
  await Promise.all(begun.map(({ promise }) => promise));

  const drained = halfway.drain();
  await delay(50);
  release();
  await drained;
  expect((await heard).match(/(begin|end) .\d/g)).toEqual(['begin /0', 'end /0', 'begin /1', 'end /1']);
});

it('keeps idle connections for two seconds: a late request gets a 503 rather than a reset', async () => {
  server = await startLeadServer();
  const idle = connectTo(server.url);
  await once(idle, 'connect');
  const drained = server.drain();
  await delay(1_500);
  const heard = hear(idle);
  idle.write(get('/readyz'));
  expect(envelopeOf(await heard).statusCode).toBe(503);
  await drained;
});

it('answers even a request that does not end, before it cuts it off', async () => {
  server = await startLeadServer();
  const endless = connectTo(server.url);
  endless.write(postOn('Expect: 100-continue\r\nContent-Length: 100\r\n', '{'));
  await once(endless, 'data');
  const heard = hear(endless);
  await server.drain();
  expect(envelopeOf(await heard).statusCode).toBe(408);
});

it('takes eight seconds at most, even if there is no response', async () => {
  const { promise: arrived, resolve } = Promise.withResolvers<void>();
  const silent = await serve(() => resolve(), { api: someApi(), port: 0 });
  const heard = speakRaw(silent.url, get('/'));
  await arrived;
  const begun = performance.now();
  await silent.drain();
  expect(await heard).toBe('');
  const seconds = (performance.now() - begun) / 1_000;
  expect(seconds).toBeGreaterThan(7.9);
  expect(seconds).toBeLessThan(9.5); // when the process ends all the same
});

const sending300Kb = 'Content-Length: 300000\r\n\r\n';
it.each([
  ['without a key', `POST /v1/lead HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${sending300Kb}`, 403],
  ['with another media type', post('Content-Type: text/plain\r\nContent-Length: 300000\r\n', ''), 415],
  ['of HTTP/1.0', `POST /v1/lead HTTP/1.0\r\n${sending300Kb}`, 403],
])('lets a client read its refusal that first sends all of its body: %s', async (_, head, status) => {
  server = await startLeadServer();
  expect(await heardOnceSent(unreading(server.url), head)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
});

it('lets a client read its 503 that first sends all of its body', async () => {
  server = await startLeadServer();
  const socket = unreading(server.url);
  await once(socket, 'connect');
  const drained = server.drain();
  await delay(100);
  expect(await heardOnceSent(socket, postOn('Content-Length: 300000\r\n', ''))).toMatch(/^HTTP\/1.1 503 /);
  await drained;
});

it('serves 50 clients that had connected and were not yet accepted', async () => {
  server = await startLeadServer();
  const waiting = Array.from({ length: 50 }, () => connectTo(server.url));
  for (const socket of waiting) socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
  await new Promise((queued) => process.nextTick(queued)); // the kernel has accepted them, this process has not
  const drained = server.drain();
  const heard = await Promise.all(waiting.map(hear));
  expect(new Set(heard.map((text) => envelopeOf(text).statusCode))).toEqual(new Set([200]));
  await drained;
});

/** The status and what becomes of the connection. */
async function healthOn(agent: Agent, url: string): Promise<[number | undefined, string | undefined]> {
  const [answer] = await once(request(`${url}/healthz`, { agent }).end(), 'response');
  await once(answer.resume(), 'end');
  return [answer.statusCode, answer.headers.connection];
}

/** A connection of which the system keeps what comes back, until a reset drops it. */
function unreading(url: string): Socket {
  return connectTo(url)
    .pause()
    .on('error', () => {});
}

/** What comes back to a client that reads only once it has sent a body of 300,000 bytes, bit by bit. */
async function heardOnceSent(socket: Socket, head: string): Promise<string> {
  socket.write(head);
  for (let sent = 0; sent < 300_000; sent += 10_000) {
    await delay(2);
    socket.write('x'.repeat(10_000));
  }
  return socket.destroyed ? '' : hear(socket.resume());
}
