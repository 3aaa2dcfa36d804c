import { execFileSync } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Socket,
  type Server as TcpServer,
} from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { makeSecretOf } from '../../../../../src/operators/adapters/outbound/webhooks/hook-secrets.ts';
import { parseNetwork } from '../../../../../src/operators/adapters/outbound/webhooks/network.ts';
import {
  makePostEvent,
  type PostEventOptions,
} from '../../../../../src/operators/adapters/outbound/webhooks/post-event.ts';
import { type Endless, startEndlessReceiver } from '../../../../support/endless-receiver.ts';
import { hostsThatAreNotPublic } from '../../../../support/hosts-that-are-not-public.ts';

const servers: (Server | TcpServer)[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function listen(server: Server | TcpServer): Promise<number> {
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

interface Got {
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A receiver that answers as it is told, and remembers what it got. */
async function receiver(
  answer: RequestListener = (_request, response) => void response.writeHead(204).end(),
) {
  const got: Got[] = [];
  let connections = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    got.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
    answer(request, response);
  });
  server.on('connection', () => {
    connections += 1;
  });
  const port = await listen(server);
  return { got, url: `http://127.0.0.1:${port}/events`, port, connections: () => connections };
}

const policy = { httpsOnly: true, allow: [parseNetwork('127.0.0.0/8')] };
const posting = (options: Partial<PostEventOptions> = {}) =>
  makePostEvent({ policy, version: '1.2.3', ...options });
const secretOf = makeSecretOf('k'.repeat(32));
const message = (url: string, secrets = [secretOf('hook_1', 1)]) => ({
  url,
  vendorId: undefined,
  id: 'evt_1',
  at: new Date(),
  body: async () => '{"type":"hook.test"}',
  secrets,
});

/** Signed by itself. */
function certificateFor(host: string) {
  const folder = mkdtempSync(join(tmpdir(), 'tls-'));
  const file = (name: string) => join(folder, name);
  const subject = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`];
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '1',
      '-keyout',
      file('key'),
      '-out',
      file('cert'),
      ...subject,
    ],
    { stdio: 'ignore' },
  );
  const [key, cert] = [readFileSync(file('key')), readFileSync(file('cert'), 'utf8')];
  rmSync(folder, { recursive: true });
  return { key, cert };
}

describe('a message', () => {
  it('is signed so that the library of Standard Webhooks verifies it, with each secret', async () => {
    const { got, url } = await receiver();
    const secrets = [secretOf('hook_1', 1), secretOf('hook_1', 2)];
    expect(await posting()(message(url, secrets))).toEqual({
      status: 204,
      error: undefined,
      retryAfter: undefined,
      answer: undefined,
    });
    const [{ headers, body } = { headers: {}, body: '' }] = got;
    expect(headers).toMatchObject({
      'webhook-id': 'evt_1',
      accept: '*/*',
      'content-type': 'application/json',
      'user-agent': 'partner-lead-service/1.2.3',
    });
    for (const secret of secrets)
      expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toEqual({
        type: 'hook.test',
      });
    expect(() =>
      new Webhook(secretOf('hook_2', 1)).verify(body, headers as Record<string, string>),
    ).toThrow();
  });

  it('goes over a connection that is kept', async () => {
    const { url, connections, got } = await receiver();
    const post = posting();
    for (let n = 0; n < 5; n += 1) await post(message(url));
    expect([got.length, connections()]).toEqual([5, 1]);
  });

  it('goes again at once if the receiver was closing the connection that was kept', async () => {
    let connections = 0;
    const port = await listen(
      createTcpServer((socket) => {
        connections += 1;
        socket.on('error', () => {});
        socket.once('data', () => {
          socket.write('HTTP/1.1 204 No Content\r\n\r\n');
          socket.once('data', () => socket.resetAndDestroy());
        });
      }),
    );
    const post = posting();
    for (let n = 0; n < 3; n += 1)
      expect((await post(message(`http://127.0.0.1:${port}/`))).status).toBe(204);
    expect(connections).toBe(3);
  });
});

describe('the body', () => {
  const asking = () => {
    const asked: number[] = [];
    const body = async () => {
      asked.push(performance.now());
      return '{}';
    };
    return { asked, body };
  };

  it('is asked for once the connection stands, also by https', async () => {
    const { key, cert } = certificateFor('crm.example');
    let stood = Number.POSITIVE_INFINITY;
    const receiving = createTlsServer(
      { key, cert },
      (_request, response) => void response.writeHead(204).end(),
    );
    receiving.on('secureConnection', () => {
      stood = performance.now();
    });
    const port = await listen(
      createTcpServer((socket) => void setTimeout(() => receiving.emit('connection', socket), 200)),
    );
    const { asked, body } = asking();
    const lookup = async () => [{ address: '127.0.0.1', family: 4 }];
    const at = `https://crm.example:${port}/`;
    const began = performance.now();
    expect(await posting({ lookup, ca: cert })({ ...message(at), body })).toMatchObject({ status: 204 });
    expect(stood - began).toBeGreaterThan(190);
    expect(asked.map((time) => time >= stood - 50)).toEqual([true]); // our side may hear of it a little sooner
  });

  it('is not asked for while there is no connection', async () => {
    const port = await listen(createTcpServer());
    servers.pop()?.close(); // nobody listens there any longer
    const { asked, body } = asking();
    const { error } = await posting()({ ...message(`http://127.0.0.1:${port}/`), body });
    expect([error, asked]).toEqual(['it refused the connection', []]);
  });

  it('that cannot be had is a failed try', async () => {
    const { url, got } = await receiver();
    const body = async () => {
      throw new Error('no store');
    };
    expect(await posting()({ ...message(url), body })).toMatchObject({ status: undefined });
    expect(got).toEqual([]);
  });
});

describe('an answer', () => {
  it.each([
    [302, 'it answered 302: redirects are not followed'],
    [410, 'it answered 410'],
    [500, 'it answered 500'],
  ])('of %i is a failure, in words, and no redirect is followed', async (status, error) => {
    const elsewhere = await receiver();
    const { url } = await receiver((_request, response) => {
      response.writeHead(status, { location: elsewhere.url }).end('no\n\u0007  thanks');
    });
    expect(await posting()(message(url))).toEqual({
      status,
      error,
      retryAfter: undefined,
      answer: 'no thanks',
    });
    expect(elsewhere.connections()).toBe(0);
  });

  it.each([
    ['text/html; charset=iso-8859-1', 'it answered 403 with a page, not by a program: a firewall?'],
    ['application/json', 'it answered 403'],
  ])('of 403 in %s says whose it may be', async (type, error) => {
    const { url } = await receiver((_request, response) => {
      response.writeHead(403, { 'content-type': type }).end('no');
    });
    expect(await posting()(message(url))).toMatchObject({ status: 403, error });
  });

  it('may ask to wait, in seconds or until a time', async () => {
    const answers = ['120', new Date(Date.now() + 60_000).toUTCString(), 'soon', '-5'];
    const { url } = await receiver((_request, response) => {
      response.writeHead(503, { 'retry-after': answers.shift() }).end();
    });
    const post = posting();
    expect((await post(message(url))).retryAfter).toBe(120_000);
    const until = (await post(message(url))).retryAfter ?? 0;
    expect(until).toBeGreaterThan(55_000);
    expect(until).toBeLessThanOrEqual(60_000);
    expect((await post(message(url))).retryAfter).toBeUndefined();
    expect((await post(message(url))).retryAfter).toBeUndefined();
  });

  it('is read to 4 KB, and 200 characters of it are kept', async () => {
    let written = 0;
    const { url } = await receiver((_request, response) => {
      response.writeHead(500);
      const more = () => {
        while (!response.destroyed && written < 50_000_000) {
          written += 10_000;
          if (!response.write('x'.repeat(10_000))) return response.once('drain', more);
        }
        return response.end();
      };
      more();
    });
    const { answer } = await posting()(message(url));
    expect(answer).toBe('x'.repeat(200));
    expect(written).toBeLessThan(20_000_000);
  });

  it.each([200, 500])('of %i counts, also if its body never ends', async (status) => {
    const { url } = await receiver((_request, response) => {
      response.writeHead(status).write('x');
      const drip = setInterval(() => response.write('x'), 50);
      response.on('close', () => clearInterval(drip));
    });
    const started = performance.now();
    for (const limit of [300, 15_000]) {
      const posted = await posting({ limit })(message(url));
      expect(posted).toMatchObject(
        status === 200 ? { status, error: undefined } : { status, answer: expect.stringMatching(/^x+$/) },
      );
    }
    expect(performance.now() - started).toBeLessThan(3_000);
  });

  it('that never begins is given up', async () => {
    const { url } = await receiver(() => {});
    const started = performance.now();
    expect((await posting({ limit: 300 })(message(url))).error).toBe('it did not answer within 0.3 s');
    expect(performance.now() - started).toBeLessThan(2_000);
  });

  it('that changes the protocol is a failure like any other', async () => {
    const port = await listen(
      createTcpServer((socket) => {
        socket.on('error', () => {});
        socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\nhello');
      }),
    );
    expect((await posting({ limit: 2_000 })(message(`http://127.0.0.1:${port}/`))).error).toBe(
      'it answered 101',
    );
  });

  it('that is no HTTP, a broken connection and a closed port are told in words without addresses', async () => {
    const nonsense = await listen(createTcpServer((socket) => void socket.end('hello\r\n\r\n')));
    const broken = await listen(createTcpServer((socket) => void socket.destroy()));
    const post = posting();
    const errorAt = async (port: number) => (await post(message(`http://127.0.0.1:${port}/`))).error;
    expect(await errorAt(nonsense)).toBe('its answer is not HTTP');
    expect(await errorAt(broken)).toBe('it broke the connection off');
    expect(await errorAt(1)).toBe('it refused the connection');
  });
});

const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';

describe('an answer without end', () => {
  const opened: Socket[] = [];
  const remember = (message: unknown) => opened.push((message as { socket: Socket }).socket);
  const byHttps = (endless: Endless) => endless.repeated.startsWith('\x16');

  it.each<[string, Endless, string | undefined]>([
    ['of interim responses', { repeated: 'HTTP/1.1 102 A\r\n\r\n' }, 'it sent more than 8 interim responses'],
    [
      'of a header',
      { opening: 'HTTP/1.1 200 OK\r\na: ', repeated: 'b' },
      'the headers of its answer are too long',
    ],
    [
      'of headers',
      { opening: 'HTTP/1.1 200 OK\r\n', repeated: 'a: b\r\n' },
      'the headers of its answer are too long',
    ],
    ['of extensions of a chunk', { opening: `${chunked}1`, repeated: ';a' }, undefined],
    ['of small chunks', { opening: chunked, repeated: '1\r\na\r\n' }, undefined],
    ['of trailers', { opening: `${chunked}0\r\n`, repeated: 'a: b\r\n' }, undefined],
    ['of TLS', { repeated: '\x16\x03\x03\0\x04\0\0\0\0' }, 'its answer is too long'], // requests to say hello
  ])('%s ends the connection soon, and every other try is as ever', async (_what, endless, error) => {
    const endlessReceiver = await startEndlessReceiver(endless);
    const { url } = await receiver();
    const post = posting();
    opened.length = 0;
    subscribe('net.client.socket', remember);
    onTestFinished(() => void unsubscribe('net.client.socket', remember));
    onTestFinished(async () => void (await endlessReceiver.close()));
    const started = performance.now();
    const at = `${byHttps(endless) ? 'https' : 'http'}://127.0.0.1:${endlessReceiver.port}/`;
    const tries = Array.from({ length: 16 }, () => post(message(at)));
    expect((await post(message(url))).status).toBe(204);
    for (const posted of await Promise.all(tries))
      expect(posted).toMatchObject(error ? { status: undefined, error } : { status: 200, error: undefined });
    expect(performance.now() - started).toBeLessThan(5_000); // of the 15 s that a try has
    expect(opened).toHaveLength(17);
    for (const { bytesRead } of opened) expect(bytesRead).toBeLessThan(200_000);
  });

  it('is none if there are a few interim responses, and as many again over the same connection', async () => {
    const { url, connections } = await receiver((_request, response) => {
      response.writeContinue();
      for (let n = 0; n < 7; n += 1) response.writeEarlyHints({ link: '</a>; rel=preload' });
      response.writeHead(500).end('x'.repeat(4_000));
    });
    const post = posting();
    for (let n = 0; n < 20; n += 1)
      expect(await post(message(url))).toMatchObject({ status: 500, answer: 'x'.repeat(200) });
    expect(connections()).toBe(1);
  });
});

describe('a host that is not public', () => {
  let sockets = 0;
  const count = () => {
    sockets += 1;
  };

  it.each(hostsThatAreNotPublic)('gets no connection: %s', async (host) => {
    const { port } = await receiver();
    subscribe('net.client.socket', count);
    sockets = 0;
    const outside = posting({ policy: { httpsOnly: false, allow: [] } });
    const { error } = await outside(message(`http://${host}:${port}/`));
    const connections = sockets;
    await posting()(message(`http://127.0.0.1:${port}/`));
    unsubscribe('net.client.socket', count);
    expect([error, connections, sockets]).toEqual([expect.stringContaining('not a public one'), 0, 1]);
  });
});

it('a vendor’s webhook is not posted to where only the operator’s own may be', async () => {
  const { url, port, connections } = await receiver();
  const post = posting({ lookup: async () => [{ address: '127.0.0.1', family: 4 }] });
  for (const at of [url, `http://crm.example:${port}/`]) {
    const { error } = await post({ ...message(at), vendorId: 'ven_1' });
    expect(error).toBe('The address is not a public one, as that of a vendor’s webhook has to be.');
    expect(connections()).toBe(0);
  }
  expect((await post(message(url))).status).toBe(204);
});

describe('a name', () => {
  it('that leads elsewhere after the check does not lead the connection there', async () => {
    const { port, connections } = await receiver();
    const answers = ['127.0.0.2', '127.0.0.1'];
    const lookup = async () => [{ address: answers.shift() ?? '127.0.0.1', family: 4 }];
    const post = posting({ policy: { httpsOnly: true, allow: [parseNetwork('127.0.0.2/32')] }, lookup });
    const { error } = await post(message(`http://rebinding.example:${port}/`));
    expect(error).toBe('it refused the connection'); // nobody listens there
    expect(connections()).toBe(0);
    expect((await post(message(`http://rebinding.example:${port}/`))).error).toContain('not a public one');
    expect(connections()).toBe(0);
  });

  it('is connected to at the address that was checked', async () => {
    const { port, got } = await receiver();
    const lookup = async () => [{ address: '127.0.0.1', family: 4 }];
    expect((await posting({ lookup })(message(`http://crm.example:${port}/`))).status).toBe(204);
    expect(got[0]?.headers.host).toBe(`crm.example:${port}`);
  });

  it('that does not resolve in time is a failure', async () => {
    const lookup = () => new Promise<never>(() => {});
    expect((await posting({ lookup, limit: 200 })(message('https://slow.example/'))).error).toBe(
      'it did not answer within 0.2 s',
    );
  });
});

it('a certificate has to be valid for the name', async () => {
  const { key, cert } = certificateFor('crm.example');
  const port = await listen(
    createTlsServer({ key, cert }, (_request, response) => void response.writeHead(204).end()),
  );
  const lookup = async () => [{ address: '127.0.0.1', family: 4 }];
  const at = (host: string) => message(`https://${host}:${port}/`);
  expect((await posting({ lookup })(at('crm.example'))).error).toMatch(/^its certificate is not valid/);
  expect((await posting({ lookup, ca: cert })(at('other.example'))).error).toMatch(
    /^its certificate is not valid/,
  );
  expect((await posting({ lookup, ca: cert })(at('crm.example'))).status).toBe(204);
});
