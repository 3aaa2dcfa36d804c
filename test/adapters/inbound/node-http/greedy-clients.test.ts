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

  it.each([
    ['stops sending', false],
    ['half-closes', true],
  ])('that was refused, and %s before the end of its body, is cut off', async (_, halfClose) => {
    server = await startLeadServer({ REQUEST_TIMEOUT_MS: halfClose ? '20000' : '1000' });
    const socket = await connected();
    const [closed, heard] = [once(socket, 'close'), once(socket, 'data')];
    socket.write(`${begun}Connection: close\r\nContent-Length: 100\r\n\r\n{`);
    expect(String(await heard)).toMatch(/^HTTP\/1.1 403 /);
    if (halfClose) socket.end();
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
    [100, 100, 0],
    [120, 100, 20],
    [1_000, 100, 900],
    [1_001, 0, 0],
  ])(
    'with %i requests at once on one connection gets %i answers and %i times 503, and at most 100 are carried out',
    async (sent, carriedOut, refused) => {
      const { promise: allArrived, resolve } = Promise.withResolvers<void>();
      let arrived = 0;
      const app = new Koa().use(async (ctx) => {
        arrived += 1;
        if (arrived === 100) setTimeout(resolve, 50);
        await allArrived;
        ctx.body = 'hello';
      });
      server = await serve(app, { api: someApi(), port: 0 });
      const get = 'GET / HTTP/1.1\r\nHost: x\r\n';
      const heard = await speakRaw(
        server.url,
        `${`${get}\r\n`.repeat(sent - 1)}${get}Connection: close\r\n\r\n`,
      );
      const statuses = heard.match(/(?<=HTTP\/1.1 )\d+/g) ?? [];
      expect(statuses).toEqual([...Array(carriedOut).fill('200'), ...Array(refused).fill('503')]);
      expect(arrived).toBe(100);
    },
  );

  it('beyond as many unanswered requests as connections are allowed gets 503', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    let arrived = 0;
    const app = new Koa().use(async (ctx) => {
      arrived += 1;
      await released;
      ctx.body = 'hello';
    });
    server = await serve(app, { api: someApi(), port: 0, maxConnections: 3 });
    const get = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
    const heard = speakRaw(
      server.url,
      `${get.repeat(3)}${get.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')}`,
    );
    await expect.poll(() => arrived).toBe(3);
    release();
    expect((await heard).match(/HTTP\/1.1 \d+/g)).toEqual([...Array(3).fill('HTTP/1.1 200'), 'HTTP/1.1 503']);
    expect(arrived).toBe(3);
    expect(await speakRaw(server.url, get.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'))).toMatch(
      /^HTTP\/1.1 200 /,
    );
  });

  it('who sends many requests and reads no response, on several connections, does not keep others out', async () => {
    const app = new Koa().use((ctx) => {
      ctx.body = 'x'.repeat(1_000_000);
    });
    server = await serve(app, { api: someApi(), port: 0, maxConnections: 50 });
    const get = 'GET / HTTP/1.1\r\nHost: x\r\n';
    for (const greedy of await Promise.all([connected(), connected(), connected()])) {
      greedy.pause();
      greedy.write(`${get}\r\n`.repeat(90));
    }
    await delay(500);
    const two = `${get}\r\n${get}Connection: close\r\n\r\n`;
    const heard = await speakRaw(server.url, two);
    expect(heard.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 503']);
  });

  it.each([
    ['refused', 'x-api-key: wrong\r\n', 403],
    ['refused on a connection that is to be closed', 'x-api-key: wrong\r\nConnection: close\r\n', 403],
    ['too large', `x-api-key: ${keys.key}\r\n`, 413],
  ])(
    'with an endless body that is %s gets its answer, and is cut off after 30 to 60 MiB',
    async (_, key, status) => {
      server = await startLeadServer();
      const socket = await connected();
      let heard = '';
      socket.on('data', (chunk) => {
        heard += chunk;
      });
      socket.write(`POST /v1/lead HTTP/1.1\r\nHost: x\r\n${key}Transfer-Encoding: chunked\r\n\r\n`);
      const chunk = `100000\r\n${'x'.repeat(0x100000)}\r\n`;
      let sent = 0;
      for (; sent < 100 && !socket.destroyed; sent += 1) {
        await new Promise((written) => socket.write(chunk, written));
      }
      expect(heard).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      expect(sent).toBeGreaterThan(30);
      expect(sent).toBeLessThan(60);
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
