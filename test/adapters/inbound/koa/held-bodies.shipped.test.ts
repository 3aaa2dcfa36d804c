import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { BODY_LIMIT } from '../../../../src/adapters/inbound/http/http-error.ts';
import { makeLeadApp } from '../../../../src/adapters/inbound/koa/lead-app.ts';
import { createHttpApi } from '../../../../src/library/http.ts';
import { InMemoryCrm, StaticKeys } from '../../../../src/library/in-memory.ts';
import { createLeadService } from '../../../../src/library/index.ts';
import { validLead } from '../../../support/http-target.ts';
import { API_KEYS, keys, startLeadServer } from '../../../support/lead-server.ts';
import { postOn } from '../../../support/raw-http.ts';
import { connectTo, sender } from '../../../support/socket.ts';

const CONNECTIONS = 210;
const LEADS = 200;
const MEBIBYTE = 1024 ** 2;

const open: Socket[] = [];
let close: () => unknown = () => {};
afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy();
  await close();
});

/** The two ways in which the service comes onto Koa, each with its URL. */
const composed = {
  'the server': async () => {
    const server = await startLeadServer();
    close = server.drain;
    return server.url;
  },
  'the library’s application on a plain server': async () => {
    const service = createLeadService({ crm: new InMemoryCrm(), keys: StaticKeys.parse(API_KEYS) });
    const plain = createServer(makeLeadApp(createHttpApi(service)).callback()).listen(0, '127.0.0.1');
    await once(plain, 'listening');
    close = () => plain.close();
    return `http://127.0.0.1:${(plain.address() as AddressInfo).port}`;
  },
};

/** What a vendor sends on each connection, and never ends. */
const attacks = {
  'a declared length and one byte': postOn(`Content-Length: ${BODY_LIMIT}\r\n`, '{'),
  'a chunk of one byte': postOn('Transfer-Encoding: chunked\r\n', '1\r\n{\r\n'),
  'a declared length and all but its last byte': postOn(
    `Content-Length: ${BODY_LIMIT}\r\n`,
    'x'.repeat(BODY_LIMIT - 1),
  ),
  'a chunk that is almost as long as may be': postOn(
    'Transfer-Encoding: chunked\r\n',
    `${BODY_LIMIT.toString(16)}\r\n${'x'.repeat(BODY_LIMIT - 1)}`,
  ),
};

/** One vendor’s connections, each with that text. Resolves to what they are answered, once the server has taken it all in. */
async function attack(url: string, text: string, connections = CONNECTIONS): Promise<Map<string, number>> {
  const answers = new Map<string, number>();
  const sent = Array.from({ length: connections }, () => {
    const socket = connectTo(url);
    open.push(socket);
    socket.on('error', () => {});
    socket.on('data', (data) => {
      const status = String(data).slice(9, 12);
      answers.set(status, (answers.get(status) ?? 0) + 1);
    });
    return new Promise((resolve) => socket.write(text, resolve));
  });
  await Promise.all(sent);
  return answers;
}

async function statusesOfOthers(url: string): Promise<Map<number, number>> {
  const { send, close: hangUp } = sender(url);
  const statuses = new Map<number, number>();
  for (let n = 0; n < LEADS; n += 1) {
    const { status } = await send({
      method: 'POST',
      path: '/v1/lead',
      headers: { 'x-api-key': keys.otherKey, 'content-type': 'application/json' },
      body: JSON.stringify({ ...validLead, external_lead_id: `B-${n}` }),
    });
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  hangUp();
  return statuses;
}

const shown = (counts: ReadonlyMap<unknown, number>) =>
  [...counts].map(([status, count]) => `${count} × ${status}`).join(', ') || 'none';

describe.each(Object.entries(composed))('beside a vendor that never ends its bodies, on %s', (way, start) => {
  it.each(Object.entries(attacks))('by %s, all leads of others are accepted', async (what, text) => {
    const url = await start();
    const own = await attack(url, text);
    const others = await statusesOfOthers(url);
    console.log(`${CONNECTIONS} connections with ${what}, ${way}: ${shown(own)}; others: ${shown(others)}`);
    expect([...others]).toEqual([[200, LEADS]]);
    const refused = own.get('503') ?? 0;
    if (text.length > BODY_LIMIT) {
      expect((CONNECTIONS - refused) * BODY_LIMIT).toBeLessThan(33 * MEBIBYTE); // a quarter of 128, and what is on its way
      expect(refused).toBeLessThan(CONNECTIONS - 40); // its share is its own
    } else expect(own.size).toBe(0); // what has not arrived takes no room
  });
});

it('all that a process serves has one room', async () => {
  const slowly = { REQUEST_TIMEOUT_MS: '120000' };
  const [one, other] = [await startLeadServer(slowly), await startLeadServer(slowly)];
  close = () => Promise.all([one.drain(), other.drain()]);
  const text = attacks['a declared length and all but its last byte'];
  const answers = [await attack(one.url, text, 60), await attack(other.url, text, 60)];
  const refused = () => answers.reduce((sum, each) => sum + (each.get('503') ?? 0), 0);
  await expect.poll(() => (2 * 60 - refused()) * BODY_LIMIT).toBeLessThan(33 * MEBIBYTE);
});

it('room comes back with each answer, and with each client that goes away', async () => {
  const url = await composed['the server']();
  const { send, close: hangUp } = sender(url);
  const headers = { 'x-api-key': keys.key, 'content-type': 'application/json' };
  const large = JSON.stringify({ ...validLead, x: 'x'.repeat(600_000) });
  const statuses = new Set<number>();
  for (let n = 0; n < 60; n += 1) {
    const { status } = await send({ method: 'POST', path: '/v1/lead', headers, body: large });
    statuses.add(status);
    const socket = connectTo(url);
    socket.on('error', () => {});
    await new Promise((resolve) =>
      socket.write(attacks['a declared length and all but its last byte'], resolve),
    );
    socket.destroy();
  }
  expect(statuses).toEqual(new Set([200]));
  hangUp();
});

it('a body in chunks of one byte is received whole', async () => {
  const url = await composed['the server']();
  const lead = JSON.stringify({ ...validLead, lead_notes: 'é'.repeat(5_000) });
  const chunks = [...Buffer.from(lead)].map((byte) => Buffer.from([0x31, 13, 10, byte, 13, 10]));
  const socket = connectTo(url);
  open.push(socket);
  socket.write(postOn('Transfer-Encoding: chunked\r\n', ''));
  socket.write(Buffer.concat(chunks));
  socket.write('0\r\n\r\n');
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 200 /);
});
