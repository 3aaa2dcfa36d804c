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

/** Counts what happens in each turn of the event loop. */
function counted() {
  let isOver = false;
  let now = 0;
  let most = 0;
  const count = async () => {
    for (; !isOver; now = 0) await turn();
  };
  void count();
  return {
    add: () => {
      now += 1;
      most = Math.max(most, now);
    },
    end: () => {
      isOver = true;
      return most;
    },
  };
}

it('of bodies in tiny parts, few parts are handed on in one turn of the event loop', async () => {
  const [connections, parts] = [8, 10_000];
  const inTurn = counted();
  await start((request, response) => {
    let length = 0;
    request.on('data', (part: Buffer) => {
      length += part.length;
      inTurn.add();
    });
    request.on('end', () => response.end(`${length} arrived`));
  });
  const answers = Array.from({ length: connections }, async () => {
    const socket = connected();
    socket.write(`${chunked}${dust.repeat(parts)}0\r\n\r\n`);
    return String((await once(socket, 'data'))[0]);
  });
  for (const answer of await Promise.all(answers)) expect(answer).toContain(`${parts} arrived`);
  const inRead = Math.ceil(2_048 / dust.length);
  const most = inTurn.end();
  console.log(`at most ${most} of ${connections * parts} parts in one turn`);
  expect(most).toBeLessThanOrEqual((connections + 4) * inRead); // the first read of each, and four that have their turn
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
    expect(heard.match(/answer \/;/g)?.length).toBe(37);
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
    const socket = connected();
    const [ended, heard] = [once(socket, 'end'), hear(socket)];
    socket.write(head);
    const piece = part.repeat(Math.ceil(0x10000 / part.length));
    let sent = 0;
    const send = () => {
      while (!socket.destroyed && socket.write(piece)) sent += piece.length;
    };
    socket.on('drain', send);
    send();
    await ended;
    expect(await heard).toContain('refused');
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
  const inTurn = counted();
  await start(async (request, response) => {
    const sender = String(request.headers.from);
    await bodies.receive({ req: request, res: response }, 100_000, sender);
    order.push(sender);
    inTurn.add();
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
  for (const socket of sockets) socket.write('x');
  await Promise.all(sockets.map((socket) => once(socket, 'data')));
  expect(inTurn.end()).toBe(1);
  expect(order.slice(0, 3).toSorted()).toEqual(['a', 'b', 'c']);
});
