import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { type LeadServer, serve } from '../../../../src/adapters/inbound/node-http/serve.ts';
import { envelopeOf, get } from '../../../support/raw-http.ts';
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

/** The most by which this grows in one turn of the event loop, until the answer is called. */
function watchTurns(tell: () => number): () => number {
  let most = 0;
  let isOver = false;
  void (async () => {
    for (let before = tell(); !isOver; before = tell()) {
      await turn();
      most = Math.max(most, tell() - before);
    }
  })();
  return () => {
    isOver = true;
    return most;
  };
}

/** What Node reads of a connection at once, if it may go on in the same turn 32 times. */
const READ = 65_536;

it('of requests that do not wait for an answer, one read a turn is parsed, however soon they are answered', async () => {
  let count = 0;
  await start((_request, response) => {
    count += 1;
    response.end('x');
  });
  const most = watchTurns(() => count);
  const trailers = `${chunked}0\r\n${'a:\r\n'.repeat(900)}\r\n`; // of more than 32, Node answers between them
  const requests = 400;
  const heard = speakRaw(server.url, `${trailers.repeat(requests)}GET / HTTP/1.0\r\n\r\n`);
  expect((await heard).match(/HTTP\/1.1 200/g)).toHaveLength(requests + 1);
  expect(most()).toBeLessThan(3 * (READ / trailers.length));
});

describe('requests that do not wait for an answer', () => {
  const slow: RequestListener = async ({ url }, response) => {
    await turn();
    response.end(`answer ${url};`);
  };

  it('are answered in their order', async () => {
    await start(slow);
    const numbers = Array.from({ length: 30 }, (_, n) => `/${n}`);
    const last = 'GET /last HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
    const heard = await speakRaw(server.url, numbers.map(get).join('') + last);
    expect(heard.match(/answer [^;]+/g)).toEqual([...numbers, '/last'].map((url) => `answer ${url}`));
  });

  it('are refused if they are more than 32, after the answers, and end the connection', async () => {
    await start(slow);
    const heard = await speakRaw(server.url, 'GET / HTTP/1.1\r\n\r\n'.repeat(3_000));
    const answers = heard.split(/(?=HTTP\/1\.1 )/);
    expect(answers.filter((each) => each.includes('answer /;'))).toHaveLength(32);
    expect(answers).toHaveLength(33);
    expect(envelopeOf(answers.at(-1) ?? '').statusCode).toBe(503);
    expect(answers.at(-1)).toMatch(/connection: close/i);
  });
});

describe('a body that is refused and goes on', () => {
  const refuses: RequestListener = (_request, response) => void response.writeHead(403).end('refused');
  const MEBIBYTE = 1024 ** 2;

  it.each([
    ['in chunks', chunked, `10000\r\n${'x'.repeat(0x10000)}\r\n`, MEBIBYTE],
    ['in chunks that are to be the last', chunked.replace('Host: x', 'Connection: close'), dust, READ],
    [
      'as long as it said',
      'POST / HTTP/1.1\r\nContent-Length: 9999999999\r\n\r\n',
      'x'.repeat(0x10000),
      MEBIBYTE,
    ],
  ])('%s, has its answer and no more: then the connection is cut', async (_how, head, part, most) => {
    let socket: Socket | undefined;
    await start((request, response) => {
      socket = request.socket;
      refuses(request, response);
    });
    const client = connected();
    const closed = new Promise((resolve) => client.once('close', resolve)); // by a reset
    let heard = '';
    client.on('data', (data) => {
      heard += data;
    });
    client.write(head);
    const piece = part.repeat(Math.ceil(0x10000 / part.length));
    const send = () => {
      while (!client.destroyed && client.write(piece));
    };
    client.on('drain', send);
    send();
    await closed;
    expect(heard).toContain('refused');
    expect(socket?.bytesRead).toBeLessThan(most + 3 * READ);
  });

  it('but ends soon leaves the connection as it was', async () => {
    await start(refuses);
    const body = 'x'.repeat(1_000_000);
    const post = `POST / HTTP/1.1\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const heard = await speakRaw(server.url, `${post.repeat(3)}GET / HTTP/1.0\r\n\r\n`);
    expect(heard.match(/refused/g)?.length).toBe(4);
  });

  it('tells who waits for it when the answer has been sent', async () => {
    const sent = Promise.withResolvers<void>();
    await start((_request, response) => void response.end(sent.resolve));
    const client = connected();
    client.write('POST / HTTP/1.1\r\nContent-Length: 1\r\n\r\n');
    const [answer] = await once(client, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1.1 200 /);
    client.write('x');
    await sent.promise;
  });
});
