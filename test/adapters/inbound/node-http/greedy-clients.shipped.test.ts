import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import Koa from 'koa';
import { afterEach, describe, expect, it } from 'vitest';
import { type LeadServer, serve } from '../../../../src/adapters/inbound/node-http/serve.ts';
import { keys, startLeadServer } from '../../../support/lead-server.ts';
import { connectTo, sender, speakRaw } from '../../../support/socket.ts';
import { someApi } from '../../../support/some-api.ts';

let server: LeadServer;
const open: Socket[] = [];
afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy();
  await server?.drain();
});

async function connected(): Promise<Socket> {
  const socket = connectTo(server.url);
  socket.on('error', () => {});
  open.push(socket);
  await once(socket, 'connect');
  return socket;
}

const hello = new Koa().use((ctx) => {
  ctx.body = 'hello';
});

describe('a slow client', () => {
  const begun = 'POST /v1/lead HTTP/1.1\r\nHost: x\r\n';
  it.each([
    ['sends nothing', ''],
    ['never finishes its headers', begun],
    ['never finishes its body', `${begun}x-api-key: ${keys.key}\r\nContent-Length: 100\r\n\r\n{`],
  ])('that %s is cut off', async (_, text) => {
    server = await startLeadServer({ REQUEST_TIMEOUT_MS: '1000' });
    const socket = await connected();
    socket.write(text);
    socket.resume();
    await expect(Promise.race([once(socket, 'close'), delay(5_000, 'still open')])).resolves.not.toBe(
      'still open',
    );
  });

  it('that was refused, and stops sending before the end of its body, is cut off', async () => {
    server = await startLeadServer({ REQUEST_TIMEOUT_MS: '1000' });
    const socket = await connected();
    const [closed, heard] = [once(socket, 'close'), once(socket, 'data')];
    socket.write(`${begun}Connection: close\r\nContent-Length: 100\r\n\r\n{`);
    expect(String(await heard)).toMatch(/^HTTP\/1.1 403 /);
    await expect(Promise.race([closed, delay(5_000, 'still open')])).resolves.not.toBe('still open');
  });

  it('that sends a byte now and then is cut off too', async () => {
    server = await startLeadServer({ REQUEST_TIMEOUT_MS: '1000' });
    const socket = await connected();
    socket.resume();
    const closed = once(socket, 'close').then(() => true);
    socket.write(begun);
    const drip = setInterval(() => socket.write('x'), 100);
    expect(await Promise.race([closed, delay(5_000, false)])).toBe(true);
    clearInterval(drip);
  });
});

it('a connection without headers is cut off before one with an incomplete body', async () => {
  server = await startLeadServer({ REQUEST_TIMEOUT_MS: '6000' });
  const [silent, slow] = await Promise.all([connected(), connected()]);
  const ends = [silent, slow].map((socket) => {
    socket.resume();
    return once(socket, 'close').then(() => socket);
  });
  slow.write(`POST /v1/lead HTTP/1.1\r\nHost: x\r\nx-api-key: ${keys.key}\r\nContent-Length: 9\r\n\r\n{`);
  expect(await Promise.race(ends)).toBe(silent);
  expect(slow.destroyed).toBe(false);
});

it('a connection without headers is cut off after ten seconds, however long a request may take', async () => {
  server = await startLeadServer({ REQUEST_TIMEOUT_MS: '60000' });
  const silent = await connected();
  silent.resume();
  await expect(Promise.race([once(silent, 'close'), delay(13_000, 'still open')])).resolves.not.toBe(
    'still open',
  );
}, 20_000);

it('a connection carries any number of requests, one after another', async () => {
  server = await serve(hello, { api: someApi(), port: 0 });
  const { send, close } = sender(server.url);
  for (let n = 0; n < 250; n += 1) expect((await send({ method: 'GET', path: '/' })).status).toBe(200);
  close();
});

it('a client that reads no answer loses its connection, so that others get one', async () => {
  const app = new Koa().use((ctx) => {
    ctx.body = 'x'.repeat(20_000_000); // more than the system's buffers hold
  });
  server = await serve(app, {
    api: someApi(),
    port: 0,
    requestTimeout: 1_000,
    responseTimeout: 1_000,
    maxConnections: 1,
  });
  const get = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
  const greedy = await connected();
  greedy.pause();
  greedy.write(get);
  await delay(500);
  expect(await speakRaw(server.url, get)).toBe('');

  let answer = '';
  for (let round = 0; round < 100 && answer === ''; round += 1) {
    await delay(100);
    answer = await speakRaw(server.url, get);
  }
  expect(answer).toMatch(/^HTTP\/1.1 200 /);
}, 15_000);

describe('a greedy client', () => {
  it('with headers over 16 KiB gets 431', async () => {
    server = await startLeadServer();
    const headers = `X-A: ${'x'.repeat(8_000)}\r\nX-B: ${'x'.repeat(8_400)}\r\n`;
    const answer = await speakRaw(server.url, `GET /healthz HTTP/1.1\r\nHost: x\r\n${headers}\r\n`);
    expect(answer).toMatch(/^HTTP\/1.1 431 /);
  });

  it.each([
    ['refused', 'x-api-key: wrong\r\n', 403],
    ['refused on a connection that is to be closed', 'x-api-key: wrong\r\nConnection: close\r\n', 403],
    ['too large', `x-api-key: ${keys.key}\r\n`, 413],
    [
      'too large on a connection that is to be closed',
      `x-api-key: ${keys.key}\r\nConnection: close\r\n`,
      413,
    ],
  ])(
    'with an endless body that is %s gets its answer at once, and is cut off in time',
    async (_, key, status) => {
      server = await startLeadServer({ REQUEST_TIMEOUT_MS: '2000' });
      const socket = await connected();
      const answered = once(socket, 'data');
      const closed = new Promise((resolve) => socket.once('close', resolve)); // by a reset, perhaps
      socket.write(`POST /v1/lead HTTP/1.1\r\nHost: x\r\n${key}Transfer-Encoding: chunked\r\n\r\n`);
      const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
      const flood = setInterval(() => socket.write(chunk), 5);
      const began = performance.now();
      expect(String(await answered)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      expect(performance.now() - began).toBeLessThan(1_500);
      await closed;
      clearInterval(flood);
      expect(performance.now() - began).toBeLessThan(5_000);
    },
  );

  it('with one connection too many is cut off and reported, and the others still get answers', async () => {
    const warnings: string[] = [];
    server = await serve(hello, {
      api: someApi(),
      warn: (message) => warnings.push(message),
      host: '127.0.0.1',
      port: 0,
      requestTimeout: 1_000,
      maxConnections: 3,
    });
    const [first] = await Promise.all([connected(), connected(), connected()]);
    for (const _fourthAndFifth of [4, 5]) {
      const further = await connected();
      further.resume();
      await once(further, 'close');
    }
    expect(warnings).toEqual(['Connections are turned away: 3 are open.']);
    first?.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    const [answer] = await once(first as Socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1.1 200 /);
  });
});
