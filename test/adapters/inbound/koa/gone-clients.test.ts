import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect as connectHttp2, createServer as createHttp2Server } from 'node:http2';
import type { AddressInfo, Server } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { makeLeadApp } from '../../../../src/adapters/inbound/koa/lead-app.ts';
import { serve } from '../../../../src/adapters/inbound/node-http/serve.ts';
import type { Crm } from '../../../../src/application/ports/outbound/crm.ts';
import { createHttpApi } from '../../../../src/library/http.ts';
import { InMemoryCrm } from '../../../../src/library/in-memory.ts';
import { createLeadService } from '../../../../src/library/index.ts';
import { validLead } from '../../../support/http-target.ts';
import { get, postOn } from '../../../support/raw-http.ts';
import { connectTo } from '../../../support/socket.ts';

type Step = 'key' | 'quota' | 'store';

const STEP = 150;
const closing: (() => unknown)[] = [];
const told: string[] = [];
const onError = (error: unknown) => void told.push(`uncaught ${error}`);
afterEach(async () => {
  process.off('uncaughtExceptionMonitor', onError);
  for (const close of closing.splice(0)) await close();
  told.length = 0;
});

/** The service, slow in one step. What its journal hears that is somebody's fault is in `told`. */
function slowApi(slow: Step) {
  process.on('uncaughtExceptionMonitor', onError);
  const wait = (step: Step) => delay(step === slow ? STEP : 0);
  const crm = new Proxy<Crm>(new InMemoryCrm(), {
    get: (store, name) => {
      const call = Reflect.get(store, name) as (...given: unknown[]) => unknown;
      return async (...given: unknown[]) => {
        await wait('store');
        return call.apply(store, given);
      };
    },
  });
  const find = async () => {
    await wait('key');
    return { vendor: { id: 'a', name: 'a' }, expires: undefined, revoked: undefined };
  };
  return createHttpApi(createLeadService({ crm, keys: { find } }), {
    journal: {
      served: ({ status }) => void (status >= 500 && told.push(`served ${status}`)),
      warn: (message) => void told.push(message),
      fault: (error) => void told.push(String(error)),
    },
    takeQuota: async () => {
      await wait('quota');
      return { limit: 10, window: 60, remaining: 10, resets: 60, exceeded: false };
    },
  });
}

const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const servers = {
  async 'our server'(slow: Step) {
    const api = slowApi(slow);
    const { url, drain } = await serve(makeLeadApp(api), { api, port: 0, drainTime: 400 });
    closing.push(drain);
    return url;
  },
  async 'a plain server'(slow: Step) {
    const plain = createServer(makeLeadApp(slowApi(slow)).callback()).listen(0, '127.0.0.1');
    await once(plain, 'listening');
    closing.push(() => plain.close());
    return urlOf(plain);
  },
};

const lead = JSON.stringify(validLead);
const half = lead.slice(0, 40);
const requests = {
  'a read': get('/v1/lead/x'),
  'a lead': postOn(`Content-Length: ${lead.length}\r\n`, lead),
  'a lead in chunks': postOn(
    'Transfer-Encoding: chunked\r\n',
    `${lead.length.toString(16)}\r\n${lead}\r\n0\r\n\r\n`,
  ),
  'half a lead': postOn(`Content-Length: ${lead.length}\r\n`, half),
  'half a lead in chunks': postOn('Transfer-Encoding: chunked\r\n', `28\r\n${half}\r\n`),
  'a lead for a connection that closes': postOn(
    `Connection: close\r\nContent-Length: ${lead.length}\r\n`,
    lead,
  ),
  'a body that is too large': postOn('Connection: close\r\nContent-Length: 900000\r\n', half),
  'two leads at once': postOn(`Content-Length: ${lead.length}\r\n`, lead).repeat(2),
};

describe.each(Object.entries(servers))(
  'a client that goes away, on %s, is nobody’s fault',
  (_name, start) => {
    it.each<Step>(['key', 'quota', 'store'])('in the step %s, whatever it has sent', async (slow) => {
      const url = await start(slow);
      const ends = Object.values(requests).flatMap((text) =>
        (['resetAndDestroy', 'destroy', 'end'] as const).map(async (end) => {
          const socket = connectTo(url);
          socket.on('error', () => {}).resume();
          await new Promise((resolve) => socket.write(text, resolve));
          await delay(STEP / 3);
          socket[end]();
        }),
      );
      await Promise.all(ends);
      await delay(3 * STEP);
      expect(told).toEqual([]);
      const answer = await fetch(`${url}/v1/lead`, {
        method: 'POST',
        headers: { 'x-api-key': 'k', 'content-type': 'application/json' },
        body: lead,
      });
      expect(answer.status).toBe(200);
    });
  },
);

it.each<Step>(['key', 'quota', 'store'])(
  'over HTTP/2, in the step %s, one that takes back a request keeps its others',
  async (slow) => {
    const plain = createHttp2Server(makeLeadApp(slowApi(slow)).callback()).listen(0, '127.0.0.1');
    await once(plain, 'listening');
    const client = connectHttp2(urlOf(plain));
    closing.push(
      () => client.close(),
      () => plain.close(),
    );
    const begin = () =>
      client.request({
        ':method': 'POST',
        ':path': '/v1/lead',
        'x-api-key': 'k',
        'content-type': 'application/json',
      });
    const kept = begin();
    const answer = once(kept, 'response');
    kept.end(lead);
    for (const send of [lead, half]) {
      const stream = begin();
      stream.on('error', () => {});
      if (send === lead) stream.end(send);
      else stream.write(send);
      await delay(STEP / 6);
      stream.close(8); // CANCEL
    }
    expect((await answer)[0][':status']).toBe(200);
    await delay(2 * STEP);
    expect(told).toEqual([]);
    kept.resume();
  },
);
