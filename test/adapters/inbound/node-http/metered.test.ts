import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { Bodies } from '../../../../src/adapters/inbound/node-http/bodies.ts';
import { type LeadServer, serve } from '../../../../src/adapters/inbound/node-http/serve.ts';
import { get, hear } from '../../../support/raw-http.ts';
import { connectTo, speakRaw } from '../../../support/socket.ts';
import { someApi } from '../../../support/some-api.ts';

let server: LeadServer;
const open: Socket[] = [];
afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy();
  await server?.drain();
});

async function start(listener: RequestListener): Promise<void> {
  server = await serve(listener, { api: someApi(), port: 0, drainTime: 400 });
}

function connected(): Socket {
  const socket = connectTo(server.url);
  open.push(socket);
  return socket.on('error', () => {});
}

const chunked = 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n';
const dust = '1\r\nx\r\n';

/** By how much this grows in each turn of the event loop, until the answer is called. */
function watchTurns(tell: () => number): () => readonly number[] {
  const growth: number[] = [];
  let isOver = false;
  void (async () => {
    for (let before = tell(); !isOver; before = tell()) {
      await turn();
      growth.push(tell() - before);
    }
  })();
  return () => {
    isOver = true;
    return growth;
  };
}

const CONNECTIONS = 16;
const PIECE = 2_048;
/** Parts that all connections together may have handed on in a turn: four have 64 each. */
const IN_TURN = 4 * 64;

const LARGE = 100_000;

it.each([
  ['of bodies in tiny parts', CONNECTIONS, ''],
  [
    'of one behind a large one',
    1,
    `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${LARGE}\r\n\r\n${'y'.repeat(LARGE)}`,
  ],
])('%s, few parts are handed on in one turn of the event loop', async (_what, connections, before) => {
  const parts = 5_000;
  let count = 0;
  await start((request, response) => {
    let length = 0;
    request.on('data', (part: Buffer) => {
      length += part.length;
      count += 1;
    });
    request.on('end', () => response.end(`${length} arrived`));
  });
  const counts = watchTurns(() => count);
  const answers = Array.from({ length: connections }, async () => {
    const socket = connected();
    socket.end(`${before}${chunked}${dust.repeat(parts)}0\r\n\r\n`);
    return hear(socket);
  });
  for (const answer of await Promise.all(answers)) expect(answer).toContain(`${parts} arrived`);
  const inTurns = counts();
  console.log(`at most ${Math.max(...inTurns)} of ${connections * parts} parts in one turn`);
  const atOnce = 64 + PIECE / dust.length; // what one may have at once, and overdraw by its last read
  expect(Math.max(...inTurns)).toBeLessThan(2 * connections * (64 + atOnce));
  expect(inTurns.length * IN_TURN + connections * atOnce).toBeGreaterThan(connections * parts);
});

it('a body whose length was announced arrives in few parts', async () => {
  const bytes = 600_000;
  let parts = 0;
  await start((request, response) => {
    request.on('data', () => {
      parts += 1;
    });
    request.on('end', () => response.end('arrived'));
  });
  const body = 'x'.repeat(bytes);
  const heard = await speakRaw(server.url, `POST / HTTP/1.0\r\nContent-Length: ${bytes}\r\n\r\n${body}`);
  expect(heard).toContain('arrived');
  expect(parts).toBeLessThan(bytes / PIECE / 4);
});

it('of bodies that are refused, and come in tiny parts, few are read in one turn', async () => {
  await start((_request, response) => void response.writeHead(403).end('refused'));
  const counts = watchTurns(() => 0);
  const ends = Array.from({ length: CONNECTIONS }, () => {
    const socket = connected();
    socket.end(`${chunked}${dust.repeat(5_000)}0\r\n\r\n`);
    return hear(socket);
  });
  for (const heard of await Promise.all(ends)) expect(heard).toContain('refused');
  const bytes = CONNECTIONS * 5_000 * dust.length;
  expect(counts().length * IN_TURN * 8 + 2 * CONNECTIONS * PIECE).toBeGreaterThan(bytes); // as if in parts of 8 bytes
});

describe('requests that do not wait for an answer', () => {
  let [now, most] = [0, 0];
  const slow: RequestListener = async ({ url }, response) => {
    now += 1;
    most = Math.max(most, now);
    await turn();
    now -= 1;
    response.end(`answer ${url};`);
  };

  it('are answered in their order, four of a connection at once', async () => {
    await start(slow);
    const numbers = Array.from({ length: 30 }, (_, n) => `/${n}`);
    const last = 'GET /last HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
    const heard = await speakRaw(server.url, numbers.map(get).join('') + last);
    expect(heard.match(/answer [^;]+/g)).toEqual([...numbers, '/last'].map((url) => `answer ${url}`));
    expect(most).toBe(4);
  });

  it('end the connection if they are too many, after answers', async () => {
    await start(slow);
    const heard = await speakRaw(server.url, 'GET / HTTP/1.1\r\n\r\n'.repeat(3_000));
    expect(heard.match(/answer \/;/g)?.length).toBe(32);
    expect(heard.match(/connection: close/gi)?.length).toBe(1);
  });
});

describe('a body that is refused and goes on', () => {
  const refuses: RequestListener = (_request, response) => void response.writeHead(403).end('refused');

  it.each([
    ['in chunks', chunked, `10000\r\n${'x'.repeat(0x10000)}\r\n`],
    [
      'in chunks, on a connection that is to be closed',
      chunked.replace('Host: x', 'Connection: close'),
      dust,
    ],
    ['as long as it said', 'POST / HTTP/1.1\r\nContent-Length: 9999999999\r\n\r\n', 'x'.repeat(0x10000)],
  ])('%s, has its answer and no more: after 33 MiB the connection is cut', async (_how, head, part) => {
    await start(refuses);
    const socket = connectTo(server.url, { allowHalfOpen: true }).on('error', () => {});
    open.push(socket);
    const ended = once(socket, 'end');
    const closed = new Promise((resolve) => socket.once('close', resolve)); // by a reset, perhaps
    let heard = '';
    socket.on('data', (data) => {
      heard += data;
    });
    socket.write(head);
    const piece = part.repeat(Math.ceil(0x10000 / part.length));
    let sent = 0;
    const send = () => {
      while (!socket.destroyed && socket.write(piece)) sent += piece.length;
    };
    socket.on('drain', send);
    send();
    await ended;
    await closed;
    expect(heard).toContain('refused');
    expect(sent).toBeLessThan(64 * 1024 ** 2); // the system’s buffers included
  });

  it('but ends soon leaves the connection as it was', async () => {
    await start(refuses);
    const body = 'x'.repeat(1_000_000);
    const post = `POST / HTTP/1.1\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const heard = await speakRaw(server.url, `${post.repeat(3)}GET / HTTP/1.0\r\n\r\n`);
    expect(heard.match(/refused/g)?.length).toBe(4);
  });
});

it('large bodies are handed over one in each turn, senders in turn', async () => {
  const bodies = new Bodies();
  const order: string[] = [];
  await start(async (request, response) => {
    const sender = String(request.headers.from);
    await bodies.receive({ req: request, res: response }, 100_000, sender);
    order.push(sender);
    response.end();
  });
  const send = async (sender: string) => {
    const socket = connected();
    socket.write(`POST / HTTP/1.1\r\nFrom: ${sender}\r\nContent-Length: 50000\r\n\r\n${'x'.repeat(49_999)}`);
    await once(socket, 'connect');
    return socket;
  };
  const sockets = await Promise.all(['a', 'a', 'a', 'a', 'b', 'c'].map(send));
  for (let wait = 0; wait < 1_000; wait += 1) await turn(); // until all but the last byte is there
  const counts = watchTurns(() => order.length);
  for (const socket of sockets) socket.write('x');
  await Promise.all(sockets.map((socket) => once(socket, 'data')));
  expect(Math.max(...counts())).toBe(1);
  expect(order.slice(0, 3).toSorted()).toEqual(['a', 'b', 'c']);
});
