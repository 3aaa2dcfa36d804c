import { once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Bodies } from '../../../../src/adapters/inbound/node-http/bodies.ts';
import { serve } from '../../../../src/adapters/inbound/node-http/serve.ts';
import { keys, startLeadServer } from '../../../support/lead-server.ts';
import { openServedApi } from '../../../support/served-api.ts';
import { connectTo, speakRaw } from '../../../support/socket.ts';
import { someApi } from '../../../support/some-api.ts';

/** Where bodies are read: what asks there, and what is said of one in too many parts. */
const edges = {
  async 'the vendors’ interface'() {
    const { url, drain } = await startLeadServer();
    const head = `POST /v1/lead HTTP/1.1\r\nx-api-key: ${keys.key}\r\n`;
    return { url, head, close: drain, said: 'must arrive in at most 16384 parts' };
  },
  async 'the desk'() {
    const { origin: url, cookie, ...desk } = await openServedApi();
    const { host } = new URL(url);
    const head = `POST /leads/move HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${url}\r\nCookie: ${await cookie('sales')}\r\n`;
    return { url, head, close: desk[Symbol.asyncDispose], said: 'This is too much at once: send less.' };
  },
  async 'the JSON interface'() {
    const { origin: url, issue, ...desk } = await openServedApi();
    const { host } = new URL(url);
    const head = `POST /api/leads/lead-0/move HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${await issue('sales')}\r\n`;
    return { url, head, close: desk[Symbol.asyncDispose], said: 'must arrive in at most 16384 parts' };
  },
};

it.each(Object.entries(edges))('a body in more than 16,384 parts is refused at %s', async (_where, open) => {
  const { url, head, close, said } = await open();
  const send = (parts: number) =>
    speakRaw(
      url,
      `${head}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\n \r\n'.repeat(parts)}0\r\n\r\n`,
    );
  expect(await send(16_385)).toContain(said);
  expect(await send(16_384)).not.toContain(said);
  await close();
});

it.each([
  ['the vendors’ interface', '['.repeat(1_001), 'at most 1000 fields'],
  ['the JSON interface', '['.repeat(10_001), 'at most 10000'],
] as const)('of a body that has too much in it, the rest need not come at %s', async (where, begun, said) => {
  const { url, head, close } = await edges[where]();
  const socket = connectTo(url);
  socket.write(`${head}Content-Length: 600000\r\n\r\n${begun}`);
  const [heard] = await once(socket, 'data');
  expect(String(heard)).toContain(said);
  socket.destroy();
  await close();
});

it('large bodies are handed over senders in turn', async () => {
  const bodies = new Bodies();
  const order: string[] = [];
  const server = await serve(
    async (request, response) => {
      const sender = String(request.headers.from);
      await bodies.receive({ req: request, res: response }, 100_000, sender);
      order.push(sender);
      response.end();
    },
    { api: someApi(), port: 0 },
  );
  const send = async (sender: string) => {
    const socket = connectTo(server.url);
    socket.write(`POST / HTTP/1.1\r\nFrom: ${sender}\r\nContent-Length: 50000\r\n\r\n${'x'.repeat(49_999)}`);
    await once(socket, 'connect');
    return socket;
  };
  const sockets = await Promise.all(['a', 'a', 'a', 'a', 'b', 'c'].map(send));
  for (let wait = 0; wait < 1_000; wait += 1) await turn(); // until all but the last byte is there
  for (const socket of sockets) socket.write('x');
  await Promise.all(sockets.map((socket) => once(socket, 'data')));
  expect(order.slice(0, 3).toSorted()).toEqual(['a', 'b', 'c']);
  for (const socket of sockets) socket.destroy();
  await server.drain();
});
