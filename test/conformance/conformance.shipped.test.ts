import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ApiKey } from '../../src/domain/api-key.ts';
import { dealTypes } from '../../src/domain/deal-type.ts';
import { lambdaTarget, noLambda } from '../support/lambda-target.ts';
import { API_KEYS, keys, startLeadServer } from '../support/lead-server.ts';
import { freshDatabase, noMongodb } from '../support/mongodb.ts';
import { type Finished, run } from '../support/processes.ts';
import { freshFile } from '../support/sqlite-file.ts';

const program = fileURLToPath(new URL('../../conformance/main.ts', import.meta.url));
const conformance = (...args: string[]) => run(process.execPath, [program, ...args]).finished;
const judge = (url: string) => conformance('--url', url, '--key', keys.key, '--other-key', keys.otherKey);

/** The rows with this mark. */
const rows = (out: string, tick: '✓' | '✗' | '·') =>
  [...out.matchAll(new RegExp(`^ {2}${tick} (.+)$`, 'gm'))].map(([, row = '']) => row);

/** A server that answers as a test wants. */
async function serving(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  let requests = 0;
  const server = createServer(answer).listen(0, '0.0.0.0');
  server.on('request', () => {
    requests += 1;
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    requests: () => requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const always = (statusCode: number, body: object) =>
  serving((request, response) => {
    request.resume().on('end', () => {
      response
        .writeHead(statusCode, { 'content-type': 'application/json' })
        .end(JSON.stringify({ statusCode, body }));
    });
  });

describe('the conformance command', () => {
  const expectAllKept = ({ code, out }: Finished) => {
    expect(rows(out, '✗')).toEqual([]);
    expect(code).toBe(0);
    expect(rows(out, '✓').length).toBeGreaterThan(60);
    expect(rows(out, '✓')).toEqual(expect.arrayContaining(dealTypes.map((type) => `"${type}" is accepted`)));
    expect(out).toContain(`6 could not be checked. ${28 + dealTypes.length} test leads were accepted.`);
    expect(out).not.toContain('\u001b');
  };

  it.each(['SIGTERM', 'SIGHUP', 'SIGQUIT'] as const)(
    'ends on %s, also as the first process of a container and under npm',
    async (signal) => {
      await using silent = await serving(() => {});
      const args = ['--url', `http://127.0.0.1:${silent.port}/v1`, '--key', 'k'];
      const direct = run(process.execPath, [program, ...args]);
      const npm = run('npm', ['run', '-s', 'conformance', '--', ...args]);
      await expect.poll(() => silent.requests()).toBe(2);
      direct.process.kill(signal);
      npm.process.kill(signal);
      expect((await direct.finished).code).toBe(130); // it listens: the system would end no such first process
      await npm.finished; // its program has ended, too: it holds the same pipe
    },
  );

  it.each(['memory', 'a file'])('finds no row broken by Koa with leads in %s', async (where) => {
    const { path, close } = freshFile();
    const server = await startLeadServer({ API_KEYS, DATA_FILE: where === 'memory' ? where : path });
    expectAllKept(await judge(`${server.url}/v1`));
    await server.drain();
    await close();
  });

  it.skipIf(noMongodb)('finds no row broken by Koa with leads in MongoDB', async () => {
    const server = await startLeadServer({ API_KEYS, MONGODB_URI: freshDatabase() });
    expectAllKept(await judge(`${server.url}/v1`));
    await server.drain();
  });

  async function judgeLambda(env: Record<string, string>): Promise<Finished> {
    const lambda = await lambdaTarget('HTTP API (2.0)', { env });
    await using front = await serving(async (request, response) => {
      const { method = '', url: path = '' } = request;
      const headers = request.headers as Record<string, string>;
      const body = await text(request);
      const answer = await lambda.send({ method, path, headers, ...(body && { body }) });
      response.writeHead(answer.status, answer.headers).end(answer.text);
    });
    const finished = await judge(`http://127.0.0.1:${front.port}/v1`);
    await lambda.close();
    return finished;
  }

  it.skipIf(noLambda)('finds no row broken by the built Lambda function with leads in memory', async () =>
    expectAllKept(await judgeLambda({})),
  );

  it.skipIf(noLambda || noMongodb)(
    'finds no row broken by the built Lambda function with leads in MongoDB',
    async () => expectAllKept(await judgeLambda({ MONGODB_URI: freshDatabase() })),
  );

  it('finds every row but the envelope broken by a service that always says yes or always no', async () => {
    await using yes = await always(200, { leadId: 'x', status: 'Open', error: 'e', message: 'm' });
    await using no = await always(400, { error: 'e', message: 'm' });
    const [toYes, toNo] = await Promise.all([
      judge(`http://0.0.0.0:${yes.port}/other`), // not a loopback name, no HTTPS, and no /v1
      judge(`http://127.0.0.1:${no.port}/v1`),
    ]);
    expect([toYes.code, toNo.code]).toEqual([1, 1]);
    const broken = new Set([...rows(toYes.out, '✗'), ...rows(toNo.out, '✗')]);
    const neverBroken = rows(toYes.out, '✓').filter((row) => !broken.has(row));
    expect(neverBroken).toEqual(['a response is JSON: an envelope with statusCode and body']);
  });

  it('says that a firewall answers, to all requests or to some notes', async () => {
    const page = (response: ServerResponse) =>
      response.writeHead(403, { 'content-type': 'text/html' }).end('<h1>Forbidden</h1>');
    await using closed = await serving((request, response) => {
      request.resume().on('end', () => page(response));
    });
    const toAll = await judge(`http://127.0.0.1:${closed.port}/v1`);
    expect([toAll.code, toAll.err]).toEqual([
      1,
      expect.stringContaining('Every request is refused: a firewall'),
    ]);
    await using picky = await serving(async (request, response) => {
      if ((await text(request)).includes('Call me')) return page(response);
      const yes = { statusCode: 200, body: { leadId: 'x' } };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(yes));
    });
    const { out } = await judge(`http://127.0.0.1:${picky.port}/v1`);
    expect(out).toMatch(
      /✗ lead_notes may have what a firewall takes for a command\n +a firewall answers: 403/,
    );
    expect(rows(out, '✓')).toContain('lead_notes may have an address and lists');
  });

  it('tries a key that is malformed, and one that only a look-up can refuse', async () => {
    const keysTried = new Set<unknown>();
    await using server = await serving((request, response) => {
      keysTried.add(request.headers['x-api-key']);
      const yes = { statusCode: 200, body: { leadId: 'x', status: 'Won' } };
      request.resume().on('end', () => response.end(JSON.stringify(yes)));
    });
    await judge(`http://127.0.0.1:${server.port}/v1`);
    const wrong = [...keysTried].filter((key) => ApiKey.kindOf(String(key))).map(String);
    expect(wrong.map(ApiKey.isWellFormed)).toEqual([false, true]);
  });

  it.each([
    ['not JSON', '<h1>Bad gateway</h1>', 'text/html'],
    ['another statusCode', '{"statusCode":200,"body":{}}', 'application/json'],
    ['no body', '{"statusCode":502}', 'application/json'],
  ])('finds a broken envelope: %s', async (_what, body, type) => {
    await using server = await serving((request, response) => {
      request.resume().on('end', () => response.writeHead(502, { 'content-type': type }).end(body));
    });
    const { code, out } = await judge(`http://127.0.0.1:${server.port}/v1`);
    expect(rows(out, '✗')).toContain('a response is JSON: an envelope with statusCode and body');
    expect(code).toBe(1);
  });

  it('finds wording other than the specified one, and a wrong status of a new lead', async () => {
    const real = await startLeadServer({ API_KEYS });
    await using bent = await serving(async (request, response) => {
      const headers = new Headers(request.headers as Record<string, string>);
      for (const name of ['host', 'connection', 'content-length', 'transfer-encoding']) headers.delete(name);
      const { method = '', url = '' } = request;
      const body = method === 'POST' ? await text(request) : undefined;
      const answer = await fetch(real.url + url, { method, headers, ...(body !== undefined && { body }) });
      const said = (await answer.text())
        .replace('must be provided"', 'please!"')
        .replace('Phone must', 'It must')
        .replace('No lead was found', 'Nothing was found')
        .replace('In Progress', 'Open');
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(said);
    });
    const { out } = await judge(`http://127.0.0.1:${bent.port}/v1`);
    await real.drain();
    expect(rows(out, '✗')).toEqual([
      'a phone of 9 digits is refused',
      'a phone of 11 digits that begins with 2 is refused',
      'a phone of 12 digits is refused',
      'a phone without digits is refused',
      'the status is one of In Progress, Quoted, Evaluation Scheduled, Won, Lost',
      '400 if both email and phone are missing, with the specified texts',
      '400 for an invalid phone, with the specified texts',
      '404 for an unknown leadId, with the specified text',
      'a new lead is In Progress',
      'with the same Idempotency-Key it is the same lead, and the response says so', // the header was lost
      "another vendor's lead: 404, as for an unknown one",
    ]);
  });

  it('reports once what would make every row fail', async () => {
    const server = await startLeadServer({ API_KEYS });
    const wrongKey = await conformance('--url', `${server.url}/v1`, '--key', 'nobody');
    const wrongOther = await conformance('--url', `${server.url}/v1`, '--key', keys.key, '--other-key', 'x');
    const wrongUrls = await Promise.all(
      ['', '/wrong/v1'].map((path) => conformance('--url', server.url + path, '--key', keys.key)),
    );
    await server.drain();
    await using moved = await serving((_request, response) => {
      response.writeHead(308, { location: 'https://leads.example.com/v1/lead/conformance' }).end();
    });
    const redirected = await judge(`http://127.0.0.1:${moved.port}/v1`);
    const gone = await conformance('--url', `${server.url}/v1`, '--key', keys.key);
    const stopped = (why: string) => ({ code: 1, out: '', err: expect.stringContaining(why) });
    expect(wrongKey).toMatchObject(stopped('The key was refused'));
    expect(wrongOther).toMatchObject(stopped('The --other-key was refused'));
    for (const wrongUrl of wrongUrls) expect(wrongUrl).toMatchObject(stopped('should end in /v1'));
    expect(redirected).toMatchObject(stopped('redirects to https://leads.example.com/v1'));
    expect(gone).toMatchObject(stopped('ECONNREFUSED'));
  });

  it('makes no contact that could be taken for another customer, in this run or the next', async () => {
    const phones = new Set<string>();
    await using server = await serving((request, response) => {
      request.setEncoding('utf8').on('data', (text: string) => {
        const [, phone] = /"phone":"(\+?1? ?\(?\d{3}.*?)"/.exec(text) ?? [];
        if (phone?.replace(/\D/g, '').match(/^1?\d{10}$/)) phones.add(phone.replace(/\D/g, '').slice(-10));
      });
      request.on('end', () =>
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end('{"statusCode":200,"body":{"leadId":"x"}}'),
      );
    });
    const url = `http://127.0.0.1:${server.port}/v1`;
    await conformance('--url', url, '--key', 'k');
    expect([...phones]).toEqual([expect.stringMatching(/^[2-9]\d\d5550123$/)]);
    await conformance('--url', url, '--key', 'k');
    await conformance('--url', url, '--key', 'k');
    expect(phones.size).toBeGreaterThan(1);
  });

  it('takes its key to no other host, wherever the service redirects it', async () => {
    const taken: unknown[] = [];
    await using other = await serving((request, response) => {
      taken.push(request.headers['x-api-key']);
      response.end('{}');
    });
    await using sly = await serving((request, response) => {
      request.resume();
      response.writeHead(307, { location: `http://127.0.0.1:${other.port}${request.url}` }).end();
    });
    const { code } = await conformance('--url', `http://127.0.0.1:${sly.port}/v1`, '--key', 'sesame');
    expect(taken).not.toContain('sesame');
    expect(code).toBe(1);
  });

  it('waits as long as Retry-After says when its quota is used up, and tries again', async () => {
    const arrivals: number[] = [];
    await using busy = await serving((_request, response) => {
      arrivals.push(performance.now());
      const statusCode = arrivals.length === 1 ? 429 : 403;
      response
        .writeHead(statusCode, { 'content-type': 'application/json', 'retry-after': '1' })
        .end(JSON.stringify({ statusCode, body: {} }));
    });
    const { err } = await conformance('--url', `http://127.0.0.1:${busy.port}/v1`, '--key', 'k');
    expect(err).toContain('The rate limit is used up: waiting 1 s.\n');
    expect(err).toContain('The key was refused');
    const [first = 0, second = 0] = arrivals;
    expect(second - first).toBeGreaterThan(950);
  });

  it("skips a row that needs another vendor's key, and asks for the key", async () => {
    await using server = await always(200, { leadId: 'x', status: 'In Progress' });
    const { out } = await conformance('--url', `http://127.0.0.1:${server.port}/v1`, '--key', 'k');
    expect(rows(out, '·')).toContain("another vendor's lead: 404, as for an unknown one (needs --other-key)");
  });

  it.each([
    [[]],
    [['--url', 'nowhere', '--key', 'k']],
    [['--url', 'http://127.0.0.1:1/v1']],
    [['--what']],
    [['--url', 'http://ann:sesame@127.0.0.1:1/v1', '--key', 'k']],
    [['--url', 'http://127.0.0.1:1/v1', '--key', 'sesame\nk']],
    [['--url', 'http://127.0.0.1:1/v1', '--key', 'k', '--other-key', 'sesame\nk']],
    [['--url', 'http://127.0.0.1:1/v1', '--key', 'sesame', '--other-key', 'sesame']],
    [['--url', 'ftp://127.0.0.1:1/v1', '--key', 'k']],
  ])('wrong usage %j: exit code 2 and the usage', async (args) => {
    const { code, err } = await conformance(...args);
    expect(code).toBe(2);
    expect(err).toContain('npx leads-conformance --url');
    expect(err).not.toContain('sesame');
  });
});
