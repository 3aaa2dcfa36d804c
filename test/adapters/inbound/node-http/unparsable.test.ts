import { once as arrival } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { LeadServer } from '../../../../src/adapters/inbound/node-http/serve.ts';
import type { ServedRequest } from '../../../../src/application/ports/outbound/journal.ts';
import { validLead } from '../../../support/http-target.ts';
import { keys, startLeadServer } from '../../../support/lead-server.ts';
import { startServer } from '../../../support/processes.ts';
import { envelopeOf, get, post, postOn, recordingJournal, statusesOf } from '../../../support/raw-http.ts';
import { connectTo, speakRaw } from '../../../support/socket.ts';

const lead = JSON.stringify(validLead);
let server: LeadServer;
afterEach(() => server?.drain());

describe('what Node would answer by itself gets an envelope too', () => {
  it.each([
    ['a bad request line', 'NONSENSE\r\n\r\n', 400],
    ['a bad header', 'GET / HTTP/1.1\r\nHost: x\r\nbad header\r\n\r\n', 400],
    ['two lengths', post('Content-Length: 5\r\nContent-Length: 6\r\n', 'hello'), 400],
    [
      'a length and chunks at once',
      post('Content-Length: 5\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n'),
      400,
    ],
    ['an oversized header', `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['CONNECT', 'CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    [
      'chunks over HTTP/1.0',
      'GET /healthz HTTP/1.0\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['no Host header', 'GET /x HTTP/1.1\r\nConnection: close\r\n\r\n', 404],
    [
      'a URL with an invalid host',
      'GET http://[/v1/lead HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      403,
    ],
    ['a # before what looks like a host', 'GET //#@[ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 404],
    ['a # behind a path', 'GET /healthz#x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 404],
    ['a URL on another host', 'GET http://x/y HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 404],
  ])('%s', async (_what, text, status) => {
    server = await startLeadServer();
    expect(envelopeOf(await speakRaw(server.url, text)).statusCode).toBe(status);
  });

  it('a connection that is reset after CONNECT does not end the process', async () => {
    await using alone = await startServer({ LOG_LEVEL: 'silent' });
    for (let n = 0; n < 20; n += 1) {
      const socket = connectTo(alone.url);
      await arrival(socket, 'connect');
      socket.write('CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n');
      socket.resetAndDestroy();
    }
    expect((await fetch(`${alone.url}/healthz`)).status).toBe(200);
  });

  it('an unknown expectation is ignored', async () => {
    server = await startLeadServer();
    const answer = await speakRaw(
      server.url,
      post(`Expect: miracles\r\nContent-Length: ${lead.length}\r\n`, lead),
    );
    expect(envelopeOf(answer).statusCode).toBe(200);
  });

  it('a request that does not arrive completely in time', async () => {
    server = await startLeadServer({ REQUEST_TIMEOUT_MS: '1000' });
    const answer = await speakRaw(server.url, post('Content-Length: 100\r\n', '{'));
    expect(envelopeOf(answer).statusCode).toBe(408);
  });
});

describe('a request whose body does not arrive completely', () => {
  const begun = postOn('X-Request-Id: mine-1\r\nContent-Length: 100\r\n', '{');
  const once = (status: number, refusal: string) => [expect.objectContaining({ status, refusal })];

  it.each([
    ['in time', begun, 408, 'request-timeout'],
    [
      'because its chunks are malformed',
      begun.replace('Content-Length: 100', 'Transfer-Encoding: chunked'),
      400,
      'bad-request',
    ],
  ])('%s gets one answer, and one line in the log', async (_why, text, status, refusal) => {
    const served: ServedRequest[] = [];
    server = await startLeadServer({ REQUEST_TIMEOUT_MS: '1000' }, undefined, recordingJournal(served));
    expect(statusesOf(await speakRaw(server.url, text))).toEqual([status]);
    expect(served).toEqual(once(status, refusal));
  });

  it.each([
    ['hung up', (socket: Socket) => void socket.end(), once(400, 'bad-request')],
    ['was cut off', (socket: Socket) => void socket.resetAndDestroy(), []],
  ])('because its client %s is no error, and no lead', async (_how, leave, logged) => {
    const served: ServedRequest[] = [];
    const faults: unknown[] = [];
    const journal = { ...recordingJournal(served), fault: (error: unknown) => void faults.push(error) };
    server = await startLeadServer({}, undefined, journal);
    const socket = connectTo(server.url);
    socket.write(postOn(`Expect: 100-continue\r\nContent-Length: ${lead.length + 1}\r\n`, lead));
    await arrival(socket, 'data');
    leave(socket);
    await delay(200);
    expect([served, faults]).toEqual([logged, []]);
  });

  it('does not prevent the answer to a complete lead before it, even on another path', async () => {
    server = await startLeadServer();
    const whole = postOn(`Content-Length: ${lead.length}\r\n`, lead);
    const docs = 'GET /docs HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n';
    expect(statusesOf(await speakRaw(server.url, whole + docs))).toEqual([200]);
  });

  it('is not answered twice if it was already refused', async () => {
    const served: ServedRequest[] = [];
    server = await startLeadServer({ REQUEST_TIMEOUT_MS: '1000' }, undefined, recordingJournal(served));
    expect(statusesOf(await speakRaw(server.url, begun.replace(keys.key, 'wrong')))).toEqual([403]);
    expect(served).toEqual(once(403, 'forbidden'));
  });
});

it('a connection that is reset between requests is none', async () => {
  const served: ServedRequest[] = [];
  server = await startLeadServer({}, undefined, recordingJournal(served));
  const [unused, used] = [connectTo(server.url), connectTo(server.url)];
  used.write(get('/healthz'));
  await Promise.all([arrival(unused, 'connect'), arrival(used, 'data')]);
  for (const socket of [unused, used]) socket.resetAndDestroy();
  await delay(100);
  expect(served.map(({ operation }) => operation)).toEqual(['health']);
});

describe('what follows a request and is not one', () => {
  const request = `POST /v1/lead HTTP/1.1\r\nHost: x\r\nx-api-key: ${keys.key}\r\nContent-Length: ${lead.length}\r\n`;

  it.each([
    ['a stray byte', '\0', 400],
    ['a bad request line', 'NONSENSE\r\n\r\n', 400],
    ['CONNECT', 'CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['an oversized header', `GET / HTTP/1.1\r\nX-Long: ${'x'.repeat(20_000)}`, 431],
  ])('%s ends the connection after the answers', async (_what, text, status) => {
    server = await startLeadServer();
    const heard = await speakRaw(server.url, `${request}\r\n${lead}${request}\r\n${lead}${text}`);
    const statuses = statusesOf(heard);
    expect([[], [status]]).toContainEqual(statuses.splice(2)); // it may be read when they are answered
    expect(statuses).toEqual([200, 200]);
    const later = await speakRaw(server.url, `${request}\r\n${lead}`, { afterwards: text });
    expect(statusesOf(later)).toEqual([200, status]);
  });

  it('a stray byte after the last request does not prevent its answer', async () => {
    server = await startLeadServer();
    const heard = await speakRaw(server.url, `${request}Connection: close\r\n\r\n${lead}\0`);
    expect(envelopeOf(heard).statusCode).toBe(200);
  });
});
