import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { findCaddy, startFront } from '../support/caddy.ts';
import { freePort } from '../support/free-port.ts';
import { validLead } from '../support/http-target.ts';
import { API_KEYS, keys, startLeadServer } from '../support/lead-server.ts';
import { startServer } from '../support/processes.ts';
import { envelopeOf } from '../support/raw-http.ts';
import { openServedDesk } from '../support/served-desk.ts';
import { speakRaw } from '../support/socket.ts';

const caddy = await findCaddy();

const post = (url: string, lead: object = {}, patience = 1_000) =>
  fetch(`${url}/v1/lead`, {
    method: 'POST',
    headers: { 'x-api-key': keys.key, 'content-type': 'application/json' },
    body: JSON.stringify({ ...validLead, ...lead }),
    signal: AbortSignal.timeout(patience),
  });

const malformed =
  'POST /v1/lead HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';

describe.skipIf(!caddy)('behind the Caddyfile', () => {
  it.each([
    ['a malformed body without a key', (url: string) => speakRaw(url, `${malformed}ZZ\r\n{}\r\n`)],
    ['a body that ends too early', (url: string) => speakRaw(url, `${malformed}5\r\n{`, { halfClose: true })],
    ['an answer that is lost', (url: string) => post(url, { email: 'lost-answer@sandbox.test' })],
  ])('%s takes nobody else’s answer away', async (_what, send) => {
    const server = await startLeadServer();
    await using front = await startFront(caddy ?? '', [server.url]);
    expect((await post(front.url)).status).toBe(200);
    const statuses: number[] = [];
    for (let time = 0; time < 3; time += 1) {
      await send(front.url);
      statuses.push((await post(front.url)).status);
    }
    expect(statuses).toEqual([200, 200, 200]);
    await server.drain();
  });

  it('another process answers while one is gone, and what one may have received is not sent again', async () => {
    let received = 0;
    const hangsUp = createServer((socket) =>
      socket.once('data', (data) => {
        if (!data.includes('/v1/'))
          return void socket.end('HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
        received += 1;
        socket.destroy();
      }),
    ).listen(0, '127.0.0.1');
    await once(hangsUp, 'listening');
    const { port } = hangsUp.address() as AddressInfo;
    await using alone = await startFront(caddy ?? '', [`http://127.0.0.1:${port}`]);
    for (const answer of [await post(alone.url), await fetch(`${alone.url}/v1/lead/x`)])
      expect(answer.status).toBe(503);
    expect(received).toBe(2);
    hangsUp.close();

    const server = await startLeadServer();
    await using front = await startFront(caddy ?? '', ['http://127.0.0.1:1', server.url]);
    const statuses = new Set<number>();
    for (let time = 0; time < 20; time += 1) statuses.add((await post(front.url)).status);
    expect(statuses).toEqual(new Set([200]));
    await server.drain();
  });

  it('a process that hangs holds only what was sent to it in five seconds, and not for longer than 20', async () => {
    await using hanging = await startServer({ API_KEYS, LOG_LEVEL: 'silent' });
    await using other = await startServer({ API_KEYS, LOG_LEVEL: 'silent' });
    await using front = await startFront(caddy ?? '', [hanging.url, other.url]);
    const answers: Promise<{ began: number; status: number; took: number }>[] = [];
    const send = () => {
      const began = performance.now() - stopped;
      const answered = post(front.url, {}, 25_000).then(({ status }) => ({
        began,
        status,
        took: performance.now() - stopped - began,
      }));
      answers.push(answered);
    };
    hanging.process.kill('SIGSTOP');
    const stopped = performance.now();
    for (; performance.now() - stopped < 12_000; await delay(100)) send();
    const all = await Promise.all(answers);
    hanging.process.kill('SIGCONT');

    const held = all.filter(({ took }) => took > 1_000);
    const latest = Math.max(...held.map(({ began }) => began)) / 1_000;
    const longest = Math.max(...held.map(({ took }) => took)) / 1_000;
    console.log(
      `Of ${all.length} leads, ${held.length} were held, the last one sent after ${latest.toFixed(1)} s, for at most ${longest.toFixed(1)} s.`,
    );
    expect(held.length).toBeGreaterThan(0); // it was asked
    expect(new Set(held.map(({ status }) => status))).toEqual(new Set([503]));
    expect(latest).toBeLessThan(6.5);
    expect(longest).toBeLessThan(22);
    expect(all.filter((one) => !held.includes(one) && one.status !== 200)).toEqual([]);
  }, 60_000);

  it('a Host that is not ours is refused in the envelope, and a lead below /in/ passes', async () => {
    const server = await startLeadServer();
    await using front = await startFront(caddy ?? '', [server.url], undefined, 'http://leads.example.test');
    const post = (host: string, path: string) =>
      speakRaw(
        front.url,
        `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
      );
    for (const host of ['www.leads.example.test', '127.0.0.1'])
      expect(envelopeOf(await post(host, '/v1/lead')).statusCode).toBe(421);
    expect(envelopeOf(await post('leads.example.test', '/v1/lead')).statusCode).toBe(403);
    expect(await post('LEADS.example.test', '/in/source?key=canary')).toMatch(/via: 1.1 Caddy/i);
    await server.drain();
    await post('leads.example.test', '/in/source?key=canary');
    expect(front.log()).not.toContain('canary');
  });

  it('with http:// for a balancer in front, every Host is served', async () => {
    const server = await startLeadServer();
    await using front = await startFront(caddy ?? '', [server.url], undefined, 'http://');
    expect((await post(front.url)).status).toBe(200);
    await server.drain();
  });

  it('the desk has TLS, knows who asks, and what they look for is in no log', async () => {
    const url = `https://localhost:${await freePort()}`;
    await using desk = await openServedDesk({ DESK_URL: url });
    await using front = await startFront(caddy ?? '', [desk.origin], { url, upstream: desk.origin });
    const ask = async (path: string, headers = {}, method = 'GET') => {
      const address = { host: '127.0.0.1', port: new URL(url).port, path, method };
      const sent = request({ ...address, servername: 'localhost', rejectUnauthorized: false, headers });
      sent.setHeader('host', new URL(url).host).end();
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      answer.resume();
      return { status: answer.statusCode, cookies: answer.headers['set-cookie'] ?? [] };
    };
    const { status, cookies } = await ask(new URL(await desk.link()).pathname, { origin: url }, 'POST');
    expect([status, cookies]).toEqual([303, [expect.stringMatching(/^__Host-desk=.*; secure; httponly$/)]]);
    const cookie = (cookies[0] ?? '').split(';')[0] ?? '';
    expect((await ask('/?q=canary', { cookie })).status).toBe(200);
    const tries = [];
    for (let n = 0; n < 21; n += 1)
      tries.push((await ask(`/link/${n}`, { 'x-forwarded-for': `192.0.2.${n}` })).status);
    expect(tries.at(-1)).toBe(429); // whatever address it claims to have

    await desk[Symbol.asyncDispose]();
    const headers = { cookie, referer: `${url}/?q=canary` };
    for (const path of ['/?q=canary', '/link/canary', '/Link/canary'])
      expect((await ask(path, headers)).status).toBe(502);
    expect(front.log()).toContain('"uri":"/?…"');
    expect(front.log()).not.toContain('canary');
  });
});
