import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import Koa from 'koa';
import { afterEach, describe, expect, it } from 'vitest';
import { BODY_LIMIT } from '../../../../src/adapters/inbound/http/http-error.ts';
import { makeLeadApp } from '../../../../src/adapters/inbound/koa/lead-app.ts';
import { type LeadServer, serve } from '../../../../src/adapters/inbound/node-http/serve.ts';
import type { Journal, ServedRequest } from '../../../../src/application/ports/outbound/journal.ts';
import { createHttpApi } from '../../../../src/library/http.ts';
import { InMemoryCrm } from '../../../../src/library/in-memory.ts';
import { createLeadService } from '../../../../src/library/index.ts';
import { validLead } from '../../../support/http-target.ts';
import { keys, startLeadServer } from '../../../support/lead-server.ts';
import { startServer } from '../../../support/processes.ts';
import { connectTo, sender, speakRaw } from '../../../support/socket.ts';
import { someApi } from '../../../support/some-api.ts';

let server: LeadServer;
afterEach(() => server?.drain());

const lead = JSON.stringify(validLead);
/** On a connection that stays open. */
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
const postOn = (extra: string, body: string) =>
  `POST /v1/lead HTTP/1.1\r\nHost: x\r\nx-api-key: ${keys.key}\r\n${extra}\r\n${body}`;
const post = (extra: string, body: string) => postOn(`Connection: close\r\n${extra}`, body);

const recordingJournal = (served: ServedRequest[]): Journal => ({
  served: (request) => void served.push(request),
  fault: () => {},
  warn: () => {},
});

/** From now on, what Node warns of. */
function heedWarnings(): () => Error[] {
  const warnings: Error[] = [];
  const onWarning = (warning: Error) => void warnings.push(warning);
  process.on('warning', onWarning);
  return () => {
    process.off('warning', onWarning);
    return warnings;
  };
}

/** The envelope after the headers of a raw answer. */
function envelopeOf(raw: string): { statusCode: number; body: Record<string, unknown> } {
  const [head = '', body = ''] = raw.split('\r\n\r\n');
  const envelope = JSON.parse(body);
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${envelope.statusCode} `));
  expect(head.toLowerCase()).toContain('content-type: application/json; charset=utf-8');
  return envelope;
}

/** The statuses of several raw answers in a row. */
const statusesOf = (raw: string): number[] =>
  raw.split(/(?=HTTP\/1\.1 \d)/).map((answer) => envelopeOf(answer).statusCode);

it('checks all of several Content-Type headers, as behind a gateway that joins them', async () => {
  server = await startLeadServer();
  const types = 'Content-Type: application/json\r\nContent-Type: text/plain\r\n';
  const answer = await speakRaw(server.url, post(`${types}Content-Length: ${lead.length}\r\n`, lead));
  expect(envelopeOf(answer).statusCode).toBe(415);
});

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

const hasIpv6 = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ address }) => address === '::1'),
);

it.skipIf(!hasIpv6)('has brackets around an IPv6 address in its URL', async () => {
  server = await startLeadServer({ HOST: '::1' });
  expect(server.url).toMatch(/^http:\/\/\[::1\]:\d+$/);
});

it('accepts a non-ASCII key as it was configured, sent as UTF-8', async () => {
  server = await startLeadServer({ API_KEYS: 'acme:clé-ключ' });
  const statusFor = async (key: string) => {
    const bytes = Buffer.from(key).toString('latin1'); // as Node writes headers
    return (await fetch(`${server.url}/v1/lead/x`, { headers: { 'x-api-key': bytes } })).status;
  };
  expect(await statusFor('clé-ключ')).toBe(404);
  expect(await statusFor('cle-ключ')).toBe(403);
});

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
    ['no Host header', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 404],
    [
      'a URL with an invalid host',
      'GET http://[/v1/lead HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      403,
    ],
    ['a # before what looks like a host', 'GET //#@[ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 404],
    ['a # behind a path', 'GET /healthz#x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 404],
    ['a URL without a path', 'GET http://x?y HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 404],
  ])('%s', async (_what, text, status) => {
    server = await startLeadServer();
    expect(envelopeOf(await speakRaw(server.url, text)).statusCode).toBe(status);
  });

  it('a connection that is reset after CONNECT does not end the process', async () => {
    await using alone = await startServer({ LOG_LEVEL: 'silent' });
    for (let n = 0; n < 20; n += 1) {
      const socket = connectTo(alone.url);
      await once(socket, 'connect');
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
  const ended = (status: number, refusal: string) => [
    expect.objectContaining({ requestId: 'mine-1', operation: 'createLead', status, refusal }),
  ];

  it.each([
    ['in time', begun, 408, 'request-timeout'],
    [
      'because its chunks are malformed',
      begun.replace('Content-Length: 100', 'Transfer-Encoding: chunked'),
      400,
      'bad-request',
    ],
  ])(
    '%s is one request, with its own id, in the answer and in the log',
    async (_why, text, status, refusal) => {
      const served: ServedRequest[] = [];
      server = await startLeadServer({ REQUEST_TIMEOUT_MS: '1000' }, undefined, recordingJournal(served));
      const answer = await speakRaw(server.url, text);
      expect(envelopeOf(answer).statusCode).toBe(status);
      expect(answer.toLowerCase()).toContain('x-request-id: mine-1');
      expect(served).toEqual(ended(status, refusal));
    },
  );

  it('because the client hung up is one request in the log', async () => {
    const served: ServedRequest[] = [];
    server = await startLeadServer({}, undefined, recordingJournal(served));
    connectTo(server.url).end(begun);
    await expect.poll(() => served).toEqual(ended(400, 'bad-request'));
    await delay(100);
    expect(served).toHaveLength(1);
  });

  it('does not prevent the answer to a complete lead before it, even on another path', async () => {
    const served: ServedRequest[] = [];
    server = await startLeadServer({}, undefined, recordingJournal(served));
    const whole = postOn(`Content-Length: ${lead.length}\r\n`, lead);
    const docs = 'GET /docs HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n';
    expect(statusesOf(await speakRaw(server.url, whole + docs))).toEqual([200, 400]);
    expect(served.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('waits for its turn, however often Node reports it', async () => {
    const served: ServedRequest[] = [];
    const warnings = heedWarnings();
    server = await startLeadServer({}, undefined, recordingJournal(served));
    const socket = connectTo(server.url);
    const heard = hear(socket);
    const slow = JSON.stringify({ ...validLead, email: 'slow@sandbox.test' }); // answered after six seconds
    socket.write(postOn(`Content-Length: ${slow.length}\r\n`, slow));
    socket.write('POST /nope HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n');
    for (let n = 0; n < 20; n += 1) {
      await delay(20);
      socket.write('zz\r\n');
    }
    const answers = statusesOf(await heard);
    expect(answers).toEqual([200, 404]);
    expect(served.map(({ status }) => status)).toEqual([404, 200]);
    expect(warnings()).toEqual([]);
  }, 15_000);

  it('is not answered twice if it was already refused', async () => {
    const served: ServedRequest[] = [];
    server = await startLeadServer({ REQUEST_TIMEOUT_MS: '1000' }, undefined, recordingJournal(served));
    const answer = await speakRaw(server.url, begun.replace(keys.key, 'wrong'));
    expect(envelopeOf(answer).statusCode).toBe(403);
    expect(served).toEqual(ended(403, 'forbidden'));
  });
});

it('a request that is refused while another middleware holds it is answered once', async () => {
  const served: ServedRequest[] = [];
  const api = createHttpApi(createLeadService({ crm: new InMemoryCrm() }), {
    journal: recordingJournal(served),
  });
  const app = new Koa().use(async (_ctx, next) => {
    await delay(200);
    return next();
  });
  for (const middleware of makeLeadApp(api).middleware) app.use(middleware);
  const errors: unknown[] = [];
  app.on('error', (error) => errors.push(error));
  const slow = await serve(app, { api, port: 0 });
  const heard = await speakRaw(
    slow.url,
    'POST /v1/lead HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
  );
  await delay(300);
  expect([statusesOf(heard), served.length, errors]).toEqual([[400], 1, []]);
  await slow.drain();
});

it('a connection that is reset between requests is none', async () => {
  const served: ServedRequest[] = [];
  server = await startLeadServer({}, undefined, recordingJournal(served));
  const [unused, used] = [connectTo(server.url), connectTo(server.url)];
  used.write(get('/healthz'));
  await Promise.all([once(unused, 'connect'), once(used, 'data')]);
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
  ])('%s is refused after the answers', async (_what, text, status) => {
    server = await startLeadServer();
    const heard = await speakRaw(server.url, `${request}\r\n${lead}${request}\r\n${lead}${text}`);
    expect(statusesOf(heard)).toEqual([200, 200, status]);
    const later = await speakRaw(server.url, `${request}\r\n${lead}`, { afterwards: text });
    expect(statusesOf(later)).toEqual([200, status]);
  });

  it('bytes that come one by one are refused once', async () => {
    const warnings = heedWarnings();
    const served: ServedRequest[] = [];
    const api = createHttpApi(createLeadService({ crm: new InMemoryCrm() }), {
      journal: recordingJournal(served),
    });
    const app = new Koa().use(async (ctx) => {
      await delay(600);
      ctx.body = 'hello';
    });
    const patient = await serve(app, { api, port: 0 });
    const socket = connectTo(patient.url);
    const heard = hear(socket);
    socket.write(get('/'));
    for (let n = 0; n < 20; n += 1) {
      await delay(20);
      socket.write('\0');
    }
    expect((await heard).match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);
    expect(served).toHaveLength(1);
    expect(warnings()).toEqual([]);
    await patient.drain();
  });

  it('a stray byte after the last request does not prevent its answer', async () => {
    server = await startLeadServer();
    const heard = await speakRaw(server.url, `${request}Connection: close\r\n\r\n${lead}\0`);
    expect(envelopeOf(heard).statusCode).toBe(200);
  });
});

describe('bodies', () => {
  it('may come in chunks, without a length, on a connection that stays open', async () => {
    server = await startLeadServer();
    const half = lead.length >> 1;
    const chunks = [lead.slice(0, half), lead.slice(half)].map(
      (part) => `${part.length.toString(16)}\r\n${part}\r\n`,
    );
    const chunked = postOn('Transfer-Encoding: chunked\r\n', `${chunks.join('')}0\r\n\r\n`);
    expect(statusesOf(await speakRaw(server.url, chunked + post('', '{}')))).toEqual([200, 400]);
  });

  it.each([
    ['640 KiB', 0, 200],
    ['one byte more', 1, 413],
  ])('in chunks are limited by their bytes: %s', async (_what, more, status) => {
    server = await startLeadServer();
    const { send, close } = sender(server.url);
    const room = BODY_LIMIT - JSON.stringify({ ...validLead, x: '' }).length + more;
    const body = JSON.stringify({ ...validLead, x: 'é'.repeat(room >> 1) + 'x'.repeat(room % 2) });
    const headers = { 'x-api-key': keys.key, 'transfer-encoding': 'chunked' };
    expect((await send({ method: 'POST', path: '/v1/lead', headers, body })).status).toBe(status);
    close();
  });

  it('of 20 MB, with and without a length, get 413, and the next lead is accepted', async () => {
    server = await startLeadServer();
    const { send, close } = sender(server.url);
    const headers = { 'x-api-key': keys.key, 'content-type': 'application/json' };
    const body = 'x'.repeat(20_000_000);
    for (const extra of [{}, { 'transfer-encoding': 'chunked' }]) {
      const answer = await send({
        method: 'POST',
        path: '/v1/lead',
        headers: { ...headers, ...extra },
        body,
      });
      expect(answer.status).toBe(413);
    }
    expect((await send({ method: 'POST', path: '/v1/lead', headers, body: lead })).status).toBe(200);
    close();
  });

  it('that are not wanted leave no listener on a connection that is used again', async () => {
    const warnings = heedWarnings();
    server = await startLeadServer();
    const { send, close } = sender(server.url);
    for (let n = 0; n < 20; n += 1) {
      const headers = { 'x-api-key': 'wrong' };
      const body = 'x'.repeat(300_000);
      expect((await send({ method: 'POST', path: '/v1/lead', headers, body })).status).toBe(403);
    }
    close();
    expect(warnings()).toEqual([]);
  });

  it('that are not wanted do not end a connection that has carried many before', async () => {
    server = await startLeadServer();
    const many = postOn(`Content-Length: ${BODY_LIMIT}\r\n`, 'x'.repeat(BODY_LIMIT)).repeat(60);
    const unwanted = postOn('Content-Length: 300000\r\n', 'x'.repeat(300_000)).replace(keys.key, 'wrong');
    const last = 'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
    const statuses = statusesOf(await speakRaw(server.url, many + unwanted + last));
    expect(statuses).toEqual([...Array(60).fill(400), 403, 200]);
  });

  it('that are cut short do not stop the server', async () => {
    server = await startLeadServer();
    const socket = connectTo(server.url);
    socket.write(post('Expect: 100-continue\r\nContent-Length: 500\r\n', lead.slice(0, 20)));
    await once(socket, 'data');
    socket.destroy();
    const answer = await speakRaw(server.url, post(`Content-Length: ${lead.length}\r\n`, lead));
    expect(envelopeOf(answer).statusCode).toBe(200);
  });
});

it('a client that closes its half of the connection after its request still gets the answer', async () => {
  const app = new Koa().use(async (ctx) => {
    await delay(100);
    ctx.body = 'hello';
  });
  const patient = await serve(app, { api: someApi(), port: 0 });
  expect(await speakRaw(patient.url, get('/'), { halfClose: true })).toMatch(/hello$/);
  await patient.drain();
});

it.each([
  ['whose rest will not come', 'Content-Length: 90\r\n', [400]],
  [
    'whose rest will not come, for an upgrade',
    'Content-Length: 90\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n',
    [400],
  ],
  ['that was refused', 'Content-Length: 700000\r\n', [413]],
])(
  'a client that closes its half of the connection in a body %s is answered at once',
  async (_what, headers, statuses) => {
    server = await startLeadServer();
    const begun = performance.now();
    const heard = await speakRaw(server.url, postOn(headers, 'x'.repeat(80)), { halfClose: true });
    expect(statusesOf(heard)).toEqual(statuses);
    expect(performance.now() - begun).toBeLessThan(5_000);
  },
);

it('a chunked request over HTTP/1.0 is the last one of its connection', async () => {
  server = await startLeadServer();
  const kept = 'Connection: keep-alive\r\n';
  const chunked = `GET /healthz HTTP/1.0\r\n${kept}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`;
  const heard = await speakRaw(server.url, chunked + get('/readyz'));
  expect(heard.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 200']);
  expect(heard.toLowerCase()).toContain('connection: close');
});

it('a request for an upgrade is the last one of its connection', async () => {
  server = await startLeadServer();
  const upgrade = 'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';
  const heard = await speakRaw(server.url, upgrade + get('/readyz'));
  expect(envelopeOf(heard).body).toEqual({ status: 'ok' });
  expect(heard).toContain('connection: close');
});

describe('draining', () => {
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

  it('answers every request on a connection before it closes it, in their order', async () => {
    const arrived = [0, 1, 2, 3].map(() => Promise.withResolvers<void>());
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
    socket.write(get('/3'));
    await arrived[3]?.promise;
    release();
    const told = (await heard).match(/answer .\d|connection: close/gi);
    expect(told).toEqual(['answer /0', 'answer /1', 'answer /2', 'connection: close', 'answer /3']);
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

  it('does not wait for a client that sent CONNECT behind other requests, and left', async () => {
    const { promise: arrived, resolve } = Promise.withResolvers<void>();
    const app = new Koa().use((ctx) => {
      if (ctx.path === '/last') resolve();
      return new Promise(() => {});
    });
    const abandoned = await serve(app, { api: someApi(), port: 0 });
    const socket = connectTo(abandoned.url);
    socket.write(`${get('/')}${get('/last')}CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n`);
    await arrived;
    socket.resetAndDestroy();
    const idle = connectTo(abandoned.url);
    await once(idle, 'connect');
    const begun = performance.now();
    await abandoned.drain();
    expect(performance.now() - begun).toBeLessThan(6_000);
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

  it('answers a refused HEAD at once, although the body that it announced is still to come', async () => {
    server = await startLeadServer();
    const socket = connectTo(server.url);
    socket.write(`HEAD /v1/lead HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${sending300Kb}`);
    const [heard] = await once(socket, 'data', { signal: AbortSignal.timeout(3_000) });
    expect(String(heard)).toMatch(/^HTTP\/1.1 403 /);
    socket.destroy();
  });

  it('leaves a response that an application is still sending whole, whatever the client does', async () => {
    const app = new Koa().use((ctx) => {
      ctx.body = Readable.from(parts());
    });
    const streaming = await serve(app, { api: someApi(), port: 0 });
    const head = 'POST / HTTP/1.0\r\nContent-Length: 10\r\n\r\n{';
    expect(await speakRaw(streaming.url, head, { halfClose: true })).toMatch(/part 0part 1part 2$/);
    await streaming.drain();
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
});

async function* parts(): AsyncGenerator<string> {
  for (let n = 0; n < 3; n += 1) {
    yield `part ${n}`;
    await delay(50);
  }
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

async function hear(socket: Socket): Promise<string> {
  let heard = '';
  socket.on('data', (chunk) => {
    heard += chunk.toString();
  });
  await once(socket, 'close');
  return heard;
}
