import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { LeadServer } from '../../../../src/adapters/inbound/koa/serve.ts';
import type { Journal, ServedRequest } from '../../../../src/application/ports/outbound/journal.ts';
import { validLead } from '../../../support/http-target.ts';
import { keys, startLeadServer } from '../../../support/lead-server.ts';
import { sender, speakRaw } from '../../../support/socket.ts';

let server: LeadServer & { lifecycle: { draining: boolean } };
afterEach(() => server?.drain());

const lead = JSON.stringify(validLead);
/** On a connection that stays open. */
const postOn = (extra: string, body: string) =>
  `POST /v1/lead HTTP/1.1\r\nHost: x\r\nx-api-key: ${keys.key}\r\n${extra}\r\n${body}`;
const post = (extra: string, body: string) => postOn(`Connection: close\r\n${extra}`, body);

const recordingJournal = (served: ServedRequest[]): Journal => ({
  served: (request) => void served.push(request),
  fault: () => {},
  warn: () => {},
});

/** The envelope behind the headers of a raw answer. */
function envelopeOf(raw: string): { statusCode: number; body: Record<string, unknown> } {
  const [head = '', body = ''] = raw.split('\r\n\r\n');
  const envelope = JSON.parse(body);
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${envelope.statusCode} `));
  expect(head.toLowerCase()).toContain('content-type: application/json; charset=utf-8');
  return envelope;
}

/** Of the answers one behind the other. */
const statusesOf = (raw: string): number[] =>
  raw.split(/(?=HTTP\/1\.1 \d)/).map((answer) => envelopeOf(answer).statusCode);

it('judges all of several Content-Type headers, as behind a gateway that joins them', async () => {
  server = await startLeadServer();
  const types = 'Content-Type: application/json\r\nContent-Type: text/plain\r\n';
  const answer = await speakRaw(server.url, post(`${types}Content-Length: ${lead.length}\r\n`, lead));
  expect(envelopeOf(answer).statusCode).toBe(415);
});

it('serves with any time for a request that the settings allow', async () => {
  server = await startLeadServer({ REQUEST_TIMEOUT_MS: '15001' });
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
});

it('takes a key beyond ASCII as it was configured, sent as UTF-8', async () => {
  server = await startLeadServer({ API_KEYS: 'acme:clé-ключ' });
  const statusFor = async (key: string) => {
    const bytes = Buffer.from(key).toString('latin1'); // as Node writes headers
    return (await fetch(`${server.url}/v1/lead/x`, { headers: { 'x-api-key': bytes } })).status;
  };
  expect(await statusFor('clé-ключ')).toBe(404);
  expect(await statusFor('cle-ключ')).toBe(403);
});

describe('what Node would answer by itself gets the envelope too', () => {
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
      'a URL whose host is none',
      'GET http://[/v1/lead HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      403,
    ],
    ['a fragment like a host', 'GET //#|@ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 404],
    ['a URL without a path', 'GET http://x?y HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 404],
  ])('%s', async (_what, text, status) => {
    server = await startLeadServer();
    expect(envelopeOf(await speakRaw(server.url, text)).statusCode).toBe(status);
  });

  it('an expectation nobody knows is passed over', async () => {
    server = await startLeadServer();
    const answer = await speakRaw(
      server.url,
      post(`Expect: miracles\r\nContent-Length: ${lead.length}\r\n`, lead),
    );
    expect(envelopeOf(answer).statusCode).toBe(200);
  });

  it('a request that does not arrive in whole in time', async () => {
    server = await startLeadServer({ REQUEST_TIMEOUT_MS: '1000' });
    const answer = await speakRaw(server.url, post('Content-Length: 100\r\n', '{'));
    expect(envelopeOf(answer).statusCode).toBe(408);
  });
});

describe('a request whose body does not come to its end', () => {
  const begun = postOn('X-Request-Id: mine-1\r\nContent-Length: 100\r\n', '{');
  const ended = (status: number, refusal: string) => [
    expect.objectContaining({ requestId: 'mine-1', operation: 'createLead', status, refusal }),
  ];

  it.each([
    ['in time', begun, 408, 'request-timeout'],
    [
      'because its chunks are none',
      begun.replace('Content-Length: 100', 'Transfer-Encoding: chunked'),
      400,
      'bad-request',
    ],
  ])(
    '%s is one request, by its own name, in the answer and in the log',
    async (_why, text, status, refusal) => {
      const served: ServedRequest[] = [];
      server = await startLeadServer({ REQUEST_TIMEOUT_MS: '1000' }, undefined, recordingJournal(served));
      const answer = await speakRaw(server.url, text);
      expect(envelopeOf(answer).statusCode).toBe(status);
      expect(answer.toLowerCase()).toContain('x-request-id: mine-1');
      expect(served).toEqual(ended(status, refusal));
    },
  );

  it('because the client hung up is one in the log', async () => {
    const served: ServedRequest[] = [];
    server = await startLeadServer({}, undefined, recordingJournal(served));
    const { hostname, port } = new URL(server.url);
    connect(Number(port), hostname).end(begun);
    await expect.poll(() => served).toEqual(ended(400, 'bad-request'));
    await delay(100);
    expect(served).toHaveLength(1);
  });

  it('takes no answer from a whole lead before it, wherever it goes', async () => {
    const served: ServedRequest[] = [];
    server = await startLeadServer({}, undefined, recordingJournal(served));
    const whole = postOn(`Content-Length: ${lead.length}\r\n`, lead);
    const docs = 'GET /docs HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n';
    expect(statusesOf(await speakRaw(server.url, whole + docs))).toEqual([200, 400]);
    expect(served.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('waits for its turn, however often Node tells of it', async () => {
    const served: ServedRequest[] = [];
    const warnings: Error[] = [];
    const onWarning = (warning: Error) => void warnings.push(warning);
    process.on('warning', onWarning);
    server = await startLeadServer({}, undefined, recordingJournal(served));
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    const heard = hear(socket);
    const slow = JSON.stringify({ ...validLead, email: 'slow@sandbox.test' }); // answered after six seconds
    socket.write(postOn(`Content-Length: ${slow.length}\r\n`, slow));
    socket.write('POST /nope HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n');
    for (let n = 0; n < 20; n += 1) {
      await delay(20);
      socket.write('zz\r\n');
    }
    const answers = statusesOf(await heard);
    process.off('warning', onWarning);
    expect(answers).toEqual([200, 404]);
    expect(served.map(({ status }) => status)).toEqual([404, 200]);
    expect(warnings).toEqual([]);
  }, 15_000);

  it('is not answered twice where it was refused before', async () => {
    const served: ServedRequest[] = [];
    server = await startLeadServer({ REQUEST_TIMEOUT_MS: '1000' }, undefined, recordingJournal(served));
    const answer = await speakRaw(server.url, begun.replace(keys.key, 'wrong'));
    expect(envelopeOf(answer).statusCode).toBe(403);
    expect(served).toEqual(ended(403, 'forbidden'));
  });
});

describe('what follows a request and is none', () => {
  const request = `POST /v1/lead HTTP/1.1\r\nHost: x\r\nx-api-key: ${keys.key}\r\nContent-Length: ${lead.length}\r\n`;

  it.each([
    ['a stray byte', '\0', 400],
    ['a bad request line', 'NONSENSE\r\n\r\n', 400],
    ['CONNECT', 'CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['an oversized header', `GET / HTTP/1.1\r\nX-Long: ${'x'.repeat(20_000)}`, 431],
  ])('%s is refused after the answer', async (_what, text, status) => {
    server = await startLeadServer();
    const heard = await speakRaw(server.url, `${request}\r\n${lead}${request}\r\n${lead}${text}`);
    expect(statusesOf(heard)).toEqual([200, 200, status]);
  });

  it('a stray byte behind the last request takes no answer away', async () => {
    server = await startLeadServer();
    const heard = await speakRaw(server.url, `${request}Connection: close\r\n\r\n${lead}\0`);
    expect(envelopeOf(heard).statusCode).toBe(200);
  });
});

describe('bodies', () => {
  it('in chunks, without a length', async () => {
    server = await startLeadServer();
    const half = lead.length >> 1;
    const chunks = [lead.slice(0, half), lead.slice(half)].map(
      (part) => `${part.length.toString(16)}\r\n${part}\r\n`,
    );
    const answer = await speakRaw(
      server.url,
      post('Transfer-Encoding: chunked\r\n', `${chunks.join('')}0\r\n\r\n`),
    );
    expect(envelopeOf(answer).statusCode).toBe(200);
  });

  it('of 20 MB, with and without a length, get their 413, and the connection goes on', async () => {
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

  it('cut short leave the server well', async () => {
    server = await startLeadServer();
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    socket.write(post('Content-Length: 500\r\n', lead.slice(0, 20)));
    await delay(50);
    socket.destroy();
    const answer = await speakRaw(server.url, post(`Content-Length: ${lead.length}\r\n`, lead));
    expect(envelopeOf(answer).statusCode).toBe(200);
  });
});

describe('draining', () => {
  it('answers what had arrived, sends what comes later elsewhere, and takes no new connection', async () => {
    server = await startLeadServer();
    const { hostname, port } = new URL(server.url);
    const early = connect(Number(port), hostname);
    const idle = connect(Number(port), hostname);
    await Promise.all([once(early, 'connect'), once(idle, 'connect')]);
    early.write(postOn(`Content-Length: ${lead.length}\r\n`, lead.slice(0, 10)));
    await delay(50);

    server.lifecycle.draining = true;
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

  it('lets in who had connected, and was not yet accepted', async () => {
    server = await startLeadServer();
    const { hostname, port } = new URL(server.url);
    const waiting = connect(Number(port), hostname);
    waiting.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    await new Promise((queued) => process.nextTick(queued)); // the kernel has it, this process does not
    const drained = server.drain();
    expect(envelopeOf(await hear(waiting)).statusCode).toBe(200);
    await drained;
  });
});

async function hear(socket: ReturnType<typeof connect>): Promise<string> {
  let heard = '';
  socket.on('data', (chunk) => {
    heard += chunk.toString();
  });
  await once(socket, 'close');
  return heard;
}
