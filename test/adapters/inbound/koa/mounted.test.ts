import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { connect as connectHttp2, createServer as createHttp2Server } from 'node:http2';
import { type AddressInfo, connect } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import Koa from 'koa';
import { afterEach, describe, expect, it } from 'vitest';
import { makeLeadApp } from '../../../../src/adapters/inbound/koa/lead-app.ts';
import { type LeadServer, serve } from '../../../../src/adapters/inbound/node-http/serve.ts';
import { createHttpApi } from '../../../../src/library/http.ts';
import { InMemoryCrm, StaticKeys } from '../../../../src/library/in-memory.ts';
import { createLeadService } from '../../../../src/library/index.ts';
import { validLead } from '../../../support/http-target.ts';

let server: LeadServer;
afterEach(() => server?.drain());

describe('the lead app behind a middleware that reads the body', () => {
  it.each([
    ['completely', JSON.stringify(validLead), async (ctx: Koa.Context) => void (await text(ctx.req))],
    ['completely, and it was empty', '', async (ctx: Koa.Context) => void (await text(ctx.req))],
  ])('%s: answers 500 and logs the reason', async (_how, body, parse) => {
    const faults: unknown[] = [];
    const crm = new InMemoryCrm();
    const api = createHttpApi(createLeadService({ crm, keys: StaticKeys.parse('acme:key') }), {
      journal: { served() {}, warn() {}, fault: (error) => void faults.push(error) },
    });
    const app = new Koa();
    app.use(async (ctx, next) => {
      await parse(ctx);
      return next();
    });
    for (const middleware of makeLeadApp(api).middleware) app.use(middleware);
    server = await serve(app, { api, port: 0 });
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:/);

    const answer = await fetch(`${server.url}/v1/lead`, {
      method: 'POST',
      headers: { 'x-api-key': 'key', 'content-type': 'application/json' },
      body,
    });
    expect(answer.status).toBe(500);
    expect(faults).toMatchObject([{ code: expect.stringContaining('before any body parser') }]);
  });
});

it.each([
  ['a lead', JSON.stringify(validLead), 200],
  ['what is too large', 'x'.repeat(700_000), 413],
])('reads %s that a framework has read and kept as rawBody', async (_what, body, status) => {
  const api = createHttpApi(
    createLeadService({ crm: new InMemoryCrm(), keys: StaticKeys.parse('acme:key') }),
  );
  const leads = makeLeadApp(api).callback();
  const parsed: RequestListener = async (request, response) =>
    leads(Object.assign(request, { rawBody: await buffer(request), body: {} }), response);
  server = await serve(parsed, { api, port: 0 });
  const headers = { 'x-api-key': 'key', 'content-type': 'application/json' };
  const answer = await fetch(`${server.url}/v1/lead`, { method: 'POST', headers, body });
  expect(answer.status).toBe(status);
});

it('a page that fails gets the envelope of a 500, and is reported', async () => {
  const faults: unknown[] = [];
  const api = createHttpApi(createLeadService({ crm: new InMemoryCrm() }), {
    journal: { served() {}, warn() {}, fault: (error) => void faults.push(error) },
  });
  const page = () => Promise.reject(new RangeError('broken'));
  server = await serve(makeLeadApp(api, page), { api, port: 0 });
  const answer = await fetch(`${server.url}/page`);
  expect([answer.status, await answer.json()]).toMatchObject([500, { statusCode: 500 }]);
  expect(String(faults)).toBe('RangeError: broken');
});

it('a plain listener is served as an application is', async () => {
  const api = createHttpApi(createLeadService({ crm: new InMemoryCrm() }));
  server = await serve(makeLeadApp(api).callback(), { api, port: 0 });
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
});

describe('the lead app on a plain HTTP server', () => {
  it('answers over HTTP/2 as well', async () => {
    const api = createHttpApi(
      createLeadService({ crm: new InMemoryCrm(), keys: StaticKeys.parse('acme:key') }),
    );
    const plain = createHttp2Server(makeLeadApp(api).callback()).listen(0, '127.0.0.1');
    await once(plain, 'listening');
    const client = connectHttp2(`http://127.0.0.1:${(plain.address() as AddressInfo).port}`);
    try {
      const sent = {
        ':method': 'POST',
        ':path': '/v1/lead',
        'x-api-key': 'key',
        'content-type': 'application/json',
      };
      const stream = client.request(sent);
      stream.end(JSON.stringify(validLead));
      const [[answer]] = await Promise.all([once(stream, 'response'), text(stream)]);
      expect(answer[':status']).toBe(200);
    } finally {
      client.close();
      plain.close();
    }
  });

  it('checks all of several Content-Type headers, of which Node itself keeps the first', async () => {
    const api = createHttpApi(
      createLeadService({ crm: new InMemoryCrm(), keys: StaticKeys.parse('acme:key') }),
    );
    const plain = createServer(makeLeadApp(api).callback()).listen(0, '127.0.0.1');
    await once(plain, 'listening');
    try {
      const socket = connect((plain.address() as AddressInfo).port, '127.0.0.1');
      const types = 'Content-Type: application/json\r\nContent-Type: text/plain\r\n';
      socket.end(
        `POST /v1/lead HTTP/1.1\r\nHost: x\r\nConnection: close\r\nx-api-key: key\r\n${types}Content-Length: 2\r\n\r\n{}`,
      );
      expect(await text(socket)).toMatch(/^HTTP\/1\.1 415 /);
    } finally {
      plain.close();
    }
  });

  it.each([
    ['while its key is looked up', 200],
    ['after that', 0],
  ])('a client that hangs up in its body, %s, is no error', async (_when, wait) => {
    const told: string[] = [];
    const find = () =>
      delay(wait, { vendor: { id: 'a', name: 'a' }, expires: undefined, revoked: undefined });
    const api = createHttpApi(createLeadService({ crm: new InMemoryCrm(), keys: { find } }), {
      journal: {
        served: ({ status }) => void told.push(`served ${status}`),
        warn: (message) => void told.push(message),
        fault: (error) => void told.push(String(error)),
      },
    });
    const plain = createServer(makeLeadApp(api).callback()).listen(0, '127.0.0.1');
    await once(plain, 'listening');
    const socket = connect((plain.address() as AddressInfo).port, '127.0.0.1');
    socket.write('POST /v1/lead HTTP/1.1\r\nHost: x\r\nx-api-key: k\r\nContent-Length: 100\r\n\r\n{');
    await once(plain, 'request');
    await delay(50);
    socket.resetAndDestroy();
    await delay(wait + 100);
    expect(told).toEqual([]);
    plain.close();
  });
});
